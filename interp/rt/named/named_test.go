package named

import (
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unsafe"
)

// TestDeclare: a declared type is to compiled code what one of its source would
// be.
func TestDeclare(t *testing.T) {
	if !Known {
		t.Fatal("the runtime lays out types otherwise than is known")
	}
	declare := func(like reflect.Type, name string, methods []Method) reflect.Type {
		t := Declare(like, "main", name, methods)
		SetMethods(t, like, methods)
		return t
	}
	level := declare(reflect.TypeFor[int](), "main.Level", []Method{{
		Name: "MarshalText", Type: reflect.TypeFor[func() ([]byte, error)](),
		Call: func(recv unsafe.Pointer, args []reflect.Value) []reflect.Value {
			runtime.GC()
			return []reflect.Value{reflect.ValueOf(fmt.Appendf(nil, "L%d", *(*int)(recv))), reflect.Zero(reflect.TypeFor[error]())}
		},
	}, {
		Name: "UnmarshalText", Type: reflect.TypeFor[func([]byte) error](), Pointer: true,
		Call: func(recv unsafe.Pointer, args []reflect.Value) []reflect.Value {
			_, err := fmt.Sscanf(args[0].String(), "L%d", (*int)(recv))
			_, err = fmt.Sscanf(string(args[0].Bytes()), "L%d", (*int)(recv))
			return []reflect.Value{reflect.ValueOf(&err).Elem()}
		},
	}})
	raw := reflect.TypeFor[struct {
		A, B int
		S    []int
		Next *int
		h    string
	}]()
	node := declare(raw, "main.Node", []Method{{
		Name: "Sum", Type: reflect.TypeFor[func(float64, string, ...int) (string, float64)](),
		Call: func(recv unsafe.Pointer, args []reflect.Value) []reflect.Value {
			a := *(*int)(recv)
			return []reflect.Value{reflect.ValueOf(fmt.Sprint(args[1], args[2])), reflect.ValueOf(float64(a) + args[0].Float())}
		},
	}})
	SetFields(node, "main", []Field{
		{Name: "A", Tag: `json:"a"`, Type: reflect.TypeFor[int](), Exported: true},
		{Name: "B", Type: level, Offset: 8, Exported: true},
		{Name: "S", Type: reflect.SliceOf(level), Offset: 16, Exported: true},
		{Name: "Next", Type: reflect.PointerTo(node), Offset: 40, Exported: true},
		{Name: "h", Type: reflect.TypeFor[string](), Offset: 48},
	})
	v := reflect.New(node)
	text := `{"a":3,"B":"L4","S":["L5","L6"],"Next":{"a":7,"B":"L0","S":null,"Next":null}}`
	if err := json.Unmarshal([]byte(text), v.Interface()); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		back, err := json.Marshal(v.Elem().Interface())
		if string(back) != text || err != nil {
			t.Error(string(back), err)
		}
	}
	if got := fmt.Sprintf("%T %v %s %s", v.Interface(), v.Elem(), node.Name(), node.PkgPath()); !strings.HasPrefix(got, "*main.Node {3 4 [5 6] 0x") || !strings.HasSuffix(got, "Node main") {
		t.Error(got)
	}
	if f := node.Field(4); f.IsExported() || f.PkgPath != "main" || f.Name != "h" || node.Field(0).Tag.Get("json") != "a" {
		t.Error(f)
	}
	out := v.MethodByName("Sum").Call([]reflect.Value{reflect.ValueOf(1.5), reflect.ValueOf("x"), reflect.ValueOf(1), reflect.ValueOf(2)})
	if out[0].String() != "x [1 2]" && out[0].String() != "x[1 2]" || out[1].Float() != 4.5 {
		t.Error(out[0], out[1])
	}
	out = node.Method(0).Func.Call([]reflect.Value{v.Elem(), reflect.ValueOf(1.5), reflect.ValueOf("x")})
	if out[1].Float() != 4.5 {
		t.Error(out[1])
	}
	f := v.Elem().Interface().(interface {
		Sum(float64, string, ...int) (string, float64)
	})
	if _, x := f.Sum(2, "y"); x != 5 {
		t.Error(x)
	}
}

// TestDeclareFunctionsAndInterfaces: types of other kinds, one that refers to itself
// among them.
func TestDeclareFunctionsAndInterfaces(t *testing.T) {
	f := Declare(reflect.TypeFor[func(int, string) error](), "main", "main.F", []Method{{Name: "Self"}})
	SetMethods(f, reflect.TypeFor[func(int, string) error](), []Method{{
		Name: "Self", Type: reflect.FuncOf(nil, []reflect.Type{f}, false),
		Call: func(recv unsafe.Pointer, args []reflect.Value) []reflect.Value {
			return []reflect.Value{reflect.NewAt(f, recv).Elem()}
		},
	}})
	made := reflect.MakeFunc(f, func(args []reflect.Value) []reflect.Value {
		err := fmt.Errorf("%d %s", args[0].Int(), args[1])
		return []reflect.Value{reflect.ValueOf(&err).Elem()}
	})
	out := made.Method(0).Call(nil)[0].Call([]reflect.Value{reflect.ValueOf(1), reflect.ValueOf("a")})
	if got := fmt.Sprintf("%s %s %s %s %v", f, f.In(1), f.Out(0), f.Method(0).Type, out[0]); got != "main.F string error func(main.F) main.F 1 a" {
		t.Error(got)
	}
	i := Declare(reflect.TypeFor[any](), "main", "main.I", nil)
	v := reflect.New(i).Elem()
	v.Set(reflect.ValueOf(3))
	if got := fmt.Sprintf("%s %d %v", i, i.NumMethod(), v); got != "main.I 0 3" {
		t.Error(got)
	}
	c := Declare(reflect.TypeFor[chan int](), "main", "main.C", nil)
	w := reflect.MakeChan(c, 1)
	w.Send(reflect.ValueOf(4))
	if got, _ := w.Recv(); c.String() != "main.C" || got.Int() != 4 {
		t.Error(c, got)
	}
}
