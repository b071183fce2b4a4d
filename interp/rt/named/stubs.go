//go:build amd64 || arm64

package named

import (
	"reflect"
	"unsafe"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt/named/internal/stubgen"
)

// A method is found by the address of its code, which is given the receiver and
// the arguments and nothing else. So there are as many pieces of code, all
// alike, as programs may have methods; the piece with the number i goes on with
// the function that is contexts[i], one that reflection has made.

//go:generate go run ./internal/stubgen/cmd stubs.h

// stubs is the number of stubs.
const stubs = stubgen.Count

var (
	contexts [stubs]unsafe.Pointer
	used     int
)

// Rooms is the number of methods that there is code for.
const Rooms = stubs

// Room returns how many more methods there is code for.
func Room() int {
	mu.Lock()
	defer mu.Unlock()
	return stubs - used
}

// addresses returns the address of the first stub; the others follow it.
func addresses() unsafe.Pointer

const stubSize = 16

// code returns the address of code that calls a method. Its first argument is
// the receiver, or a pointer to it.
func code(m Method, byValue bool, like reflect.Type) unsafe.Pointer {
	recv := reflect.TypeFor[unsafe.Pointer]()
	if byValue {
		recv = like
	}
	in := []reflect.Type{recv}
	for i := range m.Type.NumIn() {
		in = append(in, m.Type.In(i))
	}
	var out []reflect.Type
	for i := range m.Type.NumOut() {
		out = append(out, m.Type.Out(i))
	}
	f := reflect.MakeFunc(reflect.FuncOf(in, out, m.Type.IsVariadic()), func(args []reflect.Value) []reflect.Value {
		if !byValue {
			return m.Call(args[0].UnsafePointer(), args[1:])
		}
		p := reflect.New(like)
		p.Elem().Set(args[0])
		return m.Call(p.UnsafePointer(), args[1:])
	})
	mu.Lock()
	defer mu.Unlock()
	if used == stubs {
		panic("a program cannot hand more types with methods to reflection: their methods are more than this kernel has room for")
	}
	i := used
	used++
	p := reflect.New(f.Type())
	p.Elem().Set(f)
	contexts[i] = *(*unsafe.Pointer)(p.UnsafePointer())
	return unsafe.Add(addresses(), i*stubSize)
}
