package rt

import (
	"reflect"
	"runtime"
	"sync"
	"unsafe"
	"weak"
)

// funcNames are the names of functions of programs that interfaces hold, by the
// weak.Pointer[byte] to what reflection has made of them.
var funcNames sync.Map

// unnamed are the others for which [ValuePointer] was asked.
var unnamed sync.Map

// closure returns the data of a function that reflection has made, nil for any other.
func closure(f any) *byte {
	v := reflect.ValueOf(f)
	if v.Kind() != reflect.Func || v.IsNil() || v.Pointer() != madeCode() {
		return nil
	}
	return *(**byte)(unsafe.Add(unsafe.Pointer(&f), unsafe.Sizeof(uintptr(0))))
}

// madeCode is the code of all functions that reflection makes.
var madeCode = sync.OnceValue(func() uintptr {
	return reflect.MakeFunc(reflect.TypeFor[func()](), func([]reflect.Value) []reflect.Value { return nil }).Pointer()
})

// NameFunc records the name of a function of a program, and returns the function.
func NameFunc(name string, f any) any {
	if c := closure(f); c != nil {
		key := weak.Make(c)
		funcNames.Store(key, name)
		runtime.AddCleanup(c, func(k weak.Pointer[byte]) { funcNames.Delete(k) }, key)
	}
	return f
}

// ValuePointer is the method Pointer of a reflect.Value: of functions of a program
// it is another for each, and that of the function's name where that is known.
func ValuePointer(v reflect.Value) uintptr {
	if v.Kind() != reflect.Func || !v.CanInterface() {
		return v.Pointer()
	}
	c := closure(v.Interface())
	if c == nil {
		return v.Pointer()
	}
	if name, ok := funcNames.Load(weak.Make(c)); ok {
		return uintptr(unsafe.Pointer(funcNamed(name.(string))))
	}
	pc := uintptr(unsafe.Pointer(c))
	if _, had := unnamed.LoadOrStore(pc, true); !had {
		runtime.AddCleanup(c, func(pc uintptr) { unnamed.Delete(pc) }, pc)
	}
	return pc
}
