package viz

import (
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

func testBoxes() report.Boxes {
	return report.Boxes{
		Title: "mass by species", Axis: "mass", Points: "observations", Note: "1 row is left out.",
		Boxes: []report.Box{
			{Name: "Adelie", Count: 151, Low: 2850, Q1: 3350, Median: 3700, Q3: 4000, High: 4775},
			{Name: "Chinstrap", Count: 68, Low: 2700, Q1: 3487, Median: 3700, Q3: 3950, High: 4550, Far: []float64{4800, 2600}},
			{Name: "Emperor", Count: 2, Few: []float64{5600, 5900}},
		},
	}
}

func TestBoxesGolden(t *testing.T) {
	f, err := Boxes(testBoxes())
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/boxes.svg", f.SVG())
	legible(t, f)
	for _, want := range []string{
		"Adelie (151): median 3700, quartiles 3350 and 4000, 0 far.", "Emperor (2): too few for a box.", "1 row is left out.",
	} {
		if !strings.Contains(f.String(), want) {
			t.Errorf("in words: %v, want %q", f, want)
		}
	}
	for _, want := range []string{"Adelie (151)", "further away", "quartiles and median", "observations"} {
		if !hasText(t, f, want) {
			t.Errorf("the figure has no text %q", want)
		}
	}
}

// The width of a box is as the distance of its quartiles.
func TestBoxesHaveOneScale(t *testing.T) {
	f, err := Boxes(testBoxes())
	if err != nil {
		t.Fatal(err)
	}
	bars := boxesOf(f, band)[1:] // after the key
	if got, want := float64(bars[0].Size().X/bars[1].Size().X), 650./463; math.Abs(got-want) > 1e-9 {
		t.Errorf("the first box is %v times as wide as the second, want %v", got, want)
	}
}

func TestBoxesCountWhatIsLeftOut(t *testing.T) {
	c := testBoxes()
	c.Boxes[0].Far = append(make([]float64, 2*maxMarks), math.NaN())
	for len(c.Boxes) < maxBars+2 {
		c.Boxes = append(c.Boxes, c.Boxes[0])
	}
	f, err := Boxes(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2 more boxes are not drawn.", "600 of the 33602 observations beyond whiskers are drawn.", "28 numbers are left out"} {
		if !strings.Contains(f.String(), want) {
			t.Errorf("%v, want %q", f, want)
		}
	}
	if n := len(f.SVG()); n > 60_000 {
		t.Errorf("the drawing of many numbers has %d bytes", n)
	}
}

func TestBoxesRefuse(t *testing.T) {
	for what, boxes := range map[string][]report.Box{
		"no box":         nil,
		"out of order":   {{Name: "a", Low: 1, Q1: 2, Median: 3, Q3: 2, High: 5}},
		"not finite":     {{Name: "a", Low: math.Inf(-1), Q1: 2, Median: 3, Q3: 4, High: 5}},
		"nothing finite": {{Name: "a", Few: []float64{math.NaN()}}},
	} {
		if _, err := Boxes(report.Boxes{Boxes: boxes}); err == nil {
			t.Errorf("%s: it is drawn", what)
		}
	}
}
