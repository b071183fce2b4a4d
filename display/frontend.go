package display

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/display/widget"
)

// A Sink receives the calls of a [FrontEnd]. Its methods may be called from any goroutine.
type Sink interface {
	// Emit brings an event to the user's page.
	Emit(Event) error
	// Reveal returns the value to render for a value: itself, or one that stands for it.
	Reveal(value any) any
	// Ask asks the user for a line of text and waits for it. A password is not shown
	// while it is typed. The error is io.EOF where the input has ended.
	Ask(prompt string, password bool) (string, error)
	// Widgets returns the kit that makes the controls of the page.
	Widgets() *widget.Kit
}

// An Event is a change of the page by one call: [Shown], [Cleared], [Paged] or [ForNextCell].
type Event interface {
	// print does the nearest thing in a Go program, which has only its standard output.
	print(w io.Writer) error
}

// Shown is a bundle among the output of the cell. A nonempty ID names the place where
// the bundle is shown. With Update it replaces the output at the places of that name.
type Shown struct {
	Bundle Bundle
	ID     string
	Update bool
}

// Cleared removes the output of the cell. With Wait the output is removed when the cell
// shows something else, so that an animation does not flicker.
type Cleared struct{ Wait bool }

// A FrontEnd shows values to the user and asks for input. Its methods have the signatures
// of the package's functions of the same names and replace them in a cell.
type FrontEnd struct{ sink Sink }

// NewFrontEnd returns the front end behind sink.
func NewFrontEnd(sink Sink) *FrontEnd { return &FrontEnd{sink} }

// Show shows the values in order, each in its richest form.
func (f *FrontEnd) Show(values ...any) error {
	for _, v := range values {
		if err := f.display(v, "", false); err != nil {
			return err
		}
	}
	return nil
}

// ShowAs shows a value at a place that [FrontEnd.Update] finds by id.
func (f *FrontEnd) ShowAs(id string, value any) error {
	if id == "" {
		return errNoID
	}
	return f.display(value, id, false)
}

// Update replaces the output at the places of that id, in this cell and in earlier ones.
func (f *FrontEnd) Update(id string, value any) error {
	if id == "" {
		return errNoID
	}
	return f.display(value, id, true)
}

// Clear removes the output of the cell. With wait the output is removed when the cell
// shows something else.
func (f *FrontEnd) Clear(wait bool) error { return f.sink.Emit(Cleared{wait}) }

var errNoID = errors.New("display: the id is empty; give the place a name, by which Update finds it")

func (f *FrontEnd) display(v any, id string, update bool) error {
	b, err := f.render(v)
	if err != nil {
		return err
	}
	return f.sink.Emit(Shown{b, id, update})
}

func (f *FrontEnd) render(v any) (Bundle, error) { return Render(f.sink.Reveal(v)) }

// Show shows the values in order. In a cell each is shown in its richest form, by
// [FrontEnd.Show], which replaces this function. A Go program prints their text.
func Show(values ...any) error { return terminal().Show(values...) }

// ShowAs shows a value at a place that [Update] finds by id. A Go program prints the
// value.
func ShowAs(id string, value any) error { return terminal().ShowAs(id, value) }

// Update replaces the output at the places of that id, in this cell and in earlier ones.
// A Go program prints the value again.
func Update(id string, value any) error { return terminal().Update(id, value) }

// Clear removes the output of the cell. With wait the output is removed when the cell
// shows something else. In a Go program Clear does nothing.
func Clear(wait bool) error { return terminal().Clear(wait) }

func terminal() *FrontEnd { return NewFrontEnd(textSink{os.Stdout}) }

// textSink prints the text of each event.
type textSink struct{ w io.Writer }

func (t textSink) Emit(e Event) error { return e.print(t.w) }

func (t textSink) Reveal(v any) any { return v }

func (textSink) Widgets() *widget.Kit { return widget.NewKit(nil, nil, false) }

func (e Shown) print(w io.Writer) error { return e.Bundle.print(w) }

func (Cleared) print(io.Writer) error { return nil }

// print writes the text of a bundle and a line end.
func (b Bundle) print(w io.Writer) error {
	text, _ := b.Data[MIMEText].(string)
	_, err := fmt.Fprintln(w, strings.TrimRight(text, "\n"))
	return err
}
