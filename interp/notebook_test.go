package interp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// A notebook drives a session as a front end does.
type notebook struct {
	t        testing.TB
	s        *Session
	count    int
	messages int // of comms
}

func open(t testing.TB, change ...func(*Options)) *notebook {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{
		Command: []string{exe, "worker"},
		// The race detector is for this side: what a cell does, and yaegi
		// for it, races as it likes.
		Env: append(os.Environ(), "GORACE=report_bugs=0"),
	}
	for _, f := range change {
		f(&opt)
	}
	s, err := Open(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return &notebook{t: t, s: s}
}

// sample returns all of a list, or with -short a tenth: so make runs, with the race
// detector, tests of what many cells mean that run one after the other.
func sample[T any](all []T) []T {
	if testing.Short() {
		return all[:(len(all)+9)/10]
	}
	return all
}

func (n *notebook) send(r repl.Request) {
	n.t.Helper()
	if err := n.s.Send(r); err != nil {
		n.t.Fatal(err)
	}
}

// queue sends a cell and returns its id.
func (n *notebook) queue(code string) repl.ID {
	n.t.Helper()
	n.count++
	id := repl.ID(fmt.Sprint("cell ", n.count))
	n.send(repl.Execute{ID: id, Code: code, Count: n.count})
	return id
}

func (n *notebook) event() repl.Event {
	n.t.Helper()
	select {
	case e, ok := <-n.s.Events():
		if !ok {
			n.t.Fatal("the events have ended")
		}
		return e
	case <-time.After(time.Minute): // a test that hangs says where
		n.t.Fatal("no event for a minute")
		return nil
	}
}

// An output is what one cell showed.
type output struct {
	out, err string
	result   string // text/plain
	markdown string // text/markdown of the result
	shows    []string
	pages    []string
	next     []string
	died     string
	failure  *repl.Failure
	answers  map[string]repl.Answer
}

// fail is the Value of the failure, or empty.
func (o output) fail() string {
	if o.failure == nil {
		return ""
	}
	return o.failure.Value
}

// finish reads events up to the Done of a cell, all of which must be its own.
func (n *notebook) finish(id repl.ID) output {
	n.t.Helper()
	var o output
	for {
		switch e := n.event().(type) {
		case repl.Stream:
			n.parent(e.Parent, id, e)
			if e.Name == repl.Stdout {
				o.out += e.Text
			} else {
				o.err += e.Text
			}
		case repl.Result:
			n.parent(e.Parent, id, e)
			if o.result != "" {
				n.t.Error("a second result")
			}
			o.result = plain(e.Bundle)
			o.markdown = rendering(e.Bundle, "text/markdown")
		case repl.Display:
			n.parent(e.Parent, id, e)
			o.shows = append(o.shows, plain(e.Bundle))
		case repl.Clear:
			n.parent(e.Parent, id, e)
			o.shows = append(o.shows, "clear")
		case repl.Page:
			n.parent(e.Parent, id, e)
			o.pages = append(o.pages, plain(e.Bundle))
		case repl.NextCell:
			n.parent(e.Parent, id, e)
			where := "next: "
			if e.Replace {
				where = "here: "
			}
			o.next = append(o.next, where+e.Code)
		case repl.Sent:
			n.parent(e.Parent, id, e)
			o.shows = append(o.shows, told(e.Comm))
		case repl.Ask:
			n.t.Errorf("%+v while nobody expects a question", e)
		case repl.Died:
			n.parent(e.Parent, id, e)
			o.died = e.Reason
		case repl.Done:
			n.parent(e.Parent, id, e)
			o.failure, o.answers = e.Failure, e.UserExpressions
			return o
		}
	}
}

func (n *notebook) parent(got, want repl.ID, e repl.Event) {
	n.t.Helper()
	if got != want {
		n.t.Errorf("event %+v while %s runs", e, want)
	}
}

func (n *notebook) run(code string) output {
	n.t.Helper()
	return n.finish(n.queue(code))
}

// told is a message of a comm in one line: its kind, its target and metadata if
// it opens the comm, its data and buffers.
func told(c repl.Comm) string {
	if c.Kind == repl.CommOpen {
		return fmt.Sprintf("%s %s %s %s %q", c.Kind, c.Target, c.Data, c.Metadata, c.Buffers)
	}
	return fmt.Sprintf("%s %s %q", c.Kind, c.Data, c.Buffers)
}

func plain(b repl.Bundle) string { return rendering(b, "text/plain") }

// rendering is one of a bundle, which is text, and "" if there is none.
func rendering(b repl.Bundle, mime string) string {
	var s string
	if data, ok := b.Data[mime]; !ok {
		return ""
	} else if err := json.Unmarshal(data, &s); err != nil {
		return "not text: " + string(data)
	}
	return s
}

var ansi = regexp.MustCompile("\x1b\\[[0-9;]*m")

func traceback(f *repl.Failure) string {
	return ansi.ReplaceAllString(strings.Join(f.Traceback, "\n"), "")
}
