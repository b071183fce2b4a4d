package rt

import (
	"errors"
	"reflect"
	"runtime"
	"strings"
	"sync"

	goruntime "github.com/nvsd-kernel/nvsd-kernel/interp/rt/runtime"
)

// A mute is an error on its way up as the value of a panic.
//
// The interpreter asks each panic that is an error for its text, in every function that it
// leaves. Go asks nobody before it prints a panic that nothing has recovered. So a mute
// says nothing to the interpreter. Compiled code that recovers it finds the error by
// package errors, and the text, once made, stays.
type mute struct {
	error
	text func() string
}

// Mute returns the value of a panic as it goes up: a mute, if its Error method may be one
// of a program.
func Mute(v any) any {
	err, ok := v.(error)
	if !ok || plain(err) {
		return v
	}
	if _, is := err.(*mute); is {
		return v
	}
	return &mute{err, sync.OnceValue(func() string { return PanicMessage(err) })}
}

// plain reports whether err is of a type whose Error method does no more than return a text.
func plain(err error) bool {
	t := reflect.TypeOf(err)
	return t == errorsNew || t == reflect.TypeFor[*reflect.ValueError]() || ofRuntime(err)
}

var errorsNew = reflect.TypeOf(errors.New(""))

// ofRuntime reports whether err is an error of Go's runtime, or stands for one.
func ofRuntime(err error) bool {
	if _, is := err.(runtime.Error); !is {
		return false
	}
	t := reflect.TypeOf(err)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.PkgPath() == "runtime" || t.PkgPath() == runtimeErrors
}

var runtimeErrors = reflect.TypeFor[goruntime.TypeAssertionError]().PkgPath()

// Error returns the text of the error, and to the interpreter none.
func (m *mute) Error() string {
	var caller [1]uintptr
	runtime.Callers(2, caller[:])
	if f, _ := runtime.CallersFrames(caller[:]).Next(); strings.HasPrefix(f.Function, interpreterPath) {
		return ""
	}
	return m.text()
}

// Unwrap returns the error.
func (m *mute) Unwrap() error { return m.error }

// interpreterPath begins the names of the interpreter's functions.
const interpreterPath = "github.com/traefik/yaegi/interp."
