package cell

import (
	"fmt"
	"strings"
)

func containsMark(name string) bool { return strings.Contains(name, Mark) }

// MaxErrors is the largest number of errors that are reported for one cell: text that
// is no Go has one in each word, and finding the place of each takes time.
const MaxErrors = 100

// Errors lists the errors in one cell, by position.
type Errors struct {
	Label string // of the cell
	List  []Error
}

// An Error is an error in the words of the Go compiler, at a line and a column of the
// cell (both from 1, the column in bytes).
type Error struct {
	Line, Col int
	Msg       string
	Text      string // the line of source
	Advice    string // what its author probably meant, or ""
}

// Error returns the errors, one a line, with the advice at its end: "In[7]:3:5: undefined: y:
// is it x?".
func (e *Errors) Error() string {
	lines := make([]string, len(e.List))
	for i, x := range e.List {
		lines[i] = fmt.Sprintf("%s:%d:%d: %s", e.Label, x.Line, x.Col, x.Msg)
		if x.Advice != "" {
			lines[i] += ": " + x.Advice
		}
	}
	return strings.Join(lines, "\n")
}

// errorAt returns an Error at the byte offset off of the source.
func (s *Source) errorAt(off int, msg string) Error {
	code, off := s.original(min(max(off, 0), len(s.Code)))
	before := code[:off]
	start := strings.LastIndexByte(before, '\n') + 1
	text, _, _ := strings.Cut(code[start:], "\n")
	return Error{
		Line: strings.Count(before, "\n") + 1,
		Col:  off - start + 1,
		Msg:  msg,
		Text: strings.TrimSuffix(text, "\r"),
	}
}
