//go:build unix

package wire

import (
	"net"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// The descriptors that a child inherits beside the standard ones.
const (
	connectionFd = 3 + iota
	lastWordsFd
)

// A Link is the supervisor's side of a connection that the child has yet to take up: a pair
// of connected sockets, one of which the child inherits.
type Link struct {
	conn   net.Conn
	theirs *os.File
}

// NewLink gives a child that is to be started its end of a connection, and a pipe
// for the runtime's last words.
func NewLink(cmd *exec.Cmd, words *os.File) (*Link, error) {
	syscall.ForkLock.RLock() // or programs that start now would inherit the sockets
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(fds[0])
		unix.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, os.NewSyscallError("socketpair", err)
	}
	ours := os.NewFile(uintptr(fds[0]), "connection")
	defer ours.Close() // FileConn has one of its own
	l := &Link{theirs: os.NewFile(uintptr(fds[1]), "connection")}
	l.conn, err = net.FileConn(ours)
	if err != nil {
		l.theirs.Close()
		return nil, err
	}
	cmd.ExtraFiles = []*os.File{l.theirs, words}
	return l, nil
}

// HandOver closes the end of the connection that the child has inherited.
func (l *Link) HandOver() { l.theirs.Close() }

// Accept waits for the child and returns the supervisor's end of the connection.
func (l *Link) Accept() (net.Conn, error) { return l.conn, nil }

// Close closes the connection: reading from it fails.
func (l *Link) Close() { l.conn.Close() }

// Dial returns the child's end of the connection.
func Dial() (net.Conn, error) {
	f := os.NewFile(connectionFd, "connection")
	defer f.Close()
	return net.FileConn(f)
}

// LastWordsFile returns the file to which the runtime writes its last words, or nil.
func LastWordsFile() *os.File { return os.NewFile(lastWordsFd, "last words") }
