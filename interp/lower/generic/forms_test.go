package generic

import (
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// TestForm: a form is found for elements of basic types, by whichever of their
// names, and does what the function does.
func TestForm(t *testing.T) {
	for _, c := range []struct {
		path, name string
		args       []string
		want       string
	}{
		{"slices", "Sort", []string{"[]int", "int"}, "SlicesSort_int"},
		{"slices", "Sort", []string{"[]uint8", "byte"}, "SlicesSort_uint8"},
		{"slices", "Compare", []string{"[]rune", "int32"}, "SlicesCompare_int32"},
		{"slices", "Contains", []string{"[]bool", "bool"}, "SlicesContains_bool"},
		{"cmp", "Compare", []string{"string"}, "CmpCompare_string"},
		{"slices", "Contains", []string{"[]*int", "*int"}, ""},
		{"slices", "Sort", []string{"typesᐧ.S", "int"}, ""},
		{"slices", "Insert", []string{"[]int", "int"}, ""},
		{"reflect", "TypeFor", nil, ""},
	} {
		got, ok := Form(c.path, c.name, c.args)
		if ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%s.%s%v is %q, %t; want %q", c.path, c.name, c.args, got, ok, c.want)
		}
	}
	forms := Exports(FormsPath)[rt.Key(FormsPath)]
	bytes := []byte("cab")
	forms["SlicesSort_uint8"].Interface().(func([]byte))(bytes)
	if !slices.IsSorted(bytes) {
		t.Errorf("sorted bytes: %q", bytes)
	}
	least := forms["SlicesMin_uint8"].Interface().(func([]byte) byte)(bytes)
	most := forms["SlicesMax_uint8"].Interface().(func([]byte) byte)(bytes)
	if least != 'a' || most != 'c' {
		t.Errorf("from %c to %c", least, most)
	}
}
