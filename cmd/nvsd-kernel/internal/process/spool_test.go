package process

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Nobody waits for a log that is not read. Who reads it after all sees how much
// is lost, and where.
func TestSpool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		read, write := io.Pipe()
		s := NewSpool(write)
		const lines = 2*spoolRoom + 1
		started := time.Now()
		for i := range lines {
			fmt.Fprintf(s, "line %d\n", i)
			synctest.Wait() // the first line is on its way, and stays there
		}
		if took := time.Since(started); took > 0 {
			t.Errorf("to write took %v", took)
		}
		s.Drain()
		if took := time.Since(started); took > spoolPatience {
			t.Errorf("the end took %v", took)
		}
		go func() {
			s.Drain()
			close(s.lines)
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
	})
}

// The end waits for what is read.
func TestSpoolDrains(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var text strings.Builder
		s := NewSpool(&slow{&text})
		fmt.Fprintln(s, "the last word")
		started := time.Now()
		s.Drain()
		if took := time.Since(started); took != spoolPatience/2 {
			t.Errorf("the end took %v", took)
		}
		if text.String() != "the last word\n" {
			t.Errorf("%q was written", text.String())
		}
		close(s.lines)
	})
}

// slow takes its time to write, less than a spool waits at its end.
type slow struct{ io.Writer }

func (w *slow) Write(p []byte) (int, error) {
	time.Sleep(spoolPatience / 2)
	return w.Writer.Write(p)
}
