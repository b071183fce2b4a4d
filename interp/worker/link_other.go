//go:build !unix

package worker

import (
	"net"
	"os"
	"os/exec"
)

// envAddress names the supervisor's socket to the child.
const envAddress = "NVSD_WORKER_ADDRESS"

// A link is a socket that only this machine can reach, by which the child comes.
type link struct{ net.Listener }

// newLink tells a child that is to be started where to connect. Of the runtime's
// last words there is what it writes to standard error.
func newLink(cmd *exec.Cmd, _ *os.File) (*link, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	cmd.Env = append(cmd.Env, envAddress+"="+l.Addr().String())
	return &link{l}, nil
}

func (l *link) handOver() {}

func (l *link) accept() (net.Conn, error) {
	defer l.Close()
	return l.Accept()
}

func (l *link) close() { l.Close() }

func call() (net.Conn, error) {
	address := os.Getenv(envAddress)
	if err := os.Unsetenv(envAddress); err != nil {
		return nil, err
	}
	return net.Dial("tcp", address)
}

func lastWordsFile() *os.File { return nil }
