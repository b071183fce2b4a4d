package model_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// A linear function depends on an input by a line, whose slope is the gradient.
func TestDependenceOfALinearFunction(t *testing.T) {
	f := fixture.Waves(30, 3, 1)
	spec := fixture.Gaussian
	spec.Kernel = kern.Linear{}
	m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, f, nvsd.TauFrac(0.2)))
	dep := fixture.Must[*model.Dependence](t)(m.PartialDependence(fixture.Ctx, "x2"))
	last := fmt.Sprintf("%.4g ", dep.Grid[len(dep.Grid)-1])
	if !slices.ContainsFunc(strings.Split(dep.String(), "\n"), func(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " "), last) }) {
		t.Errorf("the text does not list %q:\n%v", last, dep)
	}
	w := fixture.Must[*mat.Dense](t)(m.Gradients(f.X())).At(0, 1)
	for i, v := range dep.Grid {
		if want := dep.Mean[0] + w*(v-dep.Grid[0]); math.Abs(dep.Mean[i]-want) > 1e-9 || math.Abs(dep.Slope[i]-w) > 1e-9 || dep.SlopeSD[i] > 1e-9 {
			t.Errorf("at %v: mean %v, slope %v (sd %v), want %v, %v", v, dep.Mean[i], dep.Slope[i], dep.SlopeSD[i], want, w)
		}
	}
}

// The slopes are the mean and the deviation of the gradients, in the units of the input.
func TestDependenceHasTheGradients(t *testing.T) {
	f := fixture.Waves(40, 3, 2)
	spec := fixture.Gaussian
	spec.Scale = nvsd.TrainSD
	m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, f, nvsd.TauFrac(0.05)))
	dep := fixture.Must[*model.Dependence](t)(m.PartialDependence(fixture.Ctx, "x2"))
	X := mat.DenseCopyOf(f.X())
	for k, v := range dep.Grid {
		for i := range f.N() {
			X.Set(i, 1, v)
		}
		mean, sd := stat.PopMeanStdDev(mat.Col(nil, 1, fixture.Must[*mat.Dense](t)(m.Gradients(X))), nil)
		if math.Abs(dep.Slope[k]-mean) > 1e-12 || math.Abs(dep.SlopeSD[k]-sd) > 1e-12 {
			t.Errorf("at %v: slope %v (sd %v), by gradients %v (%v)", v, dep.Slope[k], dep.SlopeSD[k], mean, sd)
		}
	}
}

// The slope is the derivative of the mean, and the mean that of predictions.
func TestDependenceSlopeIsOfTheMean(t *testing.T) {
	f := fixture.Waves(40, 3, 2)
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.TauFrac(0.05)))
	const v, h = 0.3, 1e-5
	dep := fixture.Must[*model.Dependence](t)(m.PartialDependence(fixture.Ctx, "x1", v-h, v, v+h))
	if by := (dep.Mean[2] - dep.Mean[0]) / (2 * h); math.Abs(by-dep.Slope[1]) > 1e-6 {
		t.Errorf("slope %v, by differences %v", dep.Slope[1], by)
	}
	X := mat.DenseCopyOf(f.X())
	sum := 0.0
	for i := range f.N() {
		X.Set(i, 0, v)
	}
	for _, p := range fixture.Must[[]float64](t)(m.Predict(X)) {
		sum += p / float64(f.N())
	}
	if math.Abs(sum-dep.Mean[1]) > 1e-12 {
		t.Errorf("mean %v, of predictions %v", dep.Mean[1], sum)
	}
	if whole := fixture.Must[*model.Dependence](t)(m.PartialDependence(fixture.Ctx, "x1")); whole.Slope[0] > 0 || whole.Slope[len(whole.Slope)-1] < 0 {
		t.Errorf("x1^2 has slopes %v", whole.Slope)
	}
}

func TestDependenceRefuses(t *testing.T) {
	m := fixture.Must[*nvsd.Model](t)(nvsd.Mean(fixture.Waves(10, 2, 1)))
	stopped, stop := context.WithCancel(fixture.Ctx)
	stop()
	if _, err := m.PartialDependence(stopped, "x1"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for what, fail := range map[string]func() (*model.Dependence, error){
		"unknown input": func() (*model.Dependence, error) { return m.PartialDependence(fixture.Ctx, "z") },
		"NaN":           func() (*model.Dependence, error) { return m.PartialDependence(fixture.Ctx, "x1", math.NaN()) },
	} {
		if _, err := fail(); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// How the target depends on one input, and how steeply.
func ExampleModel_PartialDependence() {
	f, err := data.E1(80, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := nvsd.Spec{Kernel: kern.Polynomial{Degree: 3, Offset: 1}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-1)}
	m, err := spec.Fit(fixture.Ctx, f, nvsd.TauFrac(0.005))
	if err != nil {
		fmt.Println(err)
		return
	}
	dep, err := m.PartialDependence(fixture.Ctx, "x1", -2, 0, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, v := range dep.Grid {
		fmt.Printf("x1 = %2.0f: y is %5.1f, and rises by %4.1f per unit\n", v, dep.Mean[i], dep.Slope[i])
	}
	// Output:
	// x1 = -2: y is  -2.4, and rises by  2.1 per unit
	// x1 =  0: y is  -0.6, and rises by  0.5 per unit
	// x1 =  2: y is   3.2, and rises by  4.1 per unit
}
