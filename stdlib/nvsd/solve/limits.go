package solve

import "fmt"

// limits holds the defaults of a solver's Tol and MaxIter.
type limits struct {
	tol     float64
	maxIter int
}

// check reports a tolerance or a number of iterations that is negative or not a number.
func (l limits) check(tol float64, maxIter int) error {
	switch {
	case !(tol >= 0):
		return fmt.Errorf("solve: tol is %v: it must be >= 0 (0 means %v)", tol, l.tol)
	case maxIter < 0:
		return fmt.Errorf("solve: max_iter is %d: it must be >= 0 (0 means %d)", maxIter, l.maxIter)
	}
	return nil
}

// fill replaces zeros by the defaults.
func (l limits) fill(tol *float64, maxIter *int) {
	if *tol == 0 {
		*tol = l.tol
	}
	if *maxIter == 0 {
		*maxIter = l.maxIter
	}
}
