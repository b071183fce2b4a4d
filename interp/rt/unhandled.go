package rt

import "errors"

// Unhandled is an error that a cell's code has not handled, as the value of the panic
// that ends the cell. recover returns the error itself.
type Unhandled struct{ Err error }

// Must ends the cell with err unless it is nil.
func Must(err error) {
	if err != nil {
		panic(Unhandled{err})
	}
}

// Stale panics as a function that no longer checks does.
func Stale(message string) { panic(errors.New(message)) }
