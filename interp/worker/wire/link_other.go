//go:build !unix

package wire

import (
	"net"
	"os"
	"os/exec"
)

// envAddress names the supervisor's socket to the child.
const envAddress = "NVSD_WORKER_ADDRESS"

// A Link is the supervisor's side of a connection that the child has yet to take up: a
// listening socket that only this machine can reach.
type Link struct{ listener net.Listener }

// NewLink puts the address of the socket into the environment of a child that is to be
// started. There is no pipe for the runtime's last words here: they are what it writes
// to standard error.
func NewLink(cmd *exec.Cmd, _ *os.File) (*Link, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	cmd.Env = append(cmd.Env, envAddress+"="+l.Addr().String())
	return &Link{l}, nil
}

// HandOver does nothing here: the child inherits nothing.
func (l *Link) HandOver() {}

// Accept waits for the child and returns the supervisor's end of the connection.
func (l *Link) Accept() (net.Conn, error) {
	defer l.listener.Close()
	return l.listener.Accept()
}

// Close makes Accept fail.
func (l *Link) Close() { l.listener.Close() }

// Dial returns the child's end of the connection.
func Dial() (net.Conn, error) {
	address := os.Getenv(envAddress)
	if err := os.Unsetenv(envAddress); err != nil {
		return nil, err
	}
	return net.Dial("tcp", address)
}

// LastWordsFile returns the file to which the runtime writes its last words, or nil.
func LastWordsFile() *os.File { return nil }
