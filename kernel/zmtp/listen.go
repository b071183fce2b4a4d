package zmtp

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
)

// maxIPCPath is the longest path that every Unix allows a socket.
const maxIPCPath = 103

// listen opens the listener of an address as ZeroMQ writes it.
func listen(addr string) (net.Listener, error) {
	scheme, rest, _ := strings.Cut(addr, "://")
	switch scheme {
	case "tcp":
		return listenTCP(rest)
	case "ipc":
		return listenIPC(rest)
	}
	return nil, errors.New("not an address of the form tcp://host:port or ipc://path")
}

func listenTCP(rest string) (net.Listener, error) {
	// Jupyter writes tcp://::1:5555 without brackets, so the port follows the last
	// colon.
	i := strings.LastIndexByte(rest, ':')
	if i < 0 {
		return nil, errors.New("no port; write tcp://host:port, port 0 for any")
	}
	host, port := strings.Trim(rest[:i], "[]"), rest[i+1:]
	if host == "*" {
		host = ""
	}
	ln, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("the port is taken by another program; stop it or choose another port: %w", err)
	}
	return ln, err
}

func listenIPC(path string) (net.Listener, error) {
	if path == "" {
		return nil, errors.New("no path; write ipc:///path/of/socket")
	}
	ln, err := net.Listen("unix", path)
	if errors.Is(err, syscall.EADDRINUSE) {
		if err := removeStale(path); err != nil {
			return nil, err
		}
		ln, err = net.Listen("unix", path)
	}
	if err != nil && len(path) > maxIPCPath {
		return nil, fmt.Errorf("the path has %d bytes and a socket's may have %d; use a shorter one: %w", len(path), maxIPCPath, err)
	}
	return ln, err
}

// removeStale removes a socket file on which nobody answers, because its process has
// crashed.
func removeStale(path string) error {
	conn, err := net.Dial("unix", path)
	if err == nil {
		conn.Close()
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return fmt.Errorf("the socket is in use by another program; stop it or choose another path: %w", syscall.EADDRINUSE)
	}
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if info.Mode()&os.ModeSocket == 0 {
		return errors.New("the path is taken by a file that is no socket; remove it or choose another path")
	}
	return os.Remove(path)
}

// addrOf returns the address of a listener as ZeroMQ writes it.
func addrOf(ln net.Listener) string {
	if a := ln.Addr(); a.Network() == "unix" {
		return "ipc://" + a.String()
	}
	return "tcp://" + ln.Addr().String()
}
