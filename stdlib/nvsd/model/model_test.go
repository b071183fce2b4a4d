package model_test

import (
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"gonum.org/v1/gonum/mat"
)

func TestPredictFrameFindsColumnsByName(t *testing.T) {
	f := fixture.Waves(40, 3, 1)
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.TauFrac(0.1)))
	want := fixture.Must[[]float64](t)(m.Predict(f.X()))
	shuffled := fixture.Must[*data.Frame](t)(f.Inputs("x3", "x1", "x2"))
	if got := fixture.Must[[]float64](t)(m.PredictFrame(shuffled)); !fixture.Near(got, want, 0) {
		t.Error("the order of the columns changed the predictions")
	}
	fewer := fixture.Must[*data.Frame](t)(f.Inputs("x3", "x1"))
	if _, err := m.PredictFrame(fewer); err == nil || !strings.Contains(err.Error(), `"x2"`) {
		t.Errorf("a missing input: %v", err)
	}
	if _, err := m.PredictFrame(nil); err == nil {
		t.Error("no data: no error")
	}
	for _, X := range []mat.Matrix{nil, fewer.X(), &mat.Dense{}} {
		if _, err := m.Predict(X); err == nil {
			t.Error("points of the wrong shape: no error")
		}
	}
}

// The derivatives are those of the predictions, and their norms those shown.
func TestGradientsAreThoseOfPredictions(t *testing.T) {
	f := fixture.Waves(40, 3, 1)
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, f, 3))
	for name, m := range map[string]*nvsd.Model{
		"penalised": fixture.Must[*nvsd.Model](t)(p.Model(2)),
		"two-step":  fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked)),
	} {
		W := fixture.Must[*mat.Dense](t)(m.Gradients(f.X()))
		const h = 1e-5
		for a, norm := range m.NormsPerUnit() {
			up, down := mat.DenseCopyOf(f.X()), mat.DenseCopyOf(f.X())
			sum := 0.0
			for i := range f.N() {
				up.Set(i, a, up.At(i, a)+h)
				down.Set(i, a, down.At(i, a)-h)
			}
			u, v := fixture.Must[[]float64](t)(m.Predict(up)), fixture.Must[[]float64](t)(m.Predict(down))
			for i := range u {
				if d := (u[i] - v[i]) / (2 * h); math.Abs(d-W.At(i, a)) > 1e-4 {
					t.Fatalf("%s: derivative by input %d at row %d is %v, by differences %v", name, a, i, W.At(i, a), d)
				}
				sum += W.At(i, a) * W.At(i, a) / float64(len(u))
			}
			if m.Selected()[a] && math.Abs(math.Sqrt(sum)-norm) > 1e-6 {
				t.Errorf("%s: norm of input %d is %v, of its derivatives %v", name, a, norm, math.Sqrt(sum))
			}
		}
	}
}

func TestStringSaysWhatDecides(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(150, 6, 5), fixture.NvsdSplit...)
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, s.Train, 5))
	text := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked)).String()
	for _, want := range []string{"x2", "norm per sd", "per unit", "✓ selected", "selection: ranked", "Lasso, tau", "relative gap",
		"Gaussian", "training standard deviation", "unpenalised intercept", "ridge nu", "in validation", "70 observations"} {
		if !strings.Contains(text, want) {
			t.Errorf("the model does not tell %q:\n%s", want, text)
		}
	}
}
