package display

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"
)

// What is selected, and by which mark, is in the table and in the picture.
func TestResamplingShowsTableAndChart(t *testing.T) {
	names, selected := []string{"age", "<bmi>"}, []bool{false, true}
	for _, tc := range []struct {
		value any
		html  []string
		chart []string
	}{
		{&resample.Stability{
			Target: "y", Names: names, Frequencies: []float64{0.25, 0.9}, Selected: selected, Threshold: 0.75, Size: 1, Bound: 0.5, Halves: 100, MeanSize: 1, Unproven: 2,
		}, []string{"✓ stable", "stable from 0.75 on", "selected by 100 halves", "2 fits stopped short"}, []string{"stable from 0.75 on", "selected (1)"}},
		{&resample.Null{
			Target: "y", Names: names, Norms: []float64{1, 7}, Above: []float64{0, 1}, Selected: selected, Level: 0.05, Largest: []float64{3, 2, 1}, Repeats: 3,
		}, []string{"✓ selected", "100 %", "largest norm of a copy: 2 (median)", "95 % of the fits"}, []string{"largest norm of a copy: 2 (median)", "selected (1)"}},
		{&resample.Bootstrap{
			Target: "y", Names: names, Norms: []float64{1, 7}, Low: []float64{0, 5}, High: []float64{2, 9}, Frequencies: []float64{0.3, 1}, Level: 0.9, Tau: 3, Repeats: 50,
		}, []string{"5 % quantile", "95 % quantile", "30 %", "no confidence intervals"}, []string{"90 % of the samples", "on all rows"}},
		{&resample.Knockoffs{
			Target: "y", Names: names, Selected: selected, Q: 0.5, Evidence: []float64{0, 1}, Mean: []float64{-0.1, 4}, Least: 2, Draws: 3, Empty: 1,
			Statistic: resample.KnockoffNorms, Method: data.Equicorrelated, Difference: resample.KnockoffDifference{J: 0, K: 1, P: 0.001},
		}, []string{"✓ found", "50 % are expected to be false", "no fewer than 2 inputs", "in 1 of 3 draws", "age can be told from it", "by equicorrelated"}, []string{"mean e-value", "needed of 2 inputs: 1"}},
	} {
		b := render(t, tc.value)
		html := b.Data[MIMEHTML].(string)
		svg := chartOf(t, html)
		for _, want := range append(tc.html, "&lt;bmi&gt;") {
			if !strings.Contains(html, want) {
				t.Errorf("%T: the HTML has no %q", tc.value, want)
			}
		}
		for _, want := range append(tc.chart, "&lt;bmi&gt;") {
			if !strings.Contains(svg, want) {
				t.Errorf("%T: the chart has no %q", tc.value, want)
			}
		}
		if text := b.Data[MIMEText].(string); !strings.Contains(text, "<bmi>") {
			t.Errorf("%T: the text is %s", tc.value, text)
		}
	}
}

// The norms of a model are shown beside those of permuted targets.
func TestTargetNullShowsTableAndChart(t *testing.T) {
	f, err := data.Friedman1(40, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1), Refit: nvsd.ARD}
	null, err := spec.PermutedTarget(t.Context(), f, 3, nvsd.ByLeaveOneOut(), nvsd.Ranked, nvsd.NullPlan{Repeats: 3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	html := render(t, null).Data[MIMEHTML].(string)
	if svg := chartOf(t, html); !strings.Contains(svg, "with the target permuted") {
		t.Errorf("the chart has no mark of the runs: %s", svg)
	}
	for _, want := range []string{"3 of 3", "worth", "beyond noise", "✓ beyond", null.Account()} {
		if !strings.Contains(html, want) {
			t.Errorf("the HTML has no %q: %s", want, html)
		}
	}
}

func TestEmptyResamplingHasNoChart(t *testing.T) {
	for _, v := range []any{&resample.Stability{}, &resample.Null{}, &resample.Bootstrap{}, &resample.Knockoffs{}} {
		if html := render(t, v).Data[MIMEHTML].(string); !strings.Contains(html, "no chart") {
			t.Errorf("%T is shown as %s", v, html)
		}
	}
}
