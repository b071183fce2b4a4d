package runtime

import (
	"fmt"
	"runtime"
	"testing"
)

// Errors have the types, as they are printed, and the texts of those of Go's runtime.
func TestNew(t *testing.T) {
	none, zero := []int{}, 0
	var nothing, number any = nil, 1
	for name, fail := range map[string]func(){
		"index":      func() { _ = none[zero] },
		"slice":      func() { _ = none[:zero+1] },
		"conversion": func() { _ = [1]int(none) },
		"assertion":  func() { _ = number.(string) },
		"of nil":     func() { _ = nothing.(string) },
		"missing":    func() { _ = number.(fmt.Stringer) },
		"comparison": func() { _ = any(none) == any(none) },
		"division":   func() { _ = 1 / zero },
		"length":     func() { _ = make([]int, zero-1) },
		"shift":      func() { _ = 1 << (zero - 1) },
		"hash":       func() { _ = map[any]int{1: 1}[none] },
		"channel":    func() { var c chan int; close(c) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				want := recover().(runtime.Error)
				got := New(want.Error())
				if fmt.Sprintf("%T: %v", got, got) != fmt.Sprintf("%T: %v", want, want) {
					t.Errorf("%T: %v, want %T: %v", got, got, want, want)
				}
				// The other types have fields with what their text says.
				if fmt.Sprintf("%T", want) == "runtime.errorString" && fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", want) {
					t.Errorf("%#v, want %#v", got, want)
				}
			}()
			fail()
		})
	}
}
