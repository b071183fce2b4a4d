package rt

import (
	"fmt"
	"math"
	"testing"
)

// plainType returns the description of a type that no program declares.
func plainType[T any]() *Type { return Native((*T)(nil)) }

// TestEq: Eq compares two values in interfaces as == does, and panics as it does.
func TestEq(t *testing.T) {
	type pair struct{ A, B any }
	values := []any{
		nil, 0, 1, int8(1), 1.0, math.NaN(), "1", true, []int{1}, map[string]int{}, [1]int{1}, [1]any{[]int{}}, pair{1, 2}, pair{1, []int{}}, pair{2, []int{}}, func() {}, new(int), make(chan int),
	}
	for _, a := range values {
		for _, b := range values {
			var got, want bool
			samePanics(t, fmt.Sprintf("%#v == %#v", a, b), func() { got = Eq(a, b) }, func() { want = a == b })
			if got != want {
				t.Errorf("%#v == %#v is %v, want %v", a, b, got, want)
			}
		}
	}
}

// TestEqOfStructs: blank fields are not compared, and the fields that are interfaces as those are.
func TestEqOfStructs(t *testing.T) {
	type raw struct {
		A, Fᐧ1 int
		C      any
	}
	typ := Named("rt.eq", "rt.eq")
	typ.Is(Struct(Field{"A", "A", "A", plainType[int](), "", false}, Field{"rt._", "_", "Fᐧ1", plainType[int](), "", false}, Field{"C", "C", "C", plainType[any](), "", false}))
	number := Named("rt.number", "rt.number")
	number.Is(plainType[int]())
	for _, c := range []struct {
		a, b raw
		want bool
	}{
		{raw{1, 2, "c"}, raw{1, 3, "c"}, true},
		{raw{1, 2, "c"}, raw{2, 2, "c"}, false},
		{raw{1, 2, 3}, raw{1, 2, Box(number, 3)}, false},
		{raw{1, 2, Box(number, 3)}, raw{1, 2, Box(number, 3)}, true},
	} {
		if got := Eq(Box(typ, c.a), Box(typ, c.b)); got != c.want {
			t.Errorf("%v == %v is %v", c.a, c.b, got)
		}
	}
	type native struct {
		A, _ int
		C    any
	}
	samePanics(t, "fields without equality", func() { Eq(Box(typ, raw{C: []int{}}), Box(typ, raw{C: []int{}})) }, func() {
		_ = any(native{C: []int{}}) == any(native{C: []int{}})
	})
}

// A doubler is a type of the tests, which the description of the same name stands for.
type doubler int

func (doubler) Twice() int { return 2 }

// TestAssertions: As and AsIface panic as Go's assertions do, which name the types as Go does.
func TestAssertions(t *testing.T) {
	typ := Named("rt.doubler", "rt.doubler")
	typ.Is(plainType[int]())
	typ.Methods()
	typ.Has("Twice", "func() int", func(any) int { return 2 })
	typ.Done()
	boxedOne := Box(typ, 1)
	thrice := &Iface{"interface { Thrice() int }", []IfaceMethod{{"Thrice", "func() int", (*func() int)(nil)}}}
	var nothing any
	for name, c := range map[string]struct{ own, native func() }{
		"a type of nil":             {func() { As(nothing, typ, "interface {}") }, func() { _ = nothing.(doubler) }},
		"another type":              {func() { As("text", typ, "interface {}") }, func() { _ = any("text").(doubler) }},
		"a plain type":              {func() { As(boxedOne, plainType[string](), "interface {}") }, func() { _ = any(doubler(1)).(string) }},
		"the type that is declared": {func() { As(boxedOne, plainType[int](), "interface {}") }, func() { _ = any(doubler(1)).(int) }},
		"the type":                  {func() { As(boxedOne, typ, "interface {}") }, func() { _ = any(doubler(1)).(doubler) }},
		"methods of nil":            {func() { AsIface(nothing, thrice) }, func() { _ = nothing.(interface{ Thrice() int }) }},
		"a method that is missing":  {func() { AsIface(boxedOne, thrice) }, func() { _ = any(doubler(1)).(interface{ Thrice() int }) }},
		"a method of a plain value": {func() { AsIface(7, thrice) }, func() { _ = any(7).(interface{ Thrice() int }) }},
	} {
		samePanics(t, name, c.own, c.native)
	}
	if got := As(boxedOne, typ, "interface {}"); got != 1 || !Is(boxedOne, typ) || Is(1, typ) {
		t.Errorf("the value is %v", got)
	}
}
