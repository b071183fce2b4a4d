package rt

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Go runs f in a new goroutine.
func Go(f func()) { go f() }

// Wraps reports whether [Wrap] would succeed.
func Wraps(x any, p any) bool {
	_, ok := Wrap(x, p)
	return ok
}

// ShortSlice panics as the conversion of a slice to a longer array does.
func ShortSlice(have, want int) {
	panic(fail(fmt.Sprintf("runtime error: cannot convert slice with length %d to array or pointer to array with length %d", have, want)))
}

// ClearMap is clear of a map.
func ClearMap(m any) { reflect.ValueOf(m).Clear() }

func printing(text string) {
	if f := host.print.Load(); f != nil {
		(*f)(text)
		return
	}
	os.Stderr.WriteString(text)
}

// Print and Println are Go's print and println.
func Print(args ...any) {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(printed(a))
	}
	printing(b.String())
}

func Println(args ...any) {
	var parts []string
	for _, a := range args {
		parts = append(parts, printed(a))
	}
	printing(strings.Join(parts, " ") + "\n")
}

func printed(x any) string {
	v := reflect.ValueOf(Val(x))
	switch {
	case !v.IsValid():
		return "(0x0,0x0)"
	case v.Kind() == reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())
	case v.CanComplex():
		return strconv.FormatComplex(v.Complex(), 'g', -1, v.Type().Bits())
	case v.Kind() == reflect.String:
		return v.String()
	case v.Kind() == reflect.Slice:
		return fmt.Sprintf("[%d/%d]%#x", v.Len(), v.Cap(), v.Pointer())
	case v.Kind() == reflect.Pointer, v.Kind() == reflect.Map, v.Kind() == reflect.Chan, v.Kind() == reflect.Func:
		return fmt.Sprintf("%#x", v.Pointer())
	}
	return fmt.Sprintf("(%s) %v", TypeOf(x).name, x)
}

// Rune decodes the rune at i of s.
func Rune(s string, i int) (rune, int) { return utf8.DecodeRuneInString(s[i:]) }

// NegativeShift panics as a shift by a negative count does.
func NegativeShift() { panic(fail("runtime error: negative shift amount")) }

// Nil panics as the use of a nil pointer does.
func Nil() { panic(nilDereference) }

// States of a loop over a function; before each iteration it waits, and is 0.
const (
	LoopLeft   = 1 + iota // by its body
	LoopWithin            // its body, or beyond a panic of that
	LoopOver              // the function has returned
)

// NoIteration panics as a function does that goes on with a loop in such a state.
func NoIteration(state int) {
	panic(fail("runtime error: range function continued iteration after " +
		[]string{LoopLeft: "function for loop body returned false", LoopWithin: "loop body panic", LoopOver: "whole loop exit"}[state]))
}

// BodyPanicked panics as a function does that has recovered from a panic of the
// body of its loop.
func BodyPanicked() {
	panic(fail("runtime error: range function recovered a loop body panic and did not resume panicking"))
}

// SameChan reports whether two channels, of types that differ in direction, are one.
func SameChan(a, b any) bool { return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer() }
