package viz

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

func TestPointsGolden(t *testing.T) {
	f, err := Points("Partial dependence of y on colour", "mean prediction of y", []Point{{Name: "red", Value: 22.5}, {Name: "", Value: -0.25}, {Name: "<green> & blue", Value: 23.125}})
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/points.svg", f.SVG())
	inside(t, f)
	if want := "Points: red 22.5,  -0.25, <green> & blue 23.1."; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v", f)
	}
}

func TestPointsLeaveOut(t *testing.T) {
	many := make([]Point, 40)
	for i := range many {
		many[i] = Point{Name: fmt.Sprint("level ", i), Value: 7}
	}
	f, err := Points("t", "y", many)
	if err != nil {
		t.Fatal(err)
	}
	if !hasText(t, f, "level 29") || hasText(t, f, "level 30") || !hasText(t, f, "and 10 more") {
		t.Error("of 40 points it is not the first 30 that are drawn, and the rest told")
	}
}

// A value that is not finite is left out, and counted.
func TestPointsLeaveOutWhatIsNotFinite(t *testing.T) {
	f := must(t)(Points("t", "y", []Point{{Name: "a", Value: 1}, {Name: "b", Value: math.NaN()}}))
	if want := "Points: a 1. 1 value is left out"; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v", f)
	}
}

func TestPointsRefuse(t *testing.T) {
	for name, all := range map[string][]Point{"nothing": nil, "NaN": {{Name: "a", Value: math.NaN()}}, "infinite": {{Name: "a", Value: math.Inf(-1)}}} {
		if _, err := Points("t", "y", all); err == nil {
			t.Errorf("%s is drawn", name)
		}
	}
}

func TestPointsStayInsideThePicture(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f, err := Points(rapid.StringN(0, 200, 400).Draw(rt, "title"), "y", rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) Point {
			return Point{Name: rapid.StringN(0, 60, 150).Draw(rt, "name"), Value: rapid.Float64Range(-1e12, 1e12).Draw(rt, "value")}
		}), 1, 40).Draw(rt, "points"))
		if err != nil {
			rt.Fatal(err)
		}
		inside(rt, f)
	})
}
