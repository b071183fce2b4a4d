// Package runtime has errors that Go's runtime keeps to itself, under the names that
// programs print of them: fmt.Printf("%T", recover()) prints runtime.boundsError.
package runtime

import (
	"runtime"
	"strings"
)

type (
	errorString string // without what all of them begin with
	plainError  string
	boundsError string
	// TypeAssertionError is the error of a failed assertion, which panics with a pointer to it.
	TypeAssertionError struct{ text string }
)

var _, _, _, _ runtime.Error = errorString(""), plainError(""), boundsError(""), &TypeAssertionError{}

func (e errorString) Error() string         { return prefix + string(e) }
func (e plainError) Error() string          { return string(e) }
func (e boundsError) Error() string         { return string(e) }
func (e *TypeAssertionError) Error() string { return e.text }

func (errorString) RuntimeError()         {}
func (plainError) RuntimeError()          {}
func (boundsError) RuntimeError()         {}
func (*TypeAssertionError) RuntimeError() {}

const prefix = "runtime error: "

// New returns the error of Go's runtime that says a text, of the type that it has there.
func New(text string) runtime.Error {
	if strings.HasPrefix(text, "interface conversion: ") {
		return &TypeAssertionError{text}
	}
	said, ok := strings.CutPrefix(text, prefix)
	if !ok {
		return plainError(text)
	}
	for _, bounds := range []string{"index out of range", "slice bounds out of range", "cannot convert slice with length"} {
		if strings.HasPrefix(said, bounds) {
			return boundsError(text)
		}
	}
	return errorString(said)
}
