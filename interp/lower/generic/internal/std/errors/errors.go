// Package errors has the generic functions and types of the standard library's package
// errors, for lowered programs.
package errors

// AsType returns the first error of type E in the tree of err.
func AsType[E error](err error) (E, bool) {
	var found E
	ok := find(err, &found)
	return found, ok
}

// find sets found to the first error of its type in the tree of err: in err
// itself, or in what it wraps.
func find[E error](err error, found *E) bool {
	if err == nil {
		return false
	}
	if e, ok := err.(E); ok {
		*found = e
		return true
	}
	if x, ok := err.(interface{ As(any) bool }); ok && x.As(found) {
		return true
	}
	switch x := err.(type) {
	case interface{ Unwrap() error }:
		return find(x.Unwrap(), found)
	case interface{ Unwrap() []error }:
		for _, e := range x.Unwrap() {
			if find(e, found) {
				return true
			}
		}
	}
	return false
}
