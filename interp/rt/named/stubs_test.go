//go:build amd64 || arm64

package named

import (
	"reflect"
	"testing"
	"unsafe"
)

// Each stub goes on with the context of its own number, the last one too.
func TestStubs(t *testing.T) {
	before := used
	defer func() { used = before }()
	for _, i := range []int{before, before + 1, 255, 256, 4095, 4096, 8191, 12288, stubs - 1} {
		used = i
		if used < before {
			continue
		}
		typ := Declare(reflect.TypeFor[func()](), "main", "main.F", []Method{{Name: "M", Pointer: true}})
		SetMethods(typ, reflect.TypeFor[func()](), []Method{{
			Name: "M", Pointer: true, Type: reflect.TypeFor[func(int) int](),
			Call: func(_ unsafe.Pointer, args []reflect.Value) []reflect.Value {
				return []reflect.Value{reflect.ValueOf(int(args[0].Int()) + i)}
			},
		}})
		if got := reflect.New(typ).MethodByName("M").Call([]reflect.Value{reflect.ValueOf(7)})[0].Int(); got != int64(7+i) {
			t.Errorf("the stub %d returns %d", i, got)
		}
	}
}
