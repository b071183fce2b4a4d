package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

// Nobody waits for a log that is not read. Who reads it after all sees how much
// is lost, and where.
func TestSpool(t *testing.T) {
	read, write := io.Pipe()
	begun := make(chan struct{})
	s := newSpool(&announcing{Writer: write, begun: sync.OnceFunc(func() { close(begun) })})
	const lines = 2*spoolRoom + 1
	started := time.Now()
	for i := range lines {
		fmt.Fprintf(s, "line %d\n", i)
		<-begun // the first line is on its way, and stays there
	}
	s.drain()
	if took := time.Since(started); took > 5*time.Second {
		t.Fatalf("it took %v", took)
	}
	go func() {
		s.drain()
		write.Close()
	}()
	text, err := io.ReadAll(read)
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if said[0] != "line 0" {
		t.Errorf("the first line is %q", said[0])
	}
	kept := len(said) - 1
	if want := fmt.Sprintf("%d lines of the log are lost here: nobody has read standard error", lines-kept); said[1] != want {
		t.Errorf("the second line is %q, expected %q", said[1], want)
	}
	if kept < spoolRoom || said[kept] != fmt.Sprintf("line %d", kept-1) {
		t.Errorf("%d lines are kept, the last %q", kept, said[kept])
	}
}

// announcing says when it is written to for the first time.
type announcing struct {
	io.Writer
	begun func()
}

func (w *announcing) Write(p []byte) (int, error) {
	w.begun()
	return w.Writer.Write(p)
}

// The end waits for what is read.
func TestSpoolDrains(t *testing.T) {
	var text strings.Builder
	s := newSpool(&text)
	fmt.Fprintln(s, "the last word")
	s.drain()
	if text.String() != "the last word\n" {
		t.Errorf("%q was written", text.String())
	}
}
