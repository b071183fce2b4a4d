// Package refusal has the errors by which nvsd refuses arguments, data and files. The text of each
// says what is wrong, where, and what to do.
package refusal

import (
	"errors"
	"fmt"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

// An ArgumentError is the refusal of an argument, or of a field of one, such as a Spec without a
// Kernel or a negative tau.
type ArgumentError struct {
	Name string // of the argument or the field: "tau", "Spec.Kernel", "BootstrapPlan.Level"
	err  error
}

// Error returns the text of the refusal.
func (e *ArgumentError) Error() string { return e.err.Error() }

// Unwrap returns the error of the package that refused the argument, nil if there is none.
func (e *ArgumentError) Unwrap() error { return errors.Unwrap(e.err) }

// BadArgument returns an ArgumentError with a text that begins with the name of the package.
func BadArgument(name, format string, values ...any) error {
	return &ArgumentError{Name: name, err: fmt.Errorf("nvsd: "+format, values...)}
}

// A DataError is the refusal of data: there are none, there are too few of them, their columns
// or points have another shape than is needed, or they lack what the model was trained on.
type DataError struct {
	Data string // which data: "training part", "data to evaluate on", "points"
	err  error
}

// Error returns the text of the refusal.
func (e *DataError) Error() string { return e.err.Error() }

// Unwrap returns the error of package data, nil if there is none.
func (e *DataError) Unwrap() error { return errors.Unwrap(e.err) }

// The data that a DataError names.
const (
	TrainingPart = "training part"
	Evaluated    = "data to evaluate on"
	Points       = "points"
)

// BadData returns a DataError with a text that begins with the name of the package.
func BadData(which, format string, values ...any) error {
	return &DataError{Data: which, err: fmt.Errorf("nvsd: "+format, values...)}
}

// A NotFoundError is the refusal of a name or a number that nothing has, such as the name of an
// input or the number of a fit.
type NotFoundError struct {
	What  string   // the kind of the thing: "input", "fit", "model"
	Name  string   // the name or the number that was asked for
	Known []string // the names that there are; nil where they are numbers
	Text  string   // of the error
}

// Error returns the text of the refusal.
func (e *NotFoundError) Error() string { return e.Text }

// NoInput returns the error of an input that a model does not have.
func NoInput(name string, known []string) error {
	return &NotFoundError{What: "input", Name: name, Known: known,
		Text: fmt.Sprintf("nvsd: the model has no input %q: %sit has %s", name, spelling.Question(name, known), strings.Join(known, ", "))}
}

// NoSuch returns the error of the number of a fit or a model, of count that a path has.
func NoSuch(what, of string, i, count int) error {
	return &NotFoundError{What: what, Name: fmt.Sprint(i),
		Text: fmt.Sprintf("nvsd: %s %d of the %s is asked for: there are %ss 0 to %d", what, i, of, what, count-1)}
}

// A ModelFileError is the refusal of a file that holds no model which this program can read: it is
// none, or damaged, or of another version of the format.
type ModelFileError struct{ err error }

// Error returns the text of the refusal.
func (e *ModelFileError) Error() string { return e.err.Error() }

// Unwrap returns the error of the file or of its reader, nil if there is none.
func (e *ModelFileError) Unwrap() error { return errors.Unwrap(e.err) }

// BadModelFile returns a ModelFileError with the text of err.
func BadModelFile(err error) error { return &ModelFileError{err} }
