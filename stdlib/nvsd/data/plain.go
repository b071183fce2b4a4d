package data

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// Plain is a Frame as plain values, for files. Converting a Frame to a Plain and back gives the
// same numbers to the bit.
type Plain struct {
	Source string      `json:"source,omitempty"`
	Names  []string    `json:"names"` // of the d inputs
	Target string      `json:"target"`
	X      [][]float64 `json:"x"` // n rows of d numbers
	Y      []float64   `json:"y"`

	Categories []Category `json:"categories,omitempty"`
	Classes    []string   `json:"classes,omitempty"` // none, or the labels of -1 and +1
}

// Plain returns the Frame as plain values, which are copies.
func (f *Frame) Plain() Plain {
	p := Plain{Source: f.source, Names: f.Names(), Target: f.target, Y: f.Y(), Categories: f.Categories()}
	if f.classes != nil {
		p.Classes = []string{f.classes.negative, f.classes.positive}
	}
	for i := range f.y {
		p.X = append(p.X, mat.Row(nil, i, f.x))
	}
	return p
}

// Frame returns the values as a Frame, or an error that says what is wrong with them.
func (p Plain) Frame() (*Frame, error) {
	n, d := len(p.X), len(p.Names)
	if n == 0 || d == 0 {
		return nil, fmt.Errorf("data: %d rows of %d inputs: at least one of both is needed", n, d)
	}
	x := mat.NewDense(n, d, nil)
	for i, row := range p.X {
		if len(row) != d {
			return nil, fmt.Errorf("data: row %d has %d numbers for %d inputs", i+1, len(row), d)
		}
		x.SetRow(i, row)
	}
	f, err := New(x, p.Y, append(p.Names[:d:d], p.Target)...)
	if err != nil {
		return nil, err
	}
	f.source, f.categories = p.Source, p.Categories
	if err := f.checkCategories(); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	if p.Classes != nil {
		if f.classes, err = f.checkClasses(p.Classes); err != nil {
			return nil, fmt.Errorf("data: %w", err)
		}
	}
	return f, nil
}
