package output

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// What a program has written to one stream stands before what the next program writes to the other,
// though each stream has a pipe of its own.
func TestProgramsWriteInTheirOrder(t *testing.T) {
	if !hasOutlets {
		t.Skip("this system has no outlets")
	}
	read, stdout, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	r := NewSender(wire.NewConn(nil), "s", stdout, stdout).Run(1)
	if err := r.Begin(); err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	outlet := func(stream int) *os.File {
		w, ok := r.Outlet(stream)
		if !ok {
			t.Fatal("there is no outlet")
		}
		return w
	}
	const programs = 200
	for range programs {
		for stream, text := range map[int]string{wire.Stdout: "out ", wire.Stderr: "err "} {
			if _, err := outlet(stream).WriteString(text); err != nil {
				t.Fatal(err)
			}
			want.WriteString(text)
		}
	}
	outlet(wire.Stdout)
	stdout.Close()
	written, err := io.ReadAll(read)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	split := wire.NewSplitter("s", func(text []byte) { got.Write(text) }, func(wire.Stamp) {})
	split.Write(written)
	if got.String() != want.String() {
		t.Errorf("there came\n%q\nwhere %d programs wrote\n%q", got.String(), 2*programs, want.String())
	}
}
