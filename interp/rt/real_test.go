package rt

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
)

// TestReal: what reflection sees of a value of a cell's type, and what comes
// back from it.
func TestReal(t *testing.T) {
	type node struct {
		Fᐧn  int
		Next *node
		Any  any
	}
	n := Named("main.node test", "main.Node")
	n.Is(Struct(Field{"main.n", "n", "Fᐧn", Native((*int)(nil)), "", false}, Field{"Next", "Next", "Next", Pointer(n), `json:"next"`, false}, Field{"Any", "Any", "Any", Native((*any)(nil)), "", false}))
	n.Methods()
	n.Has("Twice", "func() int", func(v any) int { return 2 * v.(node).Fᐧn })
	n.Done()
	inner := Box(n, node{Fᐧn: 2})
	x := node{Fᐧn: 1, Next: &node{Fᐧn: 3}, Any: inner}

	real := reflect.ValueOf(Real(Box(n, x)))
	if got := real.MethodByName("Twice").Call(nil)[0].Int(); got != 2 {
		t.Errorf("twice one is %d", got)
	}
	typ := real.Type()
	if got := fmt.Sprintf("%v %s %t %v %s", typ, typ.Field(0).Name, typ.Field(0).IsExported(), typ.Field(1).Type, typ.Field(1).Tag); got != `main.Node n false *main.Node json:"next"` {
		t.Error(got)
	}
	if got := real.Field(2).Elem().Type(); got != typ {
		t.Errorf("the interface holds a %v", got)
	}
	if text, err := json.Marshal(Real(Box(n, x))); string(text) != `{"next":{"next":null,"Any":null},"Any":{"next":null,"Any":null}}` {
		t.Error(string(text), err)
	}
	back := real.Interface()
	if TypeOf(back) != n || Val(back).(node).Next != x.Next || !Eq(inner, Real(inner)) {
		t.Errorf("%v comes back as a %v", x, TypeOf(back).name)
	}
	list := []any{1, "a"}
	if same := Real(list).([]any); &same[0] != &list[0] {
		t.Error("a list without values of cells is copied")
	}
}

// TestRealOfCycles: a list and a map that hold themselves are returned, with what else is in
// them real.
func TestRealOfCycles(t *testing.T) {
	n := Named("main.number test", "main.Number")
	n.Is(Native((*int)(nil)))
	n.Methods()
	n.Done()
	list := []any{nil, Box(n, 1), nil}
	list[0], list[2] = list, list
	table := map[string]any{"number": Box(n, 1)}
	table["self"], table["list"] = table, list

	got := Real(list).([]any)
	if name := reflect.TypeOf(got[1]).String(); name != "main.Number" {
		t.Errorf("the list holds a %s", name)
	}
	if inner := got[0].([]any); &inner[0] != &list[0] {
		t.Error("the list no longer holds itself")
	}
	if name := reflect.TypeOf(Real(table).(map[string]any)["number"]).String(); name != "main.Number" {
		t.Errorf("the map holds a %s", name)
	}
}
