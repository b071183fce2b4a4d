package baseline

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// everyMethod is all systems, for four inputs.
func everyMethod() []Method {
	return []Method{
		Mean{}, Ridge{}, Ridge{Degree: 2}, Lasso{}, ElasticNet{}, PolynomialFeatures{}, GroupLasso{Groups: [][]int{{0, 1}, {2, 3}}}, SpAM{}, KRLS{},
		Backfitting{}, Backfitting{Smoother: KernelSmoother{}}, Backfitting{Smoother: SplineProjection{}},
		HSICLasso{}, MKL{}, COSSO{}, COSSO{Order: 2}, ADACOSSO{}, HKL{}, RODEO{}, NVSD{Spec: nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Mean20thNN}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-2)}},
	}
}

// Every system is fitted, chosen from, scored and shown as a Method: it predicts better than
// the mean, and finds its inputs by their names.
func TestMethods(t *testing.T) {
	part := func(n int, seed uint64) *data.Frame {
		X, y := additiveSample(n, 4, seed)
		f, err := data.New(X, y)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	train, valid := part(60, 10), part(40, 11)
	names := train.Names()
	slices.Reverse(names)
	turned, err := valid.Inputs(names...)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range everyMethod() {
		t.Run(m.String(), func(t *testing.T) {
			p, err := m.Path(t.Context(), train, 6)
			if err != nil {
				t.Fatal(err)
			}
			chosen, err := p.Select(t.Context(), nvsd.ByValidation(valid))
			if err != nil {
				t.Fatal(err)
			}
			score, err := chosen.Score(valid)
			if err != nil {
				t.Fatal(err)
			}
			if own, mean := score.Rows[0].RMSE, score.Rows[1].RMSE; m != (Method)(Mean{}) && !(own < 0.9*mean) {
				t.Errorf("error %v, that of the mean is %v", own, mean)
			}
			same, err := chosen.Score(turned)
			if err != nil || !reflect.DeepEqual(same, score) {
				t.Errorf("with the inputs in another order: error %v, %v, want %v", err, same, score)
			}
			single, err := m.Fit(t.Context(), train, nvsd.Tau(0.05))
			if err != nil {
				t.Fatal(err)
			}
			for a, in := range single.Selected() {
				if s := single.Scores()[a]; math.IsNaN(s) || s < 0 || (s > 0) != in {
					t.Errorf("input %d: score %v, selected %v", a, s, in)
				}
			}
			if !strings.Contains(chosen.String(), m.String()) || !chosen.Converged() {
				t.Errorf("it is shown as %v", chosen)
			}
		})
	}
}

// No system takes a training part without rows.
func TestNoTrainingPart(t *testing.T) {
	for _, train := range []*data.Frame{nil, {}} {
		for _, m := range everyMethod() {
			if _, err := m.Fit(t.Context(), train, nvsd.Tau(1)); err == nil {
				t.Errorf("%v: Fit to no data is no error", m)
			}
			if _, err := m.Path(t.Context(), train, 3); err == nil {
				t.Errorf("%v: Path on no data is no error", m)
			}
		}
	}
}

// A Spec among the systems tells what the Spec's own model tells: that its fit fell short, and
// how it was chosen.
func TestNVSDTells(t *testing.T) {
	X, y := additiveSample(60, 4, 10)
	train, err := data.New(X, y)
	if err != nil {
		t.Fatal(err)
	}
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Mean20thNN}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-2)}
	p, err := NVSD{Spec: spec}.Path(t.Context(), train, 6)
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := p.Select(t.Context(), nvsd.ByLeaveOneOut())
	if err != nil {
		t.Fatal(err)
	}
	if c := chosen.Selection(); c == nil || c.By != nvsd.ByLeaveOneOut() || !strings.Contains(chosen.String(), "leaving one out") {
		t.Errorf("chosen %+v\n%v", c, chosen)
	}
	own := chosen.Detail().(*nvsd.Model).Selection()
	if c := chosen.Selection(); c.RMSE != own.RMSE || !slices.Equal(c.PathRMSE, own.PathRMSE) {
		t.Errorf("chosen with error %v, by the Spec itself %v", c.RMSE, own.RMSE)
	}
	if strings.Contains(p.String(), "NaN") {
		t.Errorf("the path says\n%v", p)
	}
	spec.MaxIter = 1
	short, err := NVSD{Spec: spec}.Fit(t.Context(), train, nvsd.TauFrac(0.05))
	if err != nil {
		t.Fatal(err)
	}
	if short.Converged() || !strings.Contains(short.String(), "warning: the fit at tau") {
		t.Errorf("after one iteration it is shown as\n%v", short)
	}
}
