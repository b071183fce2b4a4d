package rt

import (
	"reflect"
	"unsafe"
)

// ToUnsafe and FromUnsafe convert a pointer to unsafe.Pointer and back, to the
// type of p.
func ToUnsafe(p any) unsafe.Pointer { return reflect.ValueOf(p).UnsafePointer() }

func FromUnsafe(u unsafe.Pointer, p any) any {
	t := reflect.TypeOf(p)
	if u == nil {
		return reflect.Zero(t).Interface()
	}
	return reflect.NewAt(t.Elem(), u).Interface()
}

// Address and AtAddress convert between unsafe.Pointer and uintptr.
func Address(u unsafe.Pointer) uintptr { return uintptr(u) }

func AtAddress(a uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&a)) }

// UnsafeAdd and the functions that follow are those of package unsafe.
func UnsafeAdd(u unsafe.Pointer, n int) unsafe.Pointer { return unsafe.Add(u, n) }

func UnsafeSlice(p any, n int) any {
	v := reflect.ValueOf(p)
	if n < 0 {
		panic(fail("runtime error: unsafe.Slice: len out of range"))
	}
	slice := reflect.SliceOf(v.Type().Elem())
	if v.IsNil() {
		if n > 0 {
			panic(fail("runtime error: unsafe.Slice: ptr is nil and len is not zero"))
		}
		return reflect.Zero(slice).Interface()
	}
	if size := v.Type().Elem().Size(); size > 0 && uintptr(n) > (^uintptr(0)-v.Pointer()+1)/size {
		panic(fail("runtime error: unsafe.Slice: len out of range"))
	}
	header := reflect.New(slice)
	*(*struct {
		p        unsafe.Pointer
		len, cap int
	})(header.UnsafePointer()) = struct {
		p        unsafe.Pointer
		len, cap int
	}{v.UnsafePointer(), n, n}
	return header.Elem().Interface()
}

func UnsafeSliceData(s any) any {
	v := reflect.ValueOf(s)
	return reflect.NewAt(v.Type().Elem(), v.UnsafePointer()).Interface()
}

func UnsafeString(p *byte, n int) string {
	if n < 0 {
		panic(fail("runtime error: unsafe.String: len out of range"))
	}
	if p == nil && n > 0 {
		panic(fail("runtime error: unsafe.String: ptr is nil and len is not zero"))
	}
	if uintptr(n) > ^uintptr(0)-uintptr(unsafe.Pointer(p))+1 && p != nil {
		panic(fail("runtime error: unsafe.String: len out of range"))
	}
	return unsafe.String(p, n)
}

func UnsafeStringData(s string) *byte { return unsafe.StringData(s) }
