package terminal

import (
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/history"
)

// A drafter finds every cell incomplete, one level deep.
type drafter struct{ repl.Analyzer }

func (drafter) Completeness(string) repl.Completeness {
	return repl.Completeness{State: repl.Incomplete, Indent: "\t"}
}

func newTestEditor(past *history.History) *editor {
	return newEditor(drafter{}, past, &screen{})
}

// Enter in a cell that is not complete begins a line as deep as its block, and a brace there ends
// the block.
func TestEditorIndents(t *testing.T) {
	e := newTestEditor(history.New("", nil))
	for _, do := range []func(){
		func() { e.shell.Cursor().InsertAt([]rune("for é := range x {")...) },
		e.enter, func() { e.shell.Cursor().InsertAt([]rune("f()")...) }, e.enter, e.closeBlock,
	} {
		do()
	}
	if got, want := string(*e.shell.Line()), "for é := range x {\n    f()\n}"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	e.up()
	e.up()
	if line := e.shell.Cursor().LinePos(); line != 0 {
		t.Errorf("the cursor is in line %d", line)
	}
	e.down()
	if line := e.shell.Cursor().LinePos(); line != 1 {
		t.Errorf("the cursor is in line %d", line)
	}
}

// The arrow keys find the cells of earlier sessions, the same one after another once.
func TestCellHistory(t *testing.T) {
	past := history.New(t.TempDir(), nil)
	for i, cell := range []string{"a := 1", "b", "b", "if x {\n\ty\n}"} {
		past.Add(i+1, cell)
	}
	s := newCellHistory(past)
	if s.Len() != 3 {
		t.Fatalf("%q", s.Dump())
	}
	if last, err := s.GetLine(2); err != nil || last != "if x {\n    y\n}" {
		t.Errorf("%q, %v", last, err)
	}
	if _, err := s.GetLine(3); err == nil {
		t.Error("there is a cell that nobody has run")
	}
}

func TestPrompts(t *testing.T) {
	for count, want := range map[int]string{7: "  ...: ", 123: "    ...: "} {
		if got := continued(numbered(count)); got != want {
			t.Errorf("%q continues %q", got, numbered(count))
		}
	}
}
