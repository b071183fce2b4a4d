package rt

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// The types of the tests of printing, and below the structures that the interpreter has of them.
type (
	celsius float64
	label   string
	flags   []bool
	point   struct {
		X    int
		Y    celsius
		name label
		Any  any
		Next *point
		List []label
		By   map[label]celsius
	}
	spoken int
)

func (s spoken) String() string { return fmt.Sprintf("spoken %d", int(s)) }

type rawPoint struct {
	X      int
	Y      float64
	Fᐧname string
	Any    any
	Next   *rawPoint
	List   []string
	By     map[string]float64
}

// printedTypes describes the types of the tests.
func printedTypes() (temperature, text, list, place, says *Type) {
	declare := func(name string, is *Type) *Type {
		t := Named("printing "+name, "rt."+name)
		t.Is(is)
		t.Methods()
		return t
	}
	temperature = declare("celsius", plainType[float64]())
	text = declare("label", plainType[string]())
	list = declare("flags", plainType[[]bool]())
	place = Named("printing point", "rt.point")
	place.Is(Struct(
		Field{"X", "X", "X", plainType[int](), "", false}, Field{"Y", "Y", "Y", temperature, "", false}, Field{"rt.name", "name", "Fᐧname", text, "", false},
		Field{"Any", "Any", "Any", plainType[any](), "", false}, Field{"Next", "Next", "Next", Pointer(place), "", false},
		Field{"List", "List", "List", Slice(text), "", false}, Field{"By", "By", "By", Map(text, temperature), "", false}))
	place.Methods()
	says = declare("spoken", plainType[int]())
	says.Has("String", "func() string", func(v any) string { return spoken(v.(int)).String() })
	for _, t := range []*Type{temperature, text, list, place, says} {
		t.Done()
	}
	return temperature, text, list, place, says
}

// A printedPair is a value as a program has it and as Go compiles it.
type printedPair struct{ own, native any }

// printedPairs returns values of the types of the tests.
func printedPairs() []printedPair {
	temperature, text, list, place, says := printedTypes()
	var none *rawPoint
	return []printedPair{
		{Box(temperature, 1.5), celsius(1.5)},
		{Box(text, "a\"é\n"), label("a\"é\n")},
		{Box(list, []bool{true, false}), flags{true, false}},
		{Box(list, []bool(nil)), flags(nil)},
		{Box(says, 7), spoken(7)},
		{Box(place, rawPoint{X: 1, Y: 2.5, Fᐧname: "n", Any: Box(says, 3), List: []string{"a", "b"}, By: map[string]float64{"z": 1, "a": 2}}),
			point{X: 1, Y: 2.5, name: "n", Any: spoken(3), List: []label{"a", "b"}, By: map[label]celsius{"z": 1, "a": 2}}},
		{Box(place, rawPoint{Any: Box(temperature, 1.0)}), point{Any: celsius(1)}},
		{Box(Pointer(place), &rawPoint{X: 4}), &point{X: 4}},
		{Box(Pointer(place), none), (*point)(nil)},
		{[]any{1, Box(says, 2), Box(text, "t")}, []any{1, spoken(2), label("t")}},
		{map[string]any{"k": Box(place, rawPoint{X: 1})}, map[string]any{"k": point{X: 1}}},
	}
}

// TestPrintedIsGos: a value of a type of a program is printed as a value of the type is that Go
// compiles, with each verb and all flags.
func TestPrintedIsGos(t *testing.T) {
	pairs := printedPairs()
	rapid.Check(t, func(t *rapid.T) {
		pair := rapid.SampledFrom(pairs).Draw(t, "value")
		format := "%"
		for _, flag := range "+-# 0" {
			if rapid.Bool().Draw(t, "flag") {
				format += string(flag)
			}
		}
		if rapid.Bool().Draw(t, "width") {
			format += rapid.SampledFrom([]string{"1", "12"}).Draw(t, "digits")
		}
		if rapid.Bool().Draw(t, "precision") {
			format += rapid.SampledFrom([]string{".", ".0", ".2"}).Draw(t, "digits")
		}
		format += string(rapid.SampledFrom([]rune("vTdsqxXeEfFgGtbcoOU")).Draw(t, "verb"))
		if got, want := Sprintf(format, pair.own), fmt.Sprintf(format, pair.native); got != want {
			t.Errorf("%s of %#v is %q, want %q", format, pair.native, got, want)
		}
	})
	for _, pair := range pairs {
		if got, want := Sprint("a", pair.own, pair.own, "b", 1), fmt.Sprint("a", pair.native, pair.native, "b", 1); got != want {
			t.Errorf("side by side they are %q, want %q", got, want)
		}
		got, want := Sprintf("%d|%T|%v", 1, pair.own, pair.own), fmt.Sprintf("%d|%T|%v", 1, pair.native, pair.native)
		if got != want {
			t.Errorf("with %%T they are %q, want %q", got, want)
		}
	}
}
