package baseline

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// A path that was stopped holds the fits that are finished and says how many these are. What
// is chosen from it is judged at the same weights in the folds.
func TestStoppedPath(t *testing.T) {
	train, err := data.Friedman1(40, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := Lasso{}.Path(t.Context(), train, 8)
	if err != nil {
		t.Fatal(err)
	}
	within, cancel := context.WithCancel(t.Context())
	defer cancel()
	p, err := Lasso{}.Path(nvsd.WithReporter(within, func(p nvsd.Progress) {
		if p.Parts[0].Done == 3 {
			cancel()
		}
	}), train, 8)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "3 of 8 fits") || p.Len() != 3 || !strings.Contains(p.String(), "3 of 8 fits") {
		t.Fatalf("error %v\n%v", err, p)
	}
	if !slices.Equal(p.Weights(), whole.Weights()[:3]) {
		t.Errorf("weights %v, of the whole path %v", p.Weights(), whole.Weights())
	}
	by := nvsd.ByCrossValidation(nvsd.KFold(4, 1))
	part, err := p.Select(t.Context(), by)
	if err != nil {
		t.Fatal(err)
	}
	all, err := whole.Select(t.Context(), by)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := part.Selection().PathRMSE, all.Selection().PathRMSE[:3]; !slices.Equal(got, want) {
		t.Errorf("errors %v, of the same fits in the whole path %v", got, want)
	}
	if p, err := (Lasso{}).Path(within, train, 8); p != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("without a fit: %v, error %v", p, err)
	}
}

// The error of the chosen model is its own on the data that chose it, and no other weight has a
// lower one.
func TestChosenError(t *testing.T) {
	X, y := additiveSample(90, 4, 12)
	all, err := data.New(X, y)
	if err != nil {
		t.Fatal(err)
	}
	s, err := all.Split(data.Train(40), data.Valid(50), data.Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Mean20thNN}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-2)}
	for _, m := range []Method{SpAM{}, Lasso{}, COSSO{}, NVSD{Spec: spec}} {
		p, err := m.Path(t.Context(), s.Train, 6)
		if err != nil {
			t.Fatal(err)
		}
		chosen, err := p.Select(t.Context(), nvsd.ByValidation(s.Valid))
		if err != nil {
			t.Fatal(err)
		}
		own, err := chosen.RMSE(s.Valid)
		if err != nil {
			t.Fatal(err)
		}
		score, err := chosen.Score(s.Valid)
		if err != nil {
			t.Fatal(err)
		}
		c := chosen.Selection()
		if math.Abs(c.RMSE-own) > 1e-7*own || own != score.Rows[0].RMSE || c.PathRMSE[c.Index] != slices.Min(c.PathRMSE) {
			t.Errorf("%v: error %v by its selection, %v of its own, %v by its score; along the path %v, chosen %d", m, c.RMSE, own, score.Rows[0].RMSE, c.PathRMSE, c.Index)
		}
	}
	other, err := s.Valid.WithTarget(s.Valid.Names()[0])
	if err != nil {
		t.Fatal(err)
	}
	m, err := Lasso{}.Fit(t.Context(), s.Train, nvsd.TauFrac(0.5))
	if err != nil {
		t.Fatal(err)
	}
	if v, err := m.RMSE(other); err == nil {
		t.Errorf("the error on another target is %v", v)
	}
}
