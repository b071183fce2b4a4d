package choose_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// ardSpec is a Spec that refits with a width for each input.
func ardSpec() nvsd.Spec {
	return nvsd.Spec{
		Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.01), Refit: nvsd.ARD,
	}
}

// ardModel is the model by a Spec on a path of 6 taus.
func ardModel(t *testing.T, spec nvsd.Spec, train *data.Frame, by nvsd.Criterion) *nvsd.Model {
	t.Helper()
	path := fixture.Must[*nvsd.Path](t)(spec.Path(context.Background(), train, 6))
	return fixture.Must[*nvsd.Model](t)(path.Select(context.Background(), by, nvsd.Ranked))
}

// TestARDFindsInputs takes a problem in which one width is too many for some inputs and
// too few for others.
func TestARDFindsInputs(t *testing.T) {
	for _, kernel := range []kern.Kernel{
		kern.Gaussian{Width: kern.MedianDistance}, kern.RationalQuadratic{Width: kern.MedianDistance, Shape: 2},
		kern.Matern52{Width: kern.Sigma(3)}, kern.ARD{Base: kern.Gaussian{Width: kern.Sigma(1)}, Widths: slices.Repeat([]float64{3}, 10)},
	} {
		spec := ardSpec()
		spec.Kernel = kernel
		m := ardModel(t, spec, fixture.Must[*data.Frame](t)(data.Friedman1(90, 10, 1)), nvsd.ByLeaveOneOut())
		if selected := slices.Sorted(slices.Values(m.SelectedNames())); fmt.Sprint(selected) != "[x1 x2 x3 x4 x5]" {
			t.Errorf("%v: selected %v", kernel, selected)
		}
		if in := slices.Sorted(slices.Values(m.Ranking()[:5])); !slices.Equal(in, []int{0, 1, 2, 3, 4}) {
			t.Errorf("%v: the ranking begins with %v", kernel, in)
		}
	}
}

// TestARDIsKernelRidge fits the kernel that was found by hand.
func TestARDIsKernelRidge(t *testing.T) {
	train := fixture.Must[*data.Frame](t)(data.Friedman1(70, 7, 2))
	points := fixture.Must[*data.Frame](t)(data.Friedman1(30, 7, 3)).X()
	m := ardModel(t, ardSpec(), train, nvsd.ByLeaveOneOut())
	e := m.Selection().Evidence
	if e.Instead != "" {
		t.Fatal("the model has another kernel: take a problem where it has that of the evidence")
	}
	byHand := nvsd.Spec{
		Kernel:   kern.ARD{Base: kern.Gaussian{Width: kern.Sigma(1)}, Widths: e.Widths},
		Refit:    nvsd.KeepKernel,
		RidgeNus: []float64{m.RidgeNu()},
	}
	ridge := fixture.Must[*nvsd.RidgePath](t)(byHand.RidgePath(context.Background(), train, nil))
	got, want := fixture.Must[[]float64](t)(m.Predict(points)), fixture.Must[[]float64](t)(fixture.Must[*nvsd.Model](t)(ridge.Model(0)).Predict(points))
	for i := range got {
		if math.Abs(got[i]-want[i]) > 1e-8 {
			t.Fatalf("point %d: %v, by hand %v", i, got[i], want[i])
		}
	}
	if loo := ridge.LeaveOneOut()[0]; math.Abs(m.Selection().RMSE-loo) > 1e-9 {
		t.Errorf("the leave-one-out error is %v, by hand %v", m.Selection().RMSE, loo)
	}
	for a, in := range m.Selected() {
		if in != (e.Worth[a] > 0) || in == math.IsInf(e.Widths[a], 1) {
			t.Errorf("input %d is in: %v; it is worth %v and has the width %v", a, in, e.Worth[a], e.Widths[a])
		}
	}
}

// TestARDFoldsSeeNothing does by hand what cross-validation does, on frames that lack the
// rows held out.
func TestARDFoldsSeeNothing(t *testing.T) {
	train := fixture.Must[*data.Frame](t)(data.Friedman1(60, 6, 4))
	folds := nvsd.KFold(3, 5)
	m := ardModel(t, ardSpec(), train, nvsd.ByCrossValidation(folds))
	var sum float64
	for _, fold := range fixture.Must[[]choose.Fold](t)(folds.Divide(train.N())) {
		rows := fixture.Must[*data.Frame](t)(train.Rows(fold.Train...))
		held := fixture.Must[*data.Frame](t)(train.Rows(fold.Held...))
		own := ardModel(t, ardSpec(), rows, nvsd.ByLeaveOneOut())
		rmse := fixture.Must[float64](t)(own.RMSE(held))
		sum += rmse * rmse * float64(held.N()) / float64(train.N())
	}
	if s := m.Selection(); math.Abs(s.RMSE-math.Sqrt(sum)) > 1e-3*s.RMSE || !(s.SE > 0) {
		t.Errorf("the cross-validated error is %v (%v), by hand %v", s.RMSE, s.SE, math.Sqrt(sum))
	}
	// By validation the error is that of the model itself.
	valid := fixture.Must[*data.Frame](t)(data.Friedman1(40, 6, 6))
	v := ardModel(t, ardSpec(), train, nvsd.ByValidation(valid))
	if rmse := fixture.Must[float64](t)(v.RMSE(valid)); math.Abs(v.ValidRMSE()-rmse) > 1e-9 {
		t.Errorf("the validation error is %v, and of the model %v", v.ValidRMSE(), rmse)
	}
}

