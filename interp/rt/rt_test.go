package rt

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

func noPackages(string, string) (reflect.Type, bool) { return nil, false }

// TestStructsMistake: what reflection cannot make is an error, and ends no process.
func TestStructsMistake(t *testing.T) {
	err := Structs(map[string]reflect.Type{}, []StructSpec{{Name: "T", Fields: []FieldSpec{{Name: "hidden", Type: "int"}}}}, noPackages)
	if err == nil || !strings.Contains(err.Error(), "report it") || !strings.Contains(err.Error(), "hidden") {
		t.Errorf("a field that cannot be made is %v", err)
	}
}

// TestStructs: types that refer to one another, in every way that they can, are
// tied together.
func TestStructs(t *testing.T) {
	made := map[string]reflect.Type{}
	err := Structs(made, []StructSpec{
		{Name: "List", GoName: "main.List", Fields: []FieldSpec{{Name: "Root", Type: "Node"}, {Name: "Len", Type: "int"}}},
		{Name: "Node", GoName: "main.Node", Fields: []FieldSpec{
			{Name: "Next", Type: "*Node"}, {Name: "List", Type: "*List"}, {Name: "Kids", Type: "[]Node"},
			{Name: "By", Type: "map[string]*Node"}, {Name: "F", Type: "func(*List) Step"}, {Name: "C", Type: "chan Node"},
		}},
		{Name: "Step", GoName: "main.Step", Other: "func(*List) Step"},
		{Name: "Twin", GoName: "main.Twin", Fields: []FieldSpec{{Name: "Root", Type: "Node"}, {Name: "Len", Type: "int"}}},
	}, noPackages)
	if err != nil {
		t.Fatal(err)
	}
	list, node, step := made["List"], made["Node"], made["Step"]
	for name, same := range map[string]bool{
		"List.Root is Node":     list.Field(0).Type == node,
		"Node.Next is *Node":    node.Field(0).Type == reflect.PointerTo(node),
		"Node.List is *List":    node.Field(1).Type == reflect.PointerTo(list),
		"Node.Kids is []Node":   node.Field(2).Type == reflect.SliceOf(node),
		"Node.By is of *Node":   node.Field(3).Type.Elem() == reflect.PointerTo(node),
		"Node.F returns a Step": node.Field(4).Type.Out(0) == step,
		"Node.C is of Node":     node.Field(5).Type.Elem() == node,
		"a Step returns a Step": step.Out(0) == step && step.In(0) == reflect.PointerTo(list),
		"twins are two types":   made["Twin"] != list,
	} {
		if !same {
			t.Errorf("not so: %s", name)
		}
	}
	// They work as types do: a list of two, grown by append.
	v := reflect.New(list).Elem()
	kids := reflect.Append(v.Field(0).Field(2), reflect.New(node).Elem(), reflect.New(node).Elem())
	v.Field(0).Field(2).Set(kids)
	kids.Index(1).Field(1).Set(v.Addr())
	if v.Field(0).Field(2).Len() != 2 || kids.Index(1).Field(1).Elem().Field(0).Field(2).Len() != 2 {
		t.Error("a list of nodes is not what was put into it")
	}
}

// TestTypes: %T of a value of a cell's type is its name, wherever the verb stands.
func TestTypes(t *testing.T) {
	celsius := Named("main.Celsius", "main.Celsius")
	celsius.Is(nativeType(reflect.TypeFor[float64]()))
	x := Box(celsius, 1.5)
	for _, c := range []struct {
		format, want string
		args         []any
	}{
		{"%T", "main.Celsius", []any{x}},
		{"%d %T|%5T", "7 main.Celsius|  int", []any{7, x, 3}},
		{"%*d %T", "    7 main.Celsius", []any{5, 7, x}},
		{"%[2]T %[1]v", "main.Celsius 7", []any{7, x}},
		{"100%% %v", "100% 1.5", []any{x}},
	} {
		if got := Sprintf(c.format, c.args...); got != c.want {
			t.Errorf("%s: %q, want %q", c.format, got, c.want)
		}
	}
}

// TestBoxed: two boxes are equal where type and value are, and a type with an Error
// method is an error to compiled code.
func TestBoxed(t *testing.T) {
	a, b := Named("main.A", "main.A"), Named("main.B", "main.B")
	for _, x := range []*Type{a, b} {
		x.Is(nativeType(reflect.TypeFor[int]()))
	}
	b.Methods()
	b.Has("Error", "func() string", func(v any) string { return fmt.Sprint("B ", v) })
	b.Done()
	if !Eq(Box(a, 1), Box(a, 1)) || Eq(Box(a, 1), Box(a, 2)) || Eq(Box(a, 1), Box(b, 1)) || Eq(Box(a, 1), 1) {
		t.Error("boxes are equal by type and value")
	}
	err, ok := Box(b, 3).(error)
	if !ok || err.Error() != "B 3" || !errors.Is(fmt.Errorf("x: %w", err), err) {
		t.Errorf("%v is not the error that it should be", err)
	}
	if _, ok := Box(a, 1).(error); ok {
		t.Error("a type without methods is an error")
	}
}

// TestRun: deferred calls run in their order, recover sees a panic once, in the
// deferred function itself only.
func TestRun(t *testing.T) {
	var said []string
	func() {
		Run(func(d *D) {
			d.Defer(true, func() {
				f := Enter()
				said = append(said, fmt.Sprint("outer ", f.Recover(), " ", f.Recover()))
			})
			d.Defer(true, func() {
				Enter() // the deferred function does not recover, what it calls may not
				said = append(said, fmt.Sprint("inner ", Enter().Recover()))
			})
			Panic("boo")
		})
	}()
	if got := fmt.Sprint(said); got != "[inner <nil> outer boo <nil>]" {
		t.Error(got)
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		Run(func(d *D) { d.Defer(false, func() { said = append(said, "alone") }) })
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("Run does not return")
	}
}
