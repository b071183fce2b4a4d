package rt

import "errors"

// Unhandled is an error that a cell's code has not looked at, as the value of
// the panic that ends the cell. Who recovers it finds the error itself.
type Unhandled struct{ Err error }

// Must ends the cell with err unless it is nil.
func Must(err error) {
	if err != nil {
		panic(Unhandled{err})
	}
}

// Stale is what a function that no longer checks panics with.
func Stale(message string) any { return errors.New(message) }
