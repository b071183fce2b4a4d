package zmtp

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestListenAddresses(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ addr, prefix string }{
		{"tcp://127.0.0.1:0", "tcp://127.0.0.1:"},
		{"tcp://localhost:0", "tcp://127.0.0.1:"},
		{"tcp://[::1]:0", "tcp://[::1]:"},
		{"tcp://::1:0", "tcp://[::1]:"},
		{"tcp://*:0", "tcp://"},
		{"ipc://" + dir + "/kernel-1", "ipc://" + dir + "/kernel-1"},
	} {
		t.Run(c.addr, func(t *testing.T) {
			s, err := Listen(Router, c.addr, Options{})
			if err != nil && strings.Contains(c.addr, "::1") {
				t.Skipf("no IPv6 here: %v", err)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close(t.Context())
			go echo(s)
			if got := s.Addr(); !strings.HasPrefix(got, c.prefix) || strings.HasSuffix(got, ":0") {
				t.Errorf("Addr is %s, want %s...", got, c.prefix)
			}
			if c.addr != "tcp://*:0" {
				honest(t, s)
			}
		})
	}
}

func TestListenErrors(t *testing.T) {
	dir := t.TempDir()
	taken := open(t, Router, Options{})
	alive, err := Listen(Router, "ipc://"+dir+"/alive", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer alive.Close(t.Context())
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind       Kind
		addr, want string
	}{
		{Router, taken.Addr(), "port is taken"},
		{XPub, alive.Addr(), "in use by another program"},
		{Router, "ipc://" + file, "a file that is no socket"},
		{Router, "ipc://" + dir + "/" + strings.Repeat("x", 120), "use a shorter one"},
		{Router, "ipc://" + dir + "/none/socket", "no such file"},
		{Router, "ipc://", "no path"},
		{Router, "tcp://localhost", "no port"},
		{Router, "tcp://127.0.0.1:notaport", "notaport"},
		{Router, "inproc://x", "tcp://host:port or ipc://path"},
		{Router, "", "tcp://host:port or ipc://path"},
		{"PULL", "tcp://127.0.0.1:0", `"PULL"`},
	} {
		s, err := Listen(c.kind, c.addr, Options{})
		if err == nil {
			s.Close(t.Context())
			t.Errorf("%s: no error", c.addr)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.addr) && c.kind != "PULL" {
			t.Errorf("%s: the error does not name it or lacks %q: %v", c.addr, c.want, err)
		}
	}
	if data, _ := os.ReadFile(file); string(data) != "precious" {
		t.Error("a file that is no socket was touched")
	}
	go echo(alive)
	honest(t, alive)
}

// A crash leaves the file of an ipc socket behind.
func TestListenReplacesStaleSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kernel-1")
	crashed, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	crashed.(*net.UnixListener).SetUnlinkOnClose(false)
	crashed.Close()
	if _, err := os.Lstat(path); err != nil {
		t.Fatal(err)
	}
	s, err := Listen(Router, "ipc://"+path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	go echo(s)
	honest(t, s)
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(path); !os.IsNotExist(err) {
		t.Errorf("the socket file outlives the socket: %v", err)
	}
}
