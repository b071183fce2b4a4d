package display_test

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// TestRenderBaseline: models and paths of the other systems are tables and charts, which
// speak of scores and weights.
func TestRenderBaseline(t *testing.T) {
	train, err := data.E1(60, 1)
	if err != nil {
		t.Fatal(err)
	}
	path, err := baseline.Lasso{}.Path(t.Context(), train, 5)
	if err != nil {
		t.Fatal(err)
	}
	model, err := baseline.Lasso{}.Fit(t.Context(), train, nvsd.TauFrac(0.5))
	if err != nil {
		t.Fatal(err)
	}
	tuned, err := baseline.COSSO{Form: baseline.OneStep}.Tune(t.Context(), train, baseline.COSSOTuning{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		value any
		words []string
	}{
		{path, []string{"lasso: 5 fits", "weight, falling; wide where lines move", ">score<"}},
		{tuned, []string{"COSSO, one step", ", of 17 numbers by generalised cross-validation (", ">M ", ", of 20 numbers by", ">generalised cross-validation<", "✓ chosen", "score, by the system"}},
		{model, []string{"lasso, ", " of 18 inputs", "✓ selected", "score, by the system"}},
	} {
		b, err := display.Render(c.value)
		if err != nil {
			t.Fatal(err)
		}
		html, _ := b.Data[display.MIMEHTML].(string)
		for _, word := range c.words {
			if !strings.Contains(html, word) {
				t.Errorf("%T is shown without %q", c.value, word)
			}
		}
	}
}
