package viz

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// testConvergence is a run of n steps, each of which takes longer than the one before.
func testConvergence(n int) report.Convergence {
	c := report.Convergence{Title: "y: convergence at tau 0.1", Measure: "relative gap", Level: &report.Level{Value: 1e-4, Text: "tolerance 0.0001"}}
	for k := range n {
		gap := math.Pow(0.3, float64(k))
		c.Iterations = append(c.Iterations, 1+k*k*k)
		c.Falls = append(c.Falls, gap)
		c.Objective, c.Bound = append(c.Objective, 2+gap), append(c.Bound, 2-gap/2)
	}
	return c
}

func TestConvergenceGolden(t *testing.T) {
	f, err := Convergence(testConvergence(9))
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/convergence.svg", f.SVG())
	legible(t, f)
	if want := "The relative gap goes from 1 at iteration 1 to 6.56e-05 at iteration 513. The objective ends at 2."; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v", f)
	}
	for _, want := range []string{"iteration (logarithmic)", "tolerance 0.0001", "lower bound of the least objective"} {
		if !hasText(t, f, want) {
			t.Errorf("the figure has no text %q", want)
		}
	}
}

// A short run has a linear axis, and one without bounds no key to them.
func TestConvergenceOfAShortRun(t *testing.T) {
	for n := range 3 {
		c := testConvergence(n + 1)
		c.Bound = nil
		f, err := Convergence(c)
		if err != nil {
			t.Fatal(err)
		}
		legible(t, f)
		if !hasText(t, f, "iteration") || hasText(t, f, "lower bound of the least objective") {
			t.Errorf("of %d steps, the axis is logarithmic, or bounds are explained that are not there", n+1)
		}
	}
}

func TestConvergenceCountsWhatHasNoPlace(t *testing.T) {
	c := testConvergence(9)
	c.Falls[0], c.Falls[1], c.Falls[8] = math.Inf(1), math.NaN(), 0
	f, err := Convergence(c)
	if err != nil {
		t.Fatal(err)
	}
	if want := "3 steps have no relative gap above 0 that could be drawn."; !strings.Contains(f.String(), want) {
		t.Errorf("%v, want %q", f, want)
	}
}

func TestConvergenceRefuses(t *testing.T) {
	for what, change := range map[string]func(*report.Convergence){
		"nothing":           func(c *report.Convergence) { *c = report.Convergence{} },
		"lengths":           func(c *report.Convergence) { c.Objective = c.Objective[1:] },
		"bounds":            func(c *report.Convergence) { c.Bound = c.Bound[1:] },
		"falling":           func(c *report.Convergence) { slices.Reverse(c.Iterations) },
		"below 0":           func(c *report.Convergence) { c.Iterations[0] = -1 },
		"a tolerance of 0":  func(c *report.Convergence) { c.Level.Value = 0 },
		"nothing above 0":   func(c *report.Convergence) { clear(c.Falls) },
		"nothing objective": func(c *report.Convergence) { c.Objective = slices.Repeat([]float64{math.NaN()}, 4) },
	} {
		c := testConvergence(4)
		change(&c)
		if _, err := Convergence(c); err == nil {
			t.Errorf("%s: it is drawn", what)
		}
	}
}
