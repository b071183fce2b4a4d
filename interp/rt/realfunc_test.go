package rt

import (
	"reflect"
	"testing"
)

// TestRealFunc: what reflection makes of a method of a program's type is a function
// of the program's type, also inside an interface of the program.
func TestRealFunc(t *testing.T) {
	type point struct{ X, Y int }
	p := Named("main.point function", "main.Point")
	p.Is(Struct(Field{"X", "X", "X", Native((*int)(nil)), "", false}, Field{"Y", "Y", "Y", Native((*int)(nil)), "", false}))
	p.Methods()
	p.Has("Plus", "func(n int) int", func(v any, n int) int { return v.(point).X + n })
	p.Done()
	method := reflect.TypeOf(Real(Box(p, point{1, 2}))).Method(0).Func.Interface()
	if got := TypeOf(method); got != Func("func(main.point function, int) int", "", 0) || got.name != "func(main.Point, int) int" {
		t.Errorf("the method is a %s", got.name)
	}
	if got := Val(method).(func(point, int) int)(point{3, 4}, 5); got != 8 {
		t.Errorf("three and five are %d", got)
	}
	if none := reflect.Zero(reflect.TypeOf(method)).Interface(); Val(none).(func(point, int) int) != nil {
		t.Error("no function became one")
	}
}
