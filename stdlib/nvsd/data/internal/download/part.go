package download

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
)

// A part is an incomplete file. Its source is written beside it, so that a later download knows
// whether it may continue.
type part struct {
	file  *os.File
	about string // path of the description
	size  int64

	URL       string `json:"url"`
	Validator string `json:"validator"` // for a header If-Range; "" if the part cannot be continued
}

// openPart opens the part of the file at the path. It is empty unless an earlier download of the
// same address left it.
func openPart(path, address string) (*part, error) {
	p := &part{about: path + ".part.json"}
	if text, err := os.ReadFile(p.about); err == nil {
		if json.Unmarshal(text, p) != nil || p.URL != address {
			p.Validator = ""
		}
	}
	p.URL = address
	var err error
	p.file, err = os.OpenFile(path+".part", os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if p.Validator == "" {
		err = p.file.Truncate(0)
	} else {
		p.size, err = p.file.Seek(0, io.SeekEnd)
	}
	if err != nil {
		p.file.Close()
		return nil, err
	}
	return p, nil
}

// begin empties the part, for a version of the file that the validator identifies.
func (p *part) begin(validator string) error {
	p.Validator, p.size = validator, 0
	if err := p.file.Truncate(0); err != nil {
		return err
	}
	if _, err := p.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return os.WriteFile(p.about, text, 0o666)
}

// Write appends to the part.
func (p *part) Write(b []byte) (int, error) {
	n, err := p.file.Write(b)
	p.size += int64(n)
	return n, err
}

// rename makes the part the file. It is on the disk before it has the name.
func (p *part) rename(path string) error {
	if err := p.file.Sync(); err != nil {
		return err
	}
	name := p.file.Name()
	if err := p.file.Close(); err != nil {
		return err
	}
	if err := os.Rename(name, path); err != nil {
		return err
	}
	return os.Remove(p.about)
}

// close closes the part, and removes it if no later download could use it.
func (p *part) close() {
	p.file.Close()
	if p.size == 0 || p.Validator == "" {
		os.Remove(p.file.Name())
		os.Remove(p.about)
	}
}

// unreachable reports whether an error is one of the network, before a server has answered.
func unreachable(err error) bool {
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return true
	}
	if e, ok := errors.AsType[*net.OpError](err); ok && e.Op == "dial" {
		return true
	}
	e, ok := errors.AsType[*url.Error](err)
	return ok && e.Timeout()
}
