package viz

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

func testGrouped() report.GroupedBars {
	nan := math.NaN()
	return report.GroupedBars{
		Title: "RMSE of four methods", Axis: "RMSE", Groups: []string{"E1", "E2, n = 50", "compound symmetry of four blocks"},
		Series: []Series{
			{Name: "Krls", Y: []float64{6, 8, 3}, SE: []float64{0.5, 1, nan}},
			{Name: "NVSD(L)", Y: []float64{3, 4.5, 0}, SE: []float64{0.25, 6, nan}},
			{Name: "SpAM", Y: []float64{5, nan, 2}},
			{Name: "HSIC", Y: []float64{4, 5, 2.5}},
		},
		Note: "The whiskers are one standard error of the mean.",
	}
}

// manyGroups is a chart of n series in groups with long names.
func manyGroups(n, groups int) report.GroupedBars {
	c := report.GroupedBars{Title: "many", Axis: "RMSE"}
	for i := range groups {
		c.Groups = append(c.Groups, fmt.Sprintf("friedman_equation_%d", i+1))
	}
	for k := range n {
		s := Series{Name: fmt.Sprint("method ", k+1)}
		for i := range groups {
			s.Y, s.SE = append(s.Y, 1+float64((3*i+5*k)%7)), append(s.SE, 0.3)
		}
		c.Series = append(c.Series, s)
	}
	return c
}

func TestGroupedBarsGolden(t *testing.T) {
	for name, chart := range map[string]report.GroupedBars{"grouped": testGrouped(), "grouped_slanted": manyGroups(7, 9)} {
		f := must(t)(GroupedBars(chart))
		golden.Check(t, "testdata/"+name+".svg", f.SVG())
		legible(t, f)
	}
	f := must(t)(GroupedBars(testGrouped()))
	for _, want := range []string{
		"Bars of RMSE in 3 groups. E1: Krls 6 ± 0.5, NVSD(L) 3 ± 0.25, SpAM 5, HSIC 4.", "E2, n = 50: Krls 8 ± 1, NVSD(L) 4.5 ± 6, HSIC 5.",
		"The whiskers are one standard error of the mean. 1 bar is left out",
	} {
		if !strings.Contains(f.String(), want) {
			t.Errorf("in words: %v, want %q", f, want)
		}
	}
	for _, want := range []string{"Krls", "NVSD(L)", "SpAM", "HSIC", "E1", "E2, n = 50", "compound symmetry of four blocks"} {
		if !hasText(t, f, want) {
			t.Errorf("the figure has no text %q", want)
		}
	}
}

// barsOf returns the bars of a series, from left to right, without the one of the key.
func barsOf(f *Figure, k int) []vg.Rectangle {
	var all []vg.Rectangle
	for _, s := range f.shapes(false) {
		if c, is := s.colour.(fadedTone); is && s.kind == area && c.tone == palette(k) {
			all = append(all, vg.Rectangle{Min: s.path[0].Pos, Max: s.path[2].Pos})
		}
	}
	return all[1:]
}

// Bars begin at one line and are as high as their numbers, stand in the order of the key in every group, and are all equally wide.
func TestGroupedBarsHaveOneScale(t *testing.T) {
	chart := testGrouped()
	f := must(t)(GroupedBars(chart))
	first := barsOf(f, 0)[0]
	unit, end := first.Size().Y/6, make([]vg.Length, 3)
	for k, s := range chart.Series {
		bars := barsOf(f, k)
		for i, y := range s.Y {
			if math.IsNaN(y) {
				continue
			}
			b := bars[0]
			bars = bars[1:]
			if math.Abs(float64(b.Size().Y-unit*vg.Length(y))) > 1e-9 || b.Min.Y != first.Min.Y || math.Abs(float64(b.Size().X-first.Size().X)) > 1e-9 {
				t.Errorf("%s in %s is %v, and the bar of 6 is %v", s.Name, chart.Groups[i], b, first)
			}
			if b.Min.X < end[i] {
				t.Errorf("%s in %s stands on the bar before it", s.Name, chart.Groups[i])
			}
			end[i] = b.Max.X
		}
		if len(bars) > 0 {
			t.Errorf("%s has %d more bars", s.Name, len(bars))
		}
	}
}

// No two series have the same filling, and neighbours have other shades in a terminal.
func TestFillingsAreToldApart(t *testing.T) {
	type look struct {
		opacity float64
		lines   string
	}
	seen := map[look]bool{}
	last := -1.0
	for k := range maxSeries {
		opacity, lines := filling(k).look()
		if l := (look{opacity, lines}); seen[l] || opacity == last {
			t.Errorf("the filling %d is %v", k, l)
		} else {
			seen[l], last = true, opacity
		}
	}
}

func TestGroupedBarsCountWhatIsLeftOut(t *testing.T) {
	f := must(t)(GroupedBars(manyGroups(7, 40)))
	if want := "10 of 40 groups are drawn."; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v, want %q", f, want)
	}
	if n := len(f.SVG()); n > 80_000 {
		t.Errorf("the drawing has %d bytes", n)
	}
	for _, n := range []int{1, 2, 7} {
		for _, groups := range []int{1, 5, 12, 30, 31} {
			legible(t, must(t)(GroupedBars(manyGroups(n, groups))))
		}
	}
}

func TestGroupedBarsRefuse(t *testing.T) {
	one := Series{Name: "a", Y: []float64{1}}
	for name, tc := range map[string]struct {
		groups []string
		all    []Series
		says   string
	}{
		"no series":        {[]string{"g"}, nil, "nothing to draw"},
		"no group":         {nil, []Series{{Name: "a"}}, "nothing to draw"},
		"lengths":          {[]string{"g", "h"}, []Series{one}, "1 bars"},
		"whiskers":         {[]string{"g"}, []Series{{Name: "a", Y: []float64{1}, SE: []float64{1, 2}}}, "2 whiskers"},
		"negative":         {[]string{"g"}, []Series{{Name: "a", Y: []float64{-1}}}, "negative"},
		"negative whisker": {[]string{"g"}, []Series{{Name: "a", Y: []float64{1}, SE: []float64{-1}}}, "negative"},
		"nothing finite":   {[]string{"g"}, []Series{{Name: "a", Y: []float64{math.NaN()}}}, "none of 1 bars"},
		"too many":         {[]string{"g"}, slices.Repeat([]Series{one}, 8), "told apart"},
	} {
		if _, err := GroupedBars(report.GroupedBars{Groups: tc.groups, Series: tc.all}); err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tc.says)
		}
	}
}

// Two interactive charts have their own series beside each other in a group.
func TestGroupedBarsBelowEachOther(t *testing.T) {
	spec, err := VegaLite(testGrouped(), manyGroups(3, 4))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"xOffset":"independent"`, `"stack":null`, `"labelAngle":-45`, `"labelAngle":0`} {
		if !strings.Contains(string(spec), want) {
			t.Errorf("the specification has no %s", want)
		}
	}
}
