package data

import (
	"errors"
	"fmt"
	"strings"
)

// A Refusal is an error of a reader that cannot read a table by the options, and names the
// options that would do. Its text names options, as calls unless [Explain] writes them in
// another way.
type Refusal struct {
	About  string   // what a person has to decide, such as "separator"; "" if options alone are wrong
	Advice []Advice // the likeliest first

	format string // of the text before the advice
	args   []any  // of the format; a Call among them is an option
	mend   string // what can be done without an option, "" if nothing
}

// refuse returns a Refusal without an advice. A Call among the arguments is written as its function
// alone if it has no arguments.
func refuse(format string, args ...any) *Refusal { return &Refusal{format: format, args: args} }

// about returns the Refusal with the subject of the decision, and options that settle it.
func (e *Refusal) about(what, mend string, advice ...Advice) *Refusal {
	e.About, e.Advice, e.mend = what, advice, mend
	return e
}

func (e *Refusal) Error() string { return e.text(Call.String) }

// What returns the reason of the refusal, without the remedy.
func (e *Refusal) What() string { return e.what(Call.String) }

func (e *Refusal) what(write func(Call) string) string {
	args := make([]any, len(e.args))
	for k, arg := range e.args {
		args[k] = arg
		if c, is := arg.(Call); is {
			args[k] = strings.TrimSuffix(write(c), "()")
		}
	}
	return fmt.Sprintf(e.format, args...)
}

// text returns the error with the options as the given function writes them.
func (e *Refusal) text(write func(Call) string) string {
	text := e.what(write)
	if advice := advices(e.Advice, write); advice != "" {
		text += ": " + advice
		if e.mend != "" {
			text += "; or else " + e.mend
		}
	} else if e.mend != "" {
		text += ": " + e.mend
	}
	return text
}

// refusal returns the Refusal that an error of a reader is, nil if it is none.
func refusal(err error) *Refusal {
	if cell, is := errors.AsType[*CellError](err); is {
		return cell.refusal()
	}
	if e, is := errors.AsType[*Refusal](err); is {
		return e
	}
	return nil
}

// Explain returns the text of an error of a reader without the name of the file, with the options that it
// names as the given function writes them. An advice is left out if the function returns "" for an option
// of it.
func Explain(err error, write func(Call) string) string {
	if e := refusal(err); e != nil {
		return e.text(write)
	}
	return strings.TrimPrefix(err.Error(), "data: ")
}
