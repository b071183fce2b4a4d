package carry

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/carried"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

const temperature = `const unit = "K"

type Temperature struct{ Of float64 }

func (t Temperature) String() string { return fmt.Sprint(t.Of, unit) }

type Scale[T any] struct{ Ticks []T }

func (s *Scale[T]) String() string { return fmt.Sprint(len(s.Ticks), s.Ticks) }

type Level int

func (l *Level) String() string { return fmt.Sprint(int(*l), unit) }

type Weights map[Level][]Temperature

func (w Weights) String() string { return fmt.Sprint(w[2][0]) }

func fail() int { panic("no") }
`

// TestMake: a value that is made of code has its methods, is the same code again, and is apart from a value of the same source.
func TestMake(t *testing.T) {
	for typ, tc := range map[string][2]string{
		"Temperature":         {`{"Of":2.5}`, "2.5K"},
		"*Temperature":        {`{"Of":-0.1}`, "-0.1K"},
		"*Level":              {"-3", "-3K"},
		"Weights":             {`{"2":[{"Of":7}]}`, "7K"},
		"*Scale[Temperature]": {`{"Ticks":[{"Of":1},{"Of":1e+300}]}`, "2 [1K 1e+300K]"},
	} {
		c := carried.Code{Type: typ, Value: []byte(tc[0]), Source: temperature}
		var own, other fmt.Stringer
		if err := (Maker{}).Make(t.Context(), c, &own); err != nil {
			t.Fatalf("%s: %v", typ, err)
		}
		changed := c
		changed.Source = strings.Replace(temperature, `"K"`, `"C"`, 1)
		if err := (Maker{}).Make(t.Context(), changed, &other); err != nil {
			t.Fatalf("%s: %v", typ, err)
		}
		if own.String() != tc[1] || other.String() != strings.ReplaceAll(tc[1], "K", "C") {
			t.Errorf("%s: %v and %v, want %s", typ, own, other, tc[1])
		}
		var value carried.Value
		if !rt.AsInterface(own, &value) {
			t.Fatalf("%s is no value of code", typ)
		}
		again, err := value.Code()
		if err != nil || again.Type != typ || string(again.Value) != tc[0] {
			t.Errorf("%s is %v again: %v", typ, again, err)
		}
		if err := (Maker{}).Make(t.Context(), again, &other); err != nil || other.String() != tc[1] {
			t.Errorf("%s is made again as %v: %v", typ, other, err)
		}
	}
}

// TestMakeRefuses: code that cannot be made says why.
func TestMakeRefuses(t *testing.T) {
	for want, c := range map[string]carried.Code{
		"undefined: nothing":                {Type: "T", Value: []byte("{}"), Source: "type T struct{}\nfunc (T) String() string { return nothing }"},
		"undefined: Own":                    {Type: "Own", Value: []byte("{}"), Source: temperature},
		`unknown field "At"`:                {Type: "Temperature", Value: []byte(`{"At":1}`), Source: temperature},
		"cannot unmarshal string":           {Type: "Temperature", Value: []byte(`{"Of":"1"}`), Source: temperature},
		"not the methods of a fmt.Stringer": {Type: "Scale[int]", Value: []byte(`{}`), Source: temperature},
		"it is no type of the source":       {Type: "float64", Value: []byte("1"), Source: temperature},
		"panic: no":                         {Type: "Temperature", Value: []byte("{}"), Source: temperature + "x := fail()"},
	} {
		var to fmt.Stringer
		if err := (Maker{}).Make(t.Context(), c, &to); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
