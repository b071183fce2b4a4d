package kernel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const goodConnection = `{
  "shell_port": 57503, "iopub_port": 40885, "stdin_port": 52597, "control_port": 50160, "hb_port": 42540,
  "ip": "127.0.0.1", "key": "a0436f6c", "transport": "tcp", "signature_scheme": "hmac-sha256", "kernel_name": "nvsd"
}`

func TestReadConnection(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kernel-1.json")
	if err := os.WriteFile(file, []byte(goodConnection), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := ReadConnection(file)
	want := ConnectionInfo{"tcp", "127.0.0.1", 57503, 40885, 52597, 50160, 42540, "a0436f6c", "hmac-sha256", file}
	if err != nil || got != want {
		t.Errorf("%+v, %v\nexpected %+v", got, err, want)
	}
}

func TestBadConnection(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"empty", goodConnection, "", "not JSON, line 1 column 1"},
		{"cut short", `"hmac-sha256", "kernel_name": "nvsd"` + "\n}", "", "not JSON, line 3"},
		{"a comma too many", `"nvsd"`, `"nvsd",`, "not JSON, line 4 column 1"},
		{"a list", goodConnection, "[]", "a JSON object is expected, not array"},
		{"transport", `"tcp"`, `"udp"`, `field transport: "udp"`},
		{"no transport", `"transport": "tcp", `, "", "field transport"},
		{"no ip", `"127.0.0.1"`, `""`, "field ip"},
		{"scheme", `"hmac-sha256"`, `"hmac-md5"`, `field signature_scheme: "hmac-md5"`},
		{"port a string", `57503`, `"57503"`, "field shell_port: string is not of type int"},
		{"port missing", `"hb_port": 42540`, `"x": 1`, "field hb_port: 0 is not a port"},
		{"port too large", `40885`, `65536`, "field iopub_port: 65536 is not a port"},
		{"port negative", `50160`, `-1`, "field control_port: -1"},
		{"registration", `"kernel_name"`, `"registration_port": 1, "kernel_name"`, "field registration_port"},
		{"encrypted", `"kernel_name"`, `"curve_publickey": "x", "kernel_name"`, "field curve_publickey"},
	}
	for _, tt := range tests {
		text := strings.Replace(goodConnection, tt.old, tt.new, 1)
		file := filepath.Join(t.TempDir(), "kernel-1.json")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := ReadConnection(file)
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v\nexpected the file's name and %q", tt.name, err, tt.want)
		}
	}
	huge := filepath.Join(t.TempDir(), "huge.json")
	if err := os.WriteFile(huge, []byte(goodConnection+strings.Repeat(" ", maxConnectionFile)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{filepath.Join(t.TempDir(), "absent.json"), t.TempDir(), huge} {
		if _, err := ReadConnection(file); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestEndpoint(t *testing.T) {
	for _, tt := range []struct{ transport, ip, want string }{
		{"tcp", "127.0.0.1", "tcp://127.0.0.1:7"},
		{"tcp", "::1", "tcp://[::1]:7"},
		{"ipc", "/run/kernel-1-ipc", "ipc:///run/kernel-1-ipc-7"},
	} {
		if got := (ConnectionInfo{Transport: tt.transport, IP: tt.ip}).endpoint(7); got != tt.want {
			t.Errorf("%s %s: %s, expected %s", tt.transport, tt.ip, got, tt.want)
		}
	}
}

func FuzzParseConnection(f *testing.F) {
	f.Add([]byte(goodConnection))
	f.Add([]byte(`{"transport":"ipc","ip":"/tmp/k"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		info, err := ParseConnection(text)
		if err != nil {
			return
		}
		for _, p := range info.ports() {
			if p.number < 1 || p.number > 65535 {
				t.Errorf("%s accepted with %d", p.field, p.number)
			}
		}
		if err := info.check(); err != nil {
			t.Error(err)
		}
	})
}
