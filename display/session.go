package display

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// A Sink takes what a cell shows before its end. Its methods may be called
// from any goroutine.
type Sink interface {
	// Display shows b. A nonempty id names the place where it is shown; with
	// update, what stands at the places of that name is replaced instead.
	Display(b Bundle, id string, update bool) error
	// Clear removes what the cell has shown so far; with wait, as soon as
	// something else is shown, so that an animation does not flicker.
	Clear(wait bool) error
	// Page shows b apart from the cell, in the pager.
	Page(b Bundle) error
	// NextCell puts code into the next cell.
	NextCell(code string) error
	// Ask asks the user for a line of text, which is not to be seen if it is a
	// password, and waits for it. The error is io.EOF where there is no more
	// input.
	Ask(prompt string, password bool) (string, error)
}

// A Session shows values on one sink. Its methods have the signatures of the
// package's functions of the same names, which they stand for in a cell.
type Session struct{ sink Sink }

// NewSession returns a session that shows on sink.
func NewSession(sink Sink) *Session { return &Session{sink} }

// Show shows the values, one after the other, each in its richest form.
func (s *Session) Show(values ...any) error {
	for _, v := range values {
		if err := s.display(v, "", false); err != nil {
			return err
		}
	}
	return nil
}

// ShowAs shows a value at a place that [Session.Update] finds again by id.
func (s *Session) ShowAs(id string, value any) error {
	if id == "" {
		return errNoID
	}
	return s.display(value, id, false)
}

// Update replaces what is shown at the places of that id, in this cell and in
// earlier ones.
func (s *Session) Update(id string, value any) error {
	if id == "" {
		return errNoID
	}
	return s.display(value, id, true)
}

// Clear removes what the cell has shown so far; with wait, when it shows
// something else.
func (s *Session) Clear(wait bool) error { return s.sink.Clear(wait) }

var errNoID = errors.New("display: the id is empty; give the place a name, which Update finds it by")

func (s *Session) display(v any, id string, update bool) error {
	b, err := Render(v)
	if err != nil {
		return err
	}
	return s.sink.Display(b, id, update)
}

// Show shows the values, one after the other: in a cell each in its richest
// form (the cell's session takes this function's place), in a Go program as
// text on standard output.
func Show(values ...any) error { return terminal().Show(values...) }

// ShowAs shows a value at a place that [Update] finds again by id. In a Go
// program it prints the value.
func ShowAs(id string, value any) error { return terminal().ShowAs(id, value) }

// Update replaces what is shown at the places of that id, in this cell and in
// earlier ones. In a Go program it prints the value again.
func Update(id string, value any) error { return terminal().Update(id, value) }

// Clear removes what the cell has shown so far; with wait, when it shows
// something else. In a Go program it does nothing.
func Clear(wait bool) error { return terminal().Clear(wait) }

func terminal() *Session { return NewSession(textSink{os.Stdout}) }

// textSink prints the text of what is shown.
type textSink struct{ w io.Writer }

func (t textSink) Display(b Bundle, _ string, _ bool) error {
	text, _ := b.Data[MIMEText].(string)
	_, err := fmt.Fprintln(t.w, strings.TrimRight(text, "\n"))
	return err
}

func (t textSink) Clear(bool) error { return nil }
