package child

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"reflect"
	"time"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// overrides holds the replacements, for cells, of those parts of the standard library that
// reach for the process: its streams, its end, its sleep.
type overrides struct {
	c *process

	// What os.Stdin, os.Stdout and os.Stderr mean in a cell, which may set and
	// close them, and what they were set to.
	stdin, stdout, stderr          *os.File
	ownStdin, ownStdout, ownStderr *os.File
}

// reopen gives cells their standard files back if they have closed them.
func (s *overrides) reopen() error {
	for _, f := range []struct {
		now, own **os.File
		to       *os.File
	}{{&s.stdin, &s.ownStdin, os.Stdin}, {&s.stdout, &s.ownStdout, os.Stdout}, {&s.stderr, &s.ownStderr, os.Stderr}} {
		if *f.own != nil {
			if _, err := (*f.own).Stat(); err == nil {
				continue
			}
		}
		fresh, err := duplicate(f.to)
		if err != nil {
			return fmt.Errorf("%s cannot be opened again: %w", f.to.Name(), err)
		}
		if *f.now == *f.own {
			*f.now = fresh
		}
		*f.own = fresh
	}
	return nil
}

// writer returns the writer to use for w: the run's own stream if w is one of the standard
// files.
func (s *overrides) writer(w io.Writer) io.Writer {
	switch f, _ := w.(*os.File); {
	case f == nil:
		return w
	case f == s.ownStdout, f == os.Stdout:
		return stream{s.c, wire.Stdout}
	case f == s.ownStderr, f == os.Stderr:
		return stream{s.c, wire.Stderr}
	}
	return w
}

// streamOf returns the stream that a file is; 0 if it is none.
func (s *overrides) streamOf(f *os.File) int {
	switch f {
	case s.ownStdout, os.Stdout:
		return wire.Stdout
	case s.ownStderr, os.Stderr:
		return wire.Stderr
	}
	return 0
}

// file returns the reader and the writer to use for a file, if that is one of the standard
// files.
func (s *overrides) file(f *os.File) (io.Reader, io.Writer) {
	if f == s.ownStdin || f == os.Stdin {
		return stdinReader{s.c.input, f}, nil
	}
	if number := s.streamOf(f); number != 0 {
		return nil, streamFile{stream{s.c, number}, f}
	}
	return nil, nil
}

// inherited returns the file to which a program that a cell starts is to write in the place
// of f.
func (s *overrides) inherited(f *os.File) *os.File {
	number := s.streamOf(f)
	if number == 0 {
		return f
	}
	if w, ok := s.c.here().out.Outlet(number); ok {
		return w
	}
	return f // then it writes for the running cell
}

// A streamFile writes to the run's own stream in the place of a file, which a cell may
// close.
type streamFile struct {
	to   stream
	file *os.File
}

func (s streamFile) Write(b []byte) (int, error) {
	if _, err := s.file.Write(nil); err != nil {
		return 0, err
	}
	return s.to.Write(b)
}

// exports returns by path the symbols that replace those of packages.
func (s *overrides) exports() interp.Exports {
	// The functions of log that are not replaced, slog and compiled packages
	// write to the run's stream through the standard logger. What package flag
	// does not understand ends the cell, and not the process.
	log.SetOutput(logWriter{stream{s.c, wire.Stderr}})
	flag.CommandLine.Init(os.Args[0], flag.PanicOnError)

	replaced := interp.Exports{
		"fmt": s.printing(),
		"os": {
			"Stdin":  reflect.ValueOf(&s.stdin).Elem(),
			"Stdout": reflect.ValueOf(&s.stdout).Elem(),
			"Stderr": reflect.ValueOf(&s.stderr).Elem(),
			"Exit":   reflect.ValueOf(s.c.exit),
		},
		"time":    {"Sleep": reflect.ValueOf(s.sleep), "AfterFunc": reflect.ValueOf(s.afterTime)},
		"context": {"AfterFunc": reflect.ValueOf(s.afterContext)},
	}
	maps.Copy(replaced["fmt"], s.scanning())
	return replaced
}

// printing returns the functions of fmt that write, which do so to the run's own
// streams.
func (s *overrides) printing() map[string]reflect.Value {
	return map[string]reflect.Value{
		"Print":    reflect.ValueOf(func(a ...any) (int, error) { return rt.Fprint(s.writer(s.stdout), a...) }),
		"Println":  reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fprintln(s.writer(s.stdout), a...) }),
		"Printf":   reflect.ValueOf(func(f string, a ...any) (int, error) { return rt.Fprintf(s.writer(s.stdout), f, a...) }),
		"Fprint":   reflect.ValueOf(func(w io.Writer, a ...any) (int, error) { return rt.Fprint(s.writer(w), a...) }),
		"Fprintln": reflect.ValueOf(func(w io.Writer, a ...any) (int, error) { return fmt.Fprintln(s.writer(w), a...) }),
		"Fprintf": reflect.ValueOf(func(w io.Writer, f string, a ...any) (int, error) {
			return rt.Fprintf(s.writer(w), f, a...)
		}),
	}
}

// afterTime and afterContext are time.AfterFunc and context.AfterFunc, whose
// functions a goroutine of nobody's may call.

func (s *overrides) afterTime(d time.Duration, f func()) *time.Timer {
	return time.AfterFunc(d, s.c.here().calledFor(f))
}

func (s *overrides) afterContext(ctx context.Context, f func()) (stop func() bool) {
	return context.AfterFunc(ctx, s.c.here().calledFor(f))
}

// sleep is time.Sleep, and ends early when the run is interrupted.
func (s *overrides) sleep(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.c.here().ctx.Done():
	}
}
