//go:build unix

package worker

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

// A link is a pair of connected sockets, one of which the child inherits.
type link struct {
	conn   net.Conn
	theirs *os.File
}

// newLink gives a child that is to be started its end of a connection, and a pipe
// for the runtime's last words.
func newLink(cmd *exec.Cmd, words *os.File) (*link, error) {
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
	l := &link{theirs: os.NewFile(uintptr(fds[1]), "connection")}
	if l.conn, err = net.FileConn(ours); err != nil {
		l.theirs.Close()
		return nil, err
	}
	cmd.ExtraFiles = []*os.File{l.theirs, words}
	return l, nil
}

// handOver lets go of what the child has inherited.
func (l *link) handOver() { l.theirs.Close() }

func (l *link) accept() (net.Conn, error) { return l.conn, nil }

// close makes an accept fail, or who reads from the connection.
func (l *link) close() { l.conn.Close() }

// call returns the child's end of the connection.
func call() (net.Conn, error) {
	f := os.NewFile(connectionFd, "connection")
	defer f.Close()
	return net.FileConn(f)
}

// lastWordsFile returns where the runtime is to write its last words, or nil.
func lastWordsFile() *os.File { return os.NewFile(lastWordsFd, "last words") }
