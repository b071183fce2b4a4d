package interp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// A page is the cells of a front end that names them: what each shows.
type page struct {
	*notebook
	shown map[repl.ID]map[string]string // the displays of a request, by their ids
	said  string                        // what the last cell has printed and displayed
	fails string                        // how it failed
}

func openPage(t *testing.T, change ...func(*Options)) *page {
	return &page{notebook: open(t, change...), shown: map[repl.ID]map[string]string{}}
}

// cell runs a cell with a name. The name "" stands for no name.
func (p *page) cell(name, code string, more ...bool) repl.ID {
	p.t.Helper()
	p.count++
	id := repl.ID(fmt.Sprint("cell ", p.count))
	p.send(repl.Execute{ID: id, Code: code, Count: p.count, Cell: name, More: len(more) > 0})
	p.said, p.fails = "", ""
	for {
		switch e := p.event().(type) {
		case repl.Stream:
			p.said += e.Text
		case repl.Display:
			if e.ID == "" {
				p.said += plain(e.Bundle) + "\n"
				continue
			}
			if p.shown[e.Parent] == nil {
				p.shown[e.Parent] = map[string]string{}
			}
			p.shown[e.Parent][e.ID] = plain(e.Bundle)
			if len(e.Bundle.Data) == 0 {
				delete(p.shown[e.Parent], e.ID)
			}
		case repl.Done:
			if e.Failure != nil {
				p.fails = e.Failure.Value
			}
			return id
		}
	}
}

// line returns what stands below a request of what it has made stale.
func (p *page) line(id repl.ID) string {
	var lines []string
	for _, text := range p.shown[id] {
		text, _, _ = strings.Cut(text, " (%stale")
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}

func (p *page) wants(id repl.ID, want string) {
	p.t.Helper()
	if got := p.line(id); got != want {
		p.t.Errorf("below %s stands %q, not %q", id, got, want)
	}
}

// A cell that runs again tells which cells have used the old, until they have run.
func TestStaleLine(t *testing.T) {
	p := openPage(t)
	a := p.cell("a", "x := 1")
	p.cell("b", "func f() int { return x }\ny := f()")
	p.cell("c", "y + 1")
	p.wants(a, "")
	a = p.cell("a", "x := 1 // as before")
	p.wants(a, "")
	a = p.cell("a", "x := 2")
	p.wants(a, "cells [2] and [3] have used the old x")
	p.cell("list", "%stale")
	if want := "[2] func f() int { return x }\n    has used x, which [5] has changed\n[3] y + 1\n    has used y of [2], which is stale\n"; p.said != want {
		t.Errorf("%%stale says\n%s", p.said)
	}
	b := p.cell("b", "func f() int { return x }\ny := f()")
	p.wants(a, "")
	p.wants(b, "cell [3] has used the old y")
	p.cell("refresh", "%refresh")
	if want := "[3] y + 1\n3\n1 cell has been run again. Its output stands above; the cell still shows the old one.\n"; p.said != want {
		t.Errorf("%%refresh says\n%s", p.said)
	}
	p.wants(b, "")
	p.cell("list", "%stale")
	if p.said != "No cell is stale.\n" {
		t.Error(p.said)
	}
}

// While other cells wait a cell says nothing: they may be those that it would name.
func TestStaleLineWaits(t *testing.T) {
	p := openPage(t)
	p.cell("a", "x := 1")
	p.cell("b", "y := x")
	p.cell("c", "y")
	p.cell("d", "x")
	a := p.cell("a", "x := 2", true)
	p.wants(a, "")
	b := p.cell("b", "y := x", true)
	p.cell("c", "y")
	p.wants(a, "cell [4] has used the old x")
	p.wants(b, "")
	p.cell("d", "x")
	p.wants(a, "")
}

func TestRefresh(t *testing.T) {
	p := openPage(t)
	p.cell("a", "x := 1")
	p.cell("b", "y := 10 / x\nfmt.Println(\"b\", y)")
	p.cell("c", "z := y\nz")
	p.cell("d", "_ + 1")
	p.cell("a", "x := 0")
	p.cell("refresh", "%refresh")
	if p.fails != "In[2]:1: integer divide by zero" {
		t.Errorf("%q", p.fails)
	}
	p.cell("a", "x := 2")
	p.cell("b", "y := 10 / x\nfmt.Println(\"b\", y)")
	p.cell("refresh", "%refresh")
	if !strings.HasPrefix(p.said, "[3] z := y\n5\n") || !strings.HasPrefix(p.fails, "[4] uses a displayed value") {
		t.Errorf("%q, %q", p.said, p.fails)
	}
	p.cell("d", "1")
	p.cell("a", "w := 2")
	p.cell("refresh", "%refresh")
	if want := "[8] uses x, which [11] no longer declares: the old value is still there. Declare it again, or change the cell; %reset forgets all"; p.fails != want {
		t.Errorf("%q", p.fails)
	}
	p.cell("", "%reset")
	p.cell("list", "%stale")
	if p.said != "No cell is stale.\n" {
		t.Error(p.said)
	}
}

// What nobody could read is not said: in cells without names, where it is off, and of cells that
// fail.
func TestStaleIsSilent(t *testing.T) {
	for _, c := range []struct {
		name, id, first string
		change          func(*Options)
	}{
		{"no names", "", "1", func(*Options) {}},
		{"off for all sessions", "a", "1", func(o *Options) { o.SilentStale = true }},
		{"off", "a", "%stale off", func(*Options) {}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := openPage(t, c.change)
			p.cell("", c.first)
			p.cell(c.id, "x := 1")
			p.cell("b", "x")
			p.wants(p.cell(c.id, "x := 2"), "")
		})
	}
	p := openPage(t)
	p.cell("a", "x := 1")
	p.cell("b", "x")
	p.wants(p.cell("a", "x := 2\npanic(1)"), "")
	p.wants(p.cell("a", "x := 2 +"), "")
	p.wants(p.cell("a", "x := 2"), "cell [2] has used the old x")
	p.cell("gone", "%replay")
	p.cell("list", "%stale")
	if !strings.HasPrefix(p.said, "[2] x\n") {
		t.Error(p.said)
	}
}

// What a cell runs from a file is a part of it.
func TestStaleFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, ".", "lib.go", "package lib\n\nfunc f() int { return 1 }\n")
	p := openPage(t)
	p.cell("a", "%run lib.go")
	p.cell("b", "f()")
	p.wants(p.cell("a", "%run lib.go"), "")
	write(t, ".", "lib.go", "package lib\n\nfunc f() int { return 2 }\n")
	p.wants(p.cell("a", "%run lib.go"), "cell [2] has used the old f")
}