// TestARDTakesLargerWidths takes a polynomial, for which the wider kernel is the better one.
func TestARDTakesLargerWidths(t *testing.T) {
	draw := func(n int, seed uint64) *data.Frame {
		f := fixture.Must[*data.Frame](t)(data.Friedman1(n, 6, seed))
		y := make([]float64, n)
		for i := range y {
			x := func(a int) float64 { return 4*f.X().At(i, a) - 2 }
			y[i] = x(0)*x(1)*x(2) + 0.01*f.Y()[i]
		}
		return fixture.Must[*data.Frame](t)(data.New(f.X(), y, f.Names()...))
	}
	m := ardModel(t, ardSpec(), draw(80, 1), nvsd.ByLeaveOneOut())
	e := m.Selection().Evidence
	if e.Instead == "" || !strings.Contains(m.String(), e.Instead) {
		t.Fatalf("the model keeps the widths of most evidence:\n%v", m)
	}
	points := draw(300, 2)
	widths := nvsd.Spec{
		Kernel: kern.ARD{Base: kern.Gaussian{Width: kern.Sigma(1)}, Widths: e.Widths}, Refit: nvsd.KeepKernel,
	}
	evident := fixture.Must[*nvsd.Model](t)(widths.Ridge(context.Background(), draw(80, 1), nvsd.ByLeaveOneOut()))
	if got, want := fixture.Must[float64](t)(m.RMSE(points)), fixture.Must[float64](t)(evident.RMSE(points)); got > want {
		t.Errorf("the error is %v, with the widths of most evidence %v", got, want)
	}
}

// TestARDFarFromZero adds a constant to the target that is a billion times its deviation.
func TestARDFarFromZero(t *testing.T) {
	near := fixture.Must[*data.Frame](t)(data.Friedman1(60, 6, 11))
	y := slices.Clone(near.Y())
	for i := range y {
		y[i] += 4e9
	}
	far := fixture.Must[*data.Frame](t)(data.New(near.X(), y, near.Names()...))
	m, n := ardModel(t, ardSpec(), near, nvsd.ByLeaveOneOut()), ardModel(t, ardSpec(), far, nvsd.ByLeaveOneOut())
	if !slices.Equal(m.SelectedNames(), n.SelectedNames()) || math.Abs(m.Selection().Evidence.Log-n.Selection().Evidence.Log) > 1e-2 {
		t.Errorf("far from 0 the model is\n%v\nand near it\n%v", n, m)
	}
}

// TestClarkWest computes OverMean of a weak effect from residuals.
func TestClarkWest(t *testing.T) {
	train := fixture.Must[*data.Frame](t)(data.Friedman1(60, 6, 12))
	m := ardModel(t, ardSpec(), train, nvsd.ByLeaveOneOut())
	own := fixture.Must[[]float64](t)(m.LeaveOneOut(context.Background()))
	mean := fixture.Must[[]float64](t)(fixture.Must[*nvsd.Model](t)(nvsd.Mean(train)).LeaveOneOut(context.Background()))
	nested, absolute := make([]float64, len(own)), make([]float64, len(own))
	for i := range own {
		nested[i], absolute[i] = mean[i]*(mean[i]-own[i]), math.Abs(mean[i])-math.Abs(own[i])
	}
	want := 0.0
	for _, terms := range [][]float64{nested, absolute} {
		average, sd := stat.MeanStdDev(terms, nil)
		want = math.Max(want, average/(sd/math.Sqrt(float64(len(terms)))))
	}
	if got := m.Selection().OverMean; math.Abs(got-want) > 1e-6*want {
		t.Errorf("OverMean is %v, want %v", got, want)
	}
}

func TestSpreadIsChecked(t *testing.T) {
	f := fixture.Must[*data.Frame](t)(data.Friedman1(20, 5, 13))
	X := mat.DenseCopyOf(f.X())
	for i := range 20 {
		X.Set(i, 2, 1e-200*X.At(i, 2))
	}
	tiny := fixture.Must[*data.Frame](t)(data.New(X, f.Y(), f.Names()...))
	if _, err := ardSpec().Path(context.Background(), tiny, 3); err == nil || !strings.Contains(err.Error(), `"x3"`) {
		t.Errorf("an input of no standard deviation in float64 has the error %v", err)
	}
}

