package viz

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

func TestComparedGolden(t *testing.T) {
	f, err := Compared("Selection frequencies", "part of the halves that select the input", "selection frequencies",
		[]Bar{{Name: "bmi", Norm: 1, Selected: true}, {Name: "s5", Norm: 0.82, Selected: true}, {Name: "bp", Norm: 0.61, Selected: false}, {Name: "age", Norm: 0, Selected: false}}, Mark{Value: 0.75, Text: "stable from 0.75 on"})
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/compared.svg", f.SVG())
	inside(t, f)
	if !strings.Contains(f.String(), "selection frequencies of 4 inputs") || !strings.Contains(f.String(), "stable from 0.75 on") {
		t.Errorf("in words: %v", f)
	}
}

func TestComparedRefuses(t *testing.T) {
	bars := []Bar{{Name: "a", Norm: 1, Selected: true}}
	for _, at := range []float64{-1, math.NaN(), math.Inf(1)} {
		if _, err := Compared("t", "x", "norms", bars, Mark{Value: at, Text: "level"}); err == nil || !strings.Contains(err.Error(), `"level"`) {
			t.Errorf("a mark at %v: %v", at, err)
		}
	}
}

// The line of the mark crosses no number and no note, wherever the bars end.
func TestMarkCrossesNoText(t *testing.T) {
	line := regexp.MustCompile(`<path d="M([\d.]+) ([\d.]+)v-([\d.]+)" [^>]*stroke-dasharray="4 2.5"/>`)
	rapid.Check(t, func(rt *rapid.T) {
		bars := make([]Bar, rapid.IntRange(1, 40).Draw(rt, "count"))
		for i := range bars {
			bars[i].Norm = rapid.Float64Range(0, 1).Draw(rt, "norm")
		}
		f := must(rt)(Compared("t", "x", "norms", bars, Mark{Value: rapid.Float64Range(0, 1.2).Draw(rt, "level"), Text: "level"}))
		legible(rt, f)
		drawn := line.FindAllStringSubmatch(f.SVG(), -1)
		if len(drawn) != 1 { // that in the key is level
			rt.Fatalf("the lines are %q", drawn)
		}
		at, bottom := parse(rt, drawn[0][1]), parse(rt, drawn[0][2])
		top := bottom - parse(rt, drawn[0][3])
		for _, e := range texts(rt, f) {
			if e.y > top && e.y < bottom && e.x < at && e.x+e.length > at {
				rt.Fatalf("the line at %v crosses %q, from %v to %v", at, e.content, e.x, e.x+e.length)
			}
		}
	})
}

// A mark beyond all bars is on the axis, and bars of 0 with a mark at 0 too.
func TestMarkIsInsideThePicture(t *testing.T) {
	for _, at := range []float64{0, 50} {
		f, err := Compared("t", "x", "norms", zeros(3), Mark{Value: at, Text: "level"})
		if err != nil {
			t.Fatal(err)
		}
		inside(t, f)
		if !hasText(t, f, "level") {
			t.Errorf("the mark at %v is not in the key", at)
		}
	}
}
