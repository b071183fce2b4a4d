package viz

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

var diabetes = []Bar{
	{"age", 0, false}, {"sex", 4.12, false}, {"bmi", 24.1, true}, {"bp", 15.3, true}, {"s1", 3.2, false},
	{"s2", 0.004, false}, {"s3", 8.9, true}, {"s4", 0, false}, {"s5", 22.7, true}, {"s6", 2.2, false},
}

func zeros(d int) []Bar {
	bars := make([]Bar, d)
	for a := range bars {
		bars[a].Name = fmt.Sprintf("x%d", a+1)
	}
	return bars
}

func TestNormsGolden(t *testing.T) {
	for _, tc := range []struct {
		file string
		bars []Bar
	}{
		{"norms", diabetes},
		{"norms-zero", zeros(3)},
	} {
		f, err := Norms("Derivative norms", NormsAxis, tc.bars)
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "testdata/"+tc.file+".svg", f.SVG())
	}
}

func TestNormsSaysWhatItLeavesOut(t *testing.T) {
	many := zeros(200)
	for a := range many {
		many[a].Norm = 1 / float64(1+a)
	}
	many[100].Selected = true
	for _, tc := range []struct {
		name string
		bars []Bar
		want string
	}{
		{"small", many, "and 170 more, 1 of them selected, none above 0.0323"},
		{"zero", zeros(31), "and 1 more, all 0"},
	} {
		f, err := Norms("t", NormsAxis, tc.bars)
		if err != nil {
			t.Fatal(err)
		}
		if !hasText(t, f, tc.want) {
			t.Errorf("%s: no line says %q", tc.name, tc.want)
		}
	}
}

func TestNormsSortsSelectedFirstAmongEquals(t *testing.T) {
	f, err := Norms("order", NormsAxis, []Bar{{"a", 1, false}, {"b", 1, true}, {"c", 2, false}})
	if err != nil {
		t.Fatal(err)
	}
	var drawn []string
	for _, e := range texts(t, f) {
		if len(e.content) == 1 && e.content >= "a" {
			drawn = append(drawn, e.content)
		}
	}
	if got := strings.Join(drawn, ""); got != "cba" {
		t.Errorf("drawn in the order %q, want %q", got, "cba")
	}
}

func TestNormsRefuses(t *testing.T) {
	for _, tc := range []struct {
		name string
		bars []Bar
		says string
	}{
		{"nothing", nil, "no input"},
		{"NaN", []Bar{{"a", math.NaN(), false}}, `"a" is NaN`},
		{"infinity", []Bar{{"a", math.Inf(1), false}}, `"a" is +Inf`},
		{"negative", []Bar{{"a", -1, false}}, `"a" is -1`},
	} {
		if _, err := Norms("t", NormsAxis, tc.bars); err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: error %v, want one that says %s", tc.name, err, tc.says)
		}
	}
}

// Whatever the names and norms, every text is inside the picture and the
// document is well-formed XML.
func TestNormsStayInsideThePicture(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		bars := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) Bar {
			return Bar{
				Name:     rapid.StringN(0, 80, 200).Draw(rt, "name"),
				Norm:     math.Abs(rapid.Float64Range(0, 1e12).Draw(rt, "norm")),
				Selected: rapid.Bool().Draw(rt, "selected"),
			}
		}), 1, 40).Draw(rt, "bars")
		f, err := Norms(rapid.String().Draw(rt, "title"), NormsAxis, bars)
		if err != nil {
			rt.Fatal(err)
		}
		inside(rt, f)
	})
}
