package kernel

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"strconv"
)

// ConnectionInfo holds the addresses on which a kernel listens and the key that signs its
// messages. Jupyter writes it into the connection file before it starts a kernel.
type ConnectionInfo struct {
	Transport       string `json:"transport"` // "tcp" or "ipc"
	IP              string `json:"ip"`        // for ipc, the path that the five socket files begin with
	ShellPort       int    `json:"shell_port"`
	IOPubPort       int    `json:"iopub_port"`
	StdinPort       int    `json:"stdin_port"`
	ControlPort     int    `json:"control_port"`
	HeartbeatPort   int    `json:"hb_port"`
	Key             string `json:"key"` // empty: messages are neither signed nor checked
	SignatureScheme string `json:"signature_scheme"`

	// File is the file that the information was read from. Errors name it.
	File string `json:"-"`
}

// ReadConnection reads a connection file. Its errors name the file and the
// field that is wrong.
func ReadConnection(file string) (ConnectionInfo, error) {
	text, err := readSome(file, maxConnectionFile)
	if errors.Is(err, fs.ErrNotExist) {
		return ConnectionInfo{}, fmt.Errorf("connection file %s does not exist: Jupyter writes it when it starts a kernel and passes its path", file)
	}
	if err != nil {
		return ConnectionInfo{}, fmt.Errorf("connection file cannot be read: %w", err)
	}
	info, err := ParseConnection(text)
	if err != nil {
		return ConnectionInfo{}, fmt.Errorf("connection file %s: %w", file, err)
	}
	info.File = file
	return info, nil
}

// maxConnectionFile bounds a connection file, in bytes. It is many times what one
// holds, and guards against a device that never ends.
const maxConnectionFile = 1 << 20

// readSome reads a file of at most limit bytes. It refuses a pipe, which might never
// have any.
func readSome(file string, limit int64) ([]byte, error) {
	if info, err := os.Stat(file); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
		return nil, fmt.Errorf("%s is a pipe, expected a file", file)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("%s holds more than %d bytes", file, limit)
	}
	return text, err
}

// ParseConnection reads the text of a connection file. The text must name all five
// ports.
func ParseConnection(text []byte) (ConnectionInfo, error) {
	var info ConnectionInfo
	if err := json.Unmarshal(text, &info); err != nil {
		return ConnectionInfo{}, explainJSON(text, err)
	}
	if err := refuse(text); err != nil {
		return ConnectionInfo{}, err
	}
	if err := info.check(); err != nil {
		return ConnectionInfo{}, err
	}
	for _, p := range info.ports() {
		if p.number < 1 || p.number > 65535 {
			return ConnectionInfo{}, fmt.Errorf("field %s: %d is not a port, expected 1 to 65535", p.field, p.number)
		}
	}
	return info, nil
}

// refuse returns an error if the file asks for something that the kernel does not
// support and that must not be ignored silently.
func refuse(text []byte) error {
	var file struct {
		RegistrationPort json.RawMessage `json:"registration_port"`
		CurvePublicKey   json.RawMessage `json:"curve_publickey"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return explainJSON(text, err)
	}
	if file.RegistrationPort != nil {
		return errors.New("field registration_port: this is a registration file (protocol 5.6), which is not supported; set kernel_protocol_version to 5.5 in kernel.json, as install does")
	}
	if file.CurvePublicKey != nil {
		return errors.New("field curve_publickey: encrypted transport is not supported; set KernelManager.transport_encryption to off")
	}
	return nil
}

// check checks the transport, the address and the signature scheme. It does not check the
// ports, since Serve takes port zero to mean any port.
func (c ConnectionInfo) check() error {
	if c.Transport != "tcp" && c.Transport != "ipc" {
		return fmt.Errorf("field transport: %q is not supported, expected \"tcp\" or \"ipc\"", c.Transport)
	}
	if c.IP == "" {
		return errors.New("field ip: empty, expected an address to listen on, such as 127.0.0.1")
	}
	if _, err := newSigner(c.SignatureScheme, c.Key); err != nil {
		return fmt.Errorf("field signature_scheme: %w", err)
	}
	return nil
}

// A port is one of the five ports and the name of its field in the connection file.
type port struct {
	field  string
	number int
}

func (c ConnectionInfo) ports() []port {
	return []port{
		{"shell_port", c.ShellPort},
		{"iopub_port", c.IOPubPort},
		{"stdin_port", c.StdinPort},
		{"control_port", c.ControlPort},
		{"hb_port", c.HeartbeatPort},
	}
}

// endpoint returns the ZeroMQ address of a port.
func (c ConnectionInfo) endpoint(port int) string {
	if c.Transport == "ipc" {
		return "ipc://" + c.IP + "-" + strconv.Itoa(port)
	}
	return "tcp://" + net.JoinHostPort(c.IP, strconv.Itoa(port))
}

// where returns the name of the information's source for an error.
func (c ConnectionInfo) where() string {
	if c.File == "" {
		return "connection"
	}
	return "connection file " + c.File
}
