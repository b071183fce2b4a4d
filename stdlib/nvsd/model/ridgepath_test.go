package model_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// One decomposition gives what a regression at each nu gives, and errors that
// the models really have. (The width and scaling are fixed, so that leaving a
// row out changes the regression alone.)
func TestRidgePathIsEveryRidge(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(70, 3, 4), data.Train(30), data.Valid(40), data.Seed(1))
	spec := fixture.Gaussian
	spec.Refit = nvsd.KeepKernel
	spec.Scale, spec.Kernel, spec.RidgeNus = nvsd.NoScaling, kern.Gaussian{Width: kern.Sigma(1)}, []float64{1e-4, 1, 1e-2}
	p := fixture.Must[*nvsd.RidgePath](t)(spec.RidgePath(fixture.Ctx, s.Train, s.Valid))
	if !slices.Equal(p.Nus(), []float64{1, 1e-2, 1e-4}) {
		t.Fatalf("nus %v", p.Nus())
	}
	for j, nu := range p.Nus() {
		one := spec
		one.RidgeNus = []float64{nu}
		want := fixture.Must[*nvsd.Model](t)(one.Ridge(fixture.Ctx, s.Train, nvsd.ByValidation(s.Valid)))
		got := fixture.Must[*nvsd.Model](t)(p.Model(j))
		if !fixture.Near(fixture.Must[[]float64](t)(got.PredictFrame(s.Valid)), fixture.Must[[]float64](t)(want.PredictFrame(s.Valid)), 0) || got.ValidRMSE() != want.ValidRMSE() || got.RidgeNu() != nu {
			t.Errorf("nu %g: another model than Ridge", nu)
		}
		if p.Validation()[j] != want.ValidRMSE() {
			t.Errorf("nu %g: validation error %v, that of Ridge is %v", nu, p.Validation()[j], want.ValidRMSE())
		}
		loo := leftOut(t, s.Train, func(train *data.Frame) *nvsd.Model {
			spec := one
			spec.RidgeNus = []float64{nu * float64(s.Train.N()) / float64(train.N())} // the same n nu
			return fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, train, nvsd.ByLeaveOneOut()))
		})
		if math.Abs(p.LeaveOneOut()[j]-loo) > 1e-8*loo {
			t.Errorf("nu %g: leave-one-out error %v, leaving rows out gives %v", nu, p.LeaveOneOut()[j], loo)
		}
	}
	if best := p.Best(); p.Validation()[best] != slices.Min(p.Validation()) {
		t.Errorf("best nu %d of errors %v", best, p.Validation())
	}
	if _, err := p.Model(3); err == nil || !strings.Contains(err.Error(), "models 0 to 2") {
		t.Errorf("error %v for a model that is not there", err)
	}
}

func TestRidgePathOfNothing(t *testing.T) {
	f := fixture.Waves(20, 2, 1)
	x, y := f.X(), make([]float64, 20)
	p := fixture.Must[*nvsd.RidgePath](t)(fixture.Gaussian.RidgePath(fixture.Ctx, fixture.Must[*data.Frame](t)(data.New(x, y)), nil))
	m := fixture.Must[*nvsd.Model](t)(p.Model(p.Best()))
	if p.Len() != 1 || p.Validation() != nil || p.LeaveOneOut()[0] != 0 || m.SelectedNames() != nil {
		t.Errorf("a constant target gives\n%v%v", p, m)
	}
}

// The leave-one-out error chooses nu without data to hold out.
func ExampleSpec_RidgePath() {
	f, err := data.E1(60, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := nvsd.Spec{Kernel: kern.Linear{}, RidgeNus: []float64{10, 1, 0.1, 0.01}}
	p, err := spec.RidgePath(fixture.Ctx, f, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for j, nu := range p.Nus() {
		fmt.Printf("nu %5g: %.3f\n", nu, p.LeaveOneOut()[j])
	}
	fmt.Println("best:", p.Nus()[p.Best()])
	// Output:
	// nu    10: 16.991
	// nu     1: 14.255
	// nu   0.1: 13.263
	// nu  0.01: 13.577
	// best: 0.1
}
