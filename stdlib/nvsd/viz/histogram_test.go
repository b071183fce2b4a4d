package viz

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

func testHistogram() report.Histogram {
	return report.Histogram{
		Title: "bmi", Axis: "bmi", Points: "observations", Note: "Bins of 5.",
		Bins: report.Bins{Edges: []float64{15, 20, 25, 30, 35, 40}, Counts: []int{4, 21, 0, 9, 1}},
	}
}

func TestHistogramGolden(t *testing.T) {
	f, err := Histogram(testHistogram())
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/histogram.svg", f.SVG())
	legible(t, f)
	if want := "Histogram of 35 observations in 5 bins from 15 to 40. Most of them, 21, from 20 to 25. Bins of 5."; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v, want %q", f, want)
	}
}

// boxesOf returns the areas of a colour that a figure fills, from left to right as they are drawn.
func boxesOf(f *Figure, colour tone) []vg.Rectangle {
	var all []vg.Rectangle
	for _, s := range f.shapes(false) {
		if s.kind != area || s.colour != colour {
			continue
		}
		r := vg.Rectangle{Min: s.path[0].Pos, Max: s.path[0].Pos}
		for _, comp := range s.path[1:4] {
			r.Min.X, r.Min.Y = min(r.Min.X, comp.Pos.X), min(r.Min.Y, comp.Pos.Y)
			r.Max.X, r.Max.Y = max(r.Max.X, comp.Pos.X), max(r.Max.Y, comp.Pos.Y)
		}
		all = append(all, r)
	}
	return all
}

// The heights of the bars are as their counts, all stand on one line, and an empty bin has none.
func TestBarsOfBinsAreAsHighAsTheirCounts(t *testing.T) {
	f, err := Histogram(testHistogram())
	if err != nil {
		t.Fatal(err)
	}
	counts := []float64{4, 21, 9, 1}
	bars := boxesOf(f, accent)
	if len(bars) != len(counts) {
		t.Fatalf("there are %d bars, want %d", len(bars), len(counts))
	}
	for k, bar := range bars {
		if bar.Min.Y != bars[0].Min.Y {
			t.Errorf("bar %d stands at %v, and the first at %v", k, bar.Min.Y, bars[0].Min.Y)
		}
		if got := float64(bar.Size().Y / bars[3].Size().Y); math.Abs(got-counts[k]) > 1e-9 {
			t.Errorf("bar %d is %v times as high as that of one observation, want %v", k, got, counts[k])
		}
	}
}

// The axis of counts has whole numbers alone.
func TestCountsAreWhole(t *testing.T) {
	f, err := Histogram(report.Histogram{Title: "t", Points: "observations", Bins: report.Bins{Edges: []float64{100, 200}, Counts: []int{2}}})
	if err != nil {
		t.Fatal(err)
	}
	if hasText(t, f, "0.5") || !hasText(t, f, "1") || !hasText(t, f, "2") {
		t.Error("the axis has other numbers than 0, 1 and 2")
	}
}

func TestHistogramRefuses(t *testing.T) {
	for what, bins := range map[string]report.Bins{
		"no bin":   {},
		"one edge": {Edges: []float64{1}, Counts: []int{1}},
		"falling":  {Edges: []float64{2, 1}, Counts: []int{1}},
		"empty":    {Edges: []float64{1, 1}, Counts: []int{1}},
		"NaN":      {Edges: []float64{1, math.NaN()}, Counts: []int{1}},
		"infinite": {Edges: []float64{1, math.Inf(1)}, Counts: []int{1}},
		"negative": {Edges: []float64{1, 2}, Counts: []int{-1}},
	} {
		if _, err := Histogram(report.Histogram{Bins: bins}); err == nil {
			t.Errorf("%s is drawn", what)
		}
	}
}
