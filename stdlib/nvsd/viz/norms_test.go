package viz

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

var diabetes = []Bar{
	{Name: "age", Norm: 0, Selected: false}, {Name: "sex", Norm: 4.12, Selected: false}, {Name: "bmi", Norm: 24.1, Selected: true}, {Name: "bp", Norm: 15.3, Selected: true}, {Name: "s1", Norm: 3.2, Selected: false},
	{Name: "s2", Norm: 0.004, Selected: false}, {Name: "s3", Norm: 8.9, Selected: true}, {Name: "s4", Norm: 0, Selected: false}, {Name: "s5", Norm: 22.7, Selected: true}, {Name: "s6", Norm: 2.2, Selected: false},
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
		{"zero", zeros(31), "and 21 more, all 0"},
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

// What is proved of the inputs is told by marks, counted in the key, and in words. A norm
// that is not finite is left out, and counted below.
func TestNormsTellWhatIsProved(t *testing.T) {
	bars := []Bar{
		{Name: "a", Norm: 3, Selected: true, Verdict: report.CertainlyIn}, {Name: "b", Norm: 2, Selected: true, Verdict: report.Undecided},
		{Name: "c", Verdict: report.CertainlyOut}, {Name: "d", Verdict: report.CertainlyOut}, {Name: "e", Norm: math.NaN()},
	}
	f := must(t)(Norms("Derivative norms", NormsAxis, bars))
	golden.Check(t, "testdata/norms-proved.svg", f.SVG())
	legible(t, f)
	for _, want := range []string{"selected (2)", "not selected (2)", "certainly in (1)", "undecided (1)", "certainly out (2)", "1 input is left out: NaN, infinite or above 1e+300."} {
		if !hasText(t, f, want) {
			t.Errorf("nothing in the picture says %q", want)
		}
	}
	if want := "a 3 (selected, certainly in), b 2 (selected, undecided), c 0 (not selected, certainly out)"; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v", f)
	}
	for i := range bars {
		bars[i].Verdict = report.Undecided
	}
	if f := must(t)(Norms("t", NormsAxis, bars)); hasText(t, f, "undecided (4)") {
		t.Error("where nothing is proved, the key says so of every input")
	}
}

func TestNormsSortsSelectedFirstAmongEquals(t *testing.T) {
	f, err := Norms("order", NormsAxis, []Bar{{Name: "a", Norm: 1, Selected: false}, {Name: "b", Norm: 1, Selected: true}, {Name: "c", Norm: 2, Selected: false}})
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
		{"NaN", []Bar{{Name: "a", Norm: math.NaN(), Selected: false}}, "none has finite numbers"},
		{"infinity", []Bar{{Name: "a", Norm: math.Inf(1), Selected: false}}, "none has finite numbers"},
		{"negative", []Bar{{Name: "a", Norm: -1, Selected: false}}, `"a" is -1`},
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

// Bars that are of no inputs are all full, without a key, and counts have no decimals.
func TestBarsOfLevels(t *testing.T) {
	f, err := Draw(report.Bars{Title: "Levels of colour", Axis: "observations", What: "counts", Of: "level", Bars: []Bar{{Name: "red", Norm: 3}, {Name: "blue", Norm: 12}}})
	if err != nil {
		t.Fatal(err)
	}
	legible(t, f)
	if hasText(t, f, "selected (0)") || hasText(t, f, "3.00") || !hasText(t, f, "12") {
		t.Errorf("it is drawn as bars of inputs: %v", f)
	}
	if want := "Bar chart of the counts of 2 levels. The largest: blue 12, red 3."; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v, want %q", f, want)
	}
}