func TestARDTakesTopK(t *testing.T) {
	train := fixture.Must[*data.Frame](t)(data.Friedman1(60, 8, 7))
	path := fixture.Must[*nvsd.Path](t)(ardSpec().Path(context.Background(), train, 6))
	for _, k := range []int{1, 3, 7} {
		m := fixture.Must[*nvsd.Model](t)(path.Select(context.Background(), nvsd.ByLeaveOneOut(), nvsd.TopK(k)))
		if got := len(m.SelectedNames()); got != k {
			t.Errorf("%d inputs are asked for, %d are selected", k, got)
		}
	}
}

func TestARDIsSaved(t *testing.T) {
	train := fixture.Must[*data.Frame](t)(data.Friedman1(50, 6, 8))
	for _, by := range []nvsd.Criterion{nvsd.ByLeaveOneOut(), nvsd.ByCrossValidation(nvsd.KFold(2, 1))} {
		m := ardModel(t, ardSpec(), train, by)
		var file bytes.Buffer
		if err := m.Write(&file); err != nil {
			t.Fatal(err)
		}
		read := fixture.Must[*nvsd.Model](t)(nvsd.ReadModel(&file))
		if !slices.Equal(fixture.Must[[]float64](t)(m.Predict(train.X())), fixture.Must[[]float64](t)(read.Predict(train.X()))) {
			t.Error("the model that was read predicts something else")
		}
		if !reflect.DeepEqual(m.Selection().Evidence, read.Selection().Evidence) {
			t.Errorf("evidence %+v is read as %+v", m.Selection().Evidence, read.Selection().Evidence)
		}
		if m.String() != read.String() {
			t.Errorf("the model\n%v\nis read as\n%v", m, read)
		}
	}
}

// TestARDBadInput: nothing to find, columns that are there twice or do not vary, more
// columns than rows, and a target that one of them is.
func TestARDBadInput(t *testing.T) {
	const n, d = 40, 6
	draw := func(seed uint64, target func(x []float64, noise float64) float64) *data.Frame {
		f := fixture.Must[*data.Frame](t)(data.Friedman1(n, d, seed))
		X, y := mat.DenseCopyOf(f.X()), make([]float64, n)
		for i := range n {
			y[i] = target(X.RawRowView(i), f.Y()[(i+7)%n]-f.Y()[(i+13)%n])
		}
		return fixture.Must[*data.Frame](t)(data.New(X, y, f.Names()...))
	}
	noise := ardModel(t, ardSpec(), draw(1, func(_ []float64, noise float64) float64 { return noise }), nvsd.ByLeaveOneOut())
	if names := noise.SelectedNames(); len(names) > 0 || !strings.Contains(strings.Join(noise.Warnings(), "\n"), "found nothing worth more than the mean") {
		t.Errorf("of noise %v are selected, with the warnings %q", names, noise.Warnings())
	}
	twice := ardModel(t, ardSpec(), draw(2, func(x []float64, noise float64) float64 {
		x[4], x[5] = 2*x[0], 3
		return 10*x[0] + 0.1*noise
	}), nvsd.ByLeaveOneOut())
	if names := twice.SelectedNames(); len(names) != 1 || names[0] != "x1" && names[0] != "x5" {
		t.Errorf("of a column that is there twice %v are selected", names)
	}
	exact := ardModel(t, ardSpec(), draw(3, func(x []float64, _ float64) float64 { return x[2] }), nvsd.ByLeaveOneOut())
	if names := exact.SelectedNames(); !slices.Equal(names, []string{"x3"}) || exact.TrainRMSE() > 1e-3 {
		t.Errorf("a target that is x3 has %v selected, with an error of %v", names, exact.TrainRMSE())
	}
	wide := fixture.Must[*data.Frame](t)(data.Friedman1(25, 40, 4))
	if m := ardModel(t, ardSpec(), wide, nvsd.ByLeaveOneOut()); m.D() != 40 || math.IsNaN(m.TrainRMSE()) {
		t.Errorf("40 columns in 25 rows: %v", m)
	}
	flat := ardModel(t, ardSpec(), draw(5, func([]float64, float64) float64 { return 3 }), nvsd.ByLeaveOneOut())
	if v := fixture.Must[[]float64](t)(flat.Predict(wideRow(d))); v[0] != 3 {
		t.Errorf("a target that is 3 is predicted as %v", v)
	}
}

func wideRow(d int) mat.Matrix { return mat.NewDense(1, d, nil) }

func TestARDRefuses(t *testing.T) {
	train := fixture.Must[*data.Frame](t)(data.Friedman1(40, 6, 9))
	spec := ardSpec()
	spec.Kernel = kern.Polynomial{Degree: 2, Offset: 1}
	path := fixture.Must[*nvsd.Path](t)(spec.Path(context.Background(), train, 3))
	if _, err := path.Select(context.Background(), nvsd.ByLeaveOneOut(), nvsd.Ranked); err == nil || !strings.Contains(err.Error(), "kern.Gaussian") {
		t.Errorf("a polynomial has the error %v", err)
	}
	path = fixture.Must[*nvsd.Path](t)(ardSpec().Path(context.Background(), train, 3))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := path.Select(ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked); !errors.Is(err, context.Canceled) {
		t.Errorf("the error of a ctx that has ended is %v", err)
	}
}
