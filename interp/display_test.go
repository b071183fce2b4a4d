package interp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// order tells of an event in one line: what caused it, and what it is.
func order(e repl.Event) string {
	switch e := e.(type) {
	case repl.Stream:
		return fmt.Sprintf("%s: %s %s", e.Parent, e.Name, strings.TrimSpace(e.Text))
	case repl.Display:
		verb := "show"
		if e.Update {
			verb = "update"
		}
		return strings.TrimSpace(fmt.Sprintf("%s: %s %s %s", e.Parent, verb, plain(e.Bundle), e.ID))
	case repl.Result:
		return fmt.Sprintf("%s: result %s", e.Parent, plain(e.Bundle))
	case repl.Clear:
		return fmt.Sprintf("%s: clear wait=%t", e.Parent, e.Wait)
	case repl.Page:
		return fmt.Sprintf("%s: page %s", e.Parent, plain(e.Bundle))
	case repl.NextInput:
		return fmt.Sprintf("%s: input %s replace=%t", e.Parent, e.Code, e.Replace)
	case repl.Sent:
		return fmt.Sprintf("%s: %s", e.Parent, told(e.Comm))
	case repl.Done:
		if e.Failure != nil {
			return fmt.Sprintf("%s: %s", e.Parent, e.Failure.Value)
		}
		return fmt.Sprintf("%s: done", e.Parent)
	}
	return fmt.Sprintf("%+v", e)
}

// until reads events up to the Done of a cell, and joins text, which comes in
// pieces of any size.
func (n *notebook) until(id repl.ID) []string {
	n.t.Helper()
	var text repl.Stream
	var all []string
	for {
		e := n.event()
		s, ok := e.(repl.Stream)
		if ok && text.Text != "" && s.Parent == text.Parent && s.Name == text.Name {
			text.Text += s.Text
			all[len(all)-1] = order(text)
			continue
		}
		text = s
		all = append(all, order(e))
		if d, ok := e.(repl.Done); ok && d.Parent == id {
			return all
		}
	}
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("there came\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func TestWhatIsShownKeepsItsOrder(t *testing.T) {
	n := open(t)
	expect(t, n.until(n.queue(`fmt.Println("a")
display.ShowAs("p", "10 %")
fmt.Println("b")
display.Clear(true)
fmt.Fprintln(os.Stderr, "c")
display.Update("p", "20 %")
display.Page("long")
fmt.Println("d")
display.NextCell("x := 1")
display.Clear(false)
display.Show("e", 2)
"f"`)),
		"cell 1: stdout a", "cell 1: show 10 % p", "cell 1: stdout b", "cell 1: clear wait=true", "cell 1: stderr c",
		"cell 1: update 20 % p", "cell 1: page long", "cell 1: stdout d", "cell 1: input x := 1 replace=false",
		"cell 1: clear wait=false", "cell 1: show e", "cell 1: show 2", "cell 1: result f", "cell 1: done")
}

// A value shows itself in the pager as it says, also one of a cell's own type.
func TestThePagerShowsValuesOfCells(t *testing.T) {
	n := open(t)
	o := n.run("type W struct{}\nfunc (W) String() string { return \"I am W\" }\ndisplay.Page(W{})")
	if o.failure != nil || !slices.Equal(o.pages, []string{"I am W"}) {
		t.Errorf("%+v", o)
	}
}
