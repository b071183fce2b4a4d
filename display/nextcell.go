package display

import (
	"errors"
	"io"
)

// NextCell puts code into the next cell, for the user to read and run. A front end
// shows it when the cell has ended. In a Go program, which has no next cell, NextCell
// returns an error.
func NextCell(code string) error { return terminal().NextCell(code) }

// NextCell puts code into the next cell.
func (f *FrontEnd) NextCell(code string) error { return f.sink.Emit(ForNextCell{code}) }

// ForNextCell is code for the next cell.
type ForNextCell struct{ Code string }

func (ForNextCell) print(io.Writer) error {
	return errors.New("display: there is no next cell: this is a program, not a notebook")
}
