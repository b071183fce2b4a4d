package named

import (
	"reflect"
	"sync"
	"unsafe"
)

// The types that follow are laid out as those of the runtime.
type (
	rawHeader struct {
		size, pointers uintptr
		hash           uint32
		flags          uint8
		_              [3]uint8
		equal          func(unsafe.Pointer, unsafe.Pointer) bool
		mask           *byte
		text           int32 // what it is printed as
		toPointer      int32 // the type of pointers to it
	}
	rawUncommon struct {
		pkg             int32
		count, exported uint16
		methods         uint32 // where they are from here
		_               uint32
	}
	rawMethod struct {
		name, typ       int32
		byWord, byValue int32 // code, by how the receiver is given
	}
	rawStruct struct {
		rawHeader
		pkg    *byte
		fields []rawField
	}
	rawField struct {
		name   *byte
		typ    unsafe.Pointer
		offset uintptr
	}
	rawMap struct {
		rawHeader
		key, elem, group            unsafe.Pointer
		hasher                      func(unsafe.Pointer, uintptr) uintptr
		groupSize, slotSize, offset uintptr
		flags                       uint32
	}
)

const (
	flagUncommon  = 1 << 0
	flagExtraStar = 1 << 1
	flagNamed     = 1 << 2
	flagDirect    = 1 << 5 // an interface holds the value itself

	wordSize     = unsafe.Sizeof(uintptr(0))
	headerSize   = unsafe.Sizeof(rawHeader{})
	uncommonSize = unsafe.Sizeof(rawUncommon{})
	methodSize   = unsafe.Sizeof(rawMethod{})
)

// sizeOf is the size of a type of a kind, without names and methods.
func sizeOf(k reflect.Kind) uintptr {
	switch k {
	case reflect.Struct:
		return unsafe.Sizeof(rawStruct{})
	case reflect.Pointer, reflect.Slice:
		return headerSize + wordSize
	case reflect.Array:
		return headerSize + 3*wordSize
	case reflect.Chan:
		return headerSize + 2*wordSize
	case reflect.Func:
		return headerSize + wordSize // the numbers of parameters and results; their types come last
	case reflect.Interface:
		return headerSize + 4*wordSize
	case reflect.Map:
		return unsafe.Sizeof(rawMap{})
	}
	return headerSize
}

func header(t reflect.Type) *rawHeader {
	return (*rawHeader)((*struct{ typ, data unsafe.Pointer })(unsafe.Pointer(&t)).data)
}

// asType is the reverse of header.
func asType(h *rawHeader) reflect.Type {
	t := reflect.TypeFor[int]()
	(*struct{ typ, data unsafe.Pointer })(unsafe.Pointer(&t)).data = unsafe.Pointer(h)
	return t
}

// offset returns the number by which the runtime finds what a type refers to.
func offset(p unsafe.Pointer) int32 {
	mu.Lock()
	defer mu.Unlock()
	return addReflectOff(p)
}

var (
	mu   sync.Mutex
	kept [][]unsafe.Pointer // types are never given back
)

//go:linkname addReflectOff reflect.addReflectOff
//go:noescape
func addReflectOff(p unsafe.Pointer) int32

// encode writes a name as the runtime has it: flags, the text and the tag with
// their lengths, and where the package is named.
func encode(f Field, pkg string) *byte {
	b := []byte{0}
	for i, s := range []string{f.Name, f.Tag} {
		if i == 1 && s == "" {
			break
		}
		b[0] |= byte(i) << 1
		n := len(s)
		for ; n >= 0x80; n >>= 7 {
			b = append(b, byte(n)|0x80)
		}
		b = append(append(b, byte(n)), s...)
	}
	if f.Exported {
		b[0] |= 1 << 0
	}
	if f.Embedded {
		b[0] |= 1 << 3
	}
	if pkg != "" && !f.Exported {
		b[0] |= 1 << 2
		o := offset(unsafe.Pointer(encode(Field{Name: pkg}, "")))
		b = append(b, (*(*[4]byte)(unsafe.Pointer(&o)))[:]...)
	}
	return &b[0]
}

// Types of which is known what the runtime must say of them.
type (
	probeInt    int
	probeSlice  []int
	probeArray  [3]int
	probeMap    map[string]int
	probeFunc   func(int)
	probeChan   chan int
	probeStruct struct {
		A int `tag:"x"`
		//lint:ignore U1000 known reads its type and offset
		b *int
	}
)

func (probeInt) M()    {}
func (probeSlice) M()  {}
func (probeArray) M()  {}
func (probeMap) M()    {}
func (probeFunc) M()   {}
func (probeChan) M()   {}
func (probeStruct) M() {}

// Known reports whether the runtime has the layout of types that is known here.
var Known = stubs > 0 && known()

func known() bool {
	for _, t := range []reflect.Type{reflect.TypeFor[probeInt](), reflect.TypeFor[probeSlice](), reflect.TypeFor[probeArray](), reflect.TypeFor[probeMap](), reflect.TypeFor[probeFunc](), reflect.TypeFor[probeChan](), reflect.TypeFor[probeStruct]()} {
		h := header(t)
		u := (*rawUncommon)(unsafe.Add(unsafe.Pointer(h), sizeOf(t.Kind())))
		if h.size != t.Size() || h.flags&(flagUncommon|flagNamed) != flagUncommon|flagNamed || u.count != 1 || u.exported != 1 {
			return false
		}
	}
	direct := header(reflect.TypeFor[*int]()).flags&flagDirect != 0 && header(reflect.TypeFor[int]()).flags&flagDirect == 0
	s := (*rawStruct)(unsafe.Pointer(header(reflect.TypeFor[probeStruct]())))
	return direct && len(s.fields) == 2 && s.fields[1].typ == unsafe.Pointer(header(reflect.TypeFor[*int]())) && s.fields[1].offset == wordSize
}
