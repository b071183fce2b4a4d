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
	// Emit brings an event to who looks at the cell.
	Emit(Event) error
	// Reveal returns what to render in the place of a value, which may be the value
	// itself.
	Reveal(value any) any
	// Ask asks the user for a line of text, which is not to be seen if it is a
	// password, and waits for it. The error is io.EOF where there is no more
	// input.
	Ask(prompt string, password bool) (string, error)
}

// An Event is what one call shows. This package has all that there are.
type Event interface {
	// print does in a Go program, which has only its standard output, what comes
	// nearest.
	print(w io.Writer) error
}

// Shown is a bundle among the output of the cell. A nonempty ID names the place where
// it is shown; with Update, what stands at the places of that name is replaced
// instead.
type Shown struct {
	Bundle Bundle
	ID     string
	Update bool
}

// Cleared removes what the cell has shown so far; with Wait, as soon as something else
// is shown, so that an animation does not flicker.
type Cleared struct{ Wait bool }

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
func (s *Session) Clear(wait bool) error { return s.sink.Emit(Cleared{wait}) }

var errNoID = errors.New("display: the id is empty; give the place a name, which Update finds it by")

func (s *Session) display(v any, id string, update bool) error {
	b, err := s.render(v)
	if err != nil {
		return err
	}
	return s.sink.Emit(Shown{b, id, update})
}

func (s *Session) render(v any) (Bundle, error) { return Render(s.sink.Reveal(v)) }

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

func (t textSink) Emit(e Event) error { return e.print(t.w) }

func (t textSink) Reveal(v any) any { return v }

func (e Shown) print(w io.Writer) error { return e.Bundle.print(w) }

func (Cleared) print(io.Writer) error { return nil }

// print writes the text of a bundle, as lines.
func (b Bundle) print(w io.Writer) error {
	text, _ := b.Data[MIMEText].(string)
	_, err := fmt.Fprintln(w, strings.TrimRight(text, "\n"))
	return err
}
