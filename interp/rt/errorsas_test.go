package rt

import (
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// A coded is an error with a number, and an askable one that takes a *coded for itself.
type (
	coded   struct{ code int }
	askable struct{ inner error }
)

func (e *coded) Error() string  { return fmt.Sprint("code ", e.code) }
func (e *coded) Code() int      { return e.code }
func (e askable) Error() string { return "askable" }
func (e askable) Unwrap() error { return e.inner }
func (e askable) As(to any) bool {
	target, is := to.(**coded)
	if is {
		*target = &coded{-1}
	}
	return is
}

// tree draws an error that wraps others.
func tree(t *rapid.T, depth int) error {
	most := 5
	if depth == 0 {
		most = 2
	}
	switch rapid.IntRange(0, most).Draw(t, "kind") {
	case 0:
		return errors.New("plain")
	case 1:
		return &coded{rapid.IntRange(0, 9).Draw(t, "code")}
	case 2:
		return failing("f")
	case 3:
		return fmt.Errorf("wraps %w", tree(t, depth-1))
	case 4:
		return errors.Join(tree(t, depth-1), tree(t, depth-1))
	}
	return askable{tree(t, depth-1)}
}

// TestErrorsAs: errors are looked through as errors.As does, for targets of types and of
// interfaces.
func TestErrorsAs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		err := tree(t, 3)
		var got, want *coded
		if own, native := errorsAs(err, &got), errors.As(err, &want); own != native || (got == nil) != (want == nil) || got != nil && got.code != want.code {
			t.Errorf("%v is a *coded %v, %v, and by errors.As %v, %v", err, own, got, native, want)
		}
		var gotText, wantText failing
		if own, native := errorsAs(err, &gotText), errors.As(err, &wantText); own != native || gotText != wantText {
			t.Errorf("%v is a failing %v, %q, and by errors.As %v, %q", err, own, gotText, native, wantText)
		}
		type withCode interface{ Code() int }
		var gotCode, wantCode withCode
		if own, native := errorsAs(err, &gotCode), errors.As(err, &wantCode); own != native || gotCode != wantCode {
			t.Errorf("%v has a code %v, %v, and by errors.As %v, %v", err, own, gotCode, native, wantCode)
		}
	})
	var none any
	samePanics(t, "no target", func() { errorsAs(failing("f"), none) }, func() { errors.As(failing("f"), none) })
}
