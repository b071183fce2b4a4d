package model_test

import (
	"context"
	"errors"
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
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"gonum.org/v1/gonum/mat"
)

func onCentres(t testing.TB, spec nvsd.Spec, f *data.Frame, centres int) *nvsd.Model {
	t.Helper()
	return fixture.Must[*nvsd.Model](t)(spec.RidgeOnCentres(fixture.Ctx, f, centres, 1))
}

// TestRidgeOnCentresIsNearRidge: at the same nu and width the function is as near to kernel ridge regression on
// all rows as its gap says, it is so with centres at all rows, and its training error is that of all rows.
func TestRidgeOnCentresIsNearRidge(t *testing.T) {
	f := fixture.Waves(300, 2, 3)
	spec := given(0.8, 1e-4)
	exact := fixture.Must[[]float64](t)(ridgeOn(t, spec, f).PredictFrame(f))
	for _, centres := range []int{20, 100, 300} {
		m := onCentres(t, spec, f, centres)
		v := fixture.Must[[]float64](t)(m.PredictFrame(f))
		var squares float64
		for i := range v {
			squares += (v[i] - exact[i]) * (v[i] - exact[i]) / float64(len(v))
		}
		r := m.Reduced()
		if r == nil || !r.Proved || r.Rows != 300 || m.N() != 300 || !(squares <= r.Gap+1e-12) {
			t.Errorf("%d centres: the squared distance is %v, and the account %+v of %d rows", centres, squares, r, m.N())
		}
		if centres == 300 && r.Gap > 1e-6 {
			t.Errorf("with centres at all rows the gap is %v", r.Gap)
		}
		if rmse := fixture.Must[float64](t)(m.RMSE(f)); !fixture.Near([]float64{m.TrainRMSE()}, []float64{rmse}, 1e-6*rmse) {
			t.Errorf("%d centres: the training error is %v, and %v on these rows", centres, m.TrainRMSE(), rmse)
		}
	}
}

// TestWithoutGap: the model is the same, but for its gap.
func TestWithoutGap(t *testing.T) {
	f, spec := fixture.Waves(300, 2, 3), given(0.8, 1e-4)
	with := onCentres(t, spec, f, 50)
	without := fixture.Must[*nvsd.Model](t)(spec.RidgeOnCentres(model.WithoutGap(fixture.Ctx), f, 50, 1))
	if r := without.Reduced(); !math.IsNaN(r.Gap) || r.Posterior != with.Reduced().Posterior {
		t.Errorf("the account is %+v, and %+v with the gap", r, with.Reduced())
	}
	if v, w := fixture.Must[[]float64](t)(without.PredictFrame(f)), fixture.Must[[]float64](t)(with.PredictFrame(f)); !slices.Equal(v, w) {
		t.Error("it predicts otherwise without the gap")
	}
}

// TestIntervalsOfCentres: of 2000 new rows, 90 % are in intervals of the level 0.9.
func TestIntervalsOfCentres(t *testing.T) {
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Sigma(1)}}
	m := onCentres(t, spec, fixture.Waves(3000, 2, 5), 200)
	if r := m.Reduced(); r.Proved || r.Gap <= 0 {
		t.Errorf("the account of 3000 rows: %+v", r)
	}
	fresh := fixture.Waves(2000, 2, 6)
	v := fixture.Must[*model.Intervals](t)(m.PredictInterval(fixture.Ctx, fresh, 0.9))
	in := 0
	for i, y := range fresh.Y() {
		if v.Lower[i] <= y && y <= v.Upper[i] {
			in++
		}
	}
	if in < 1750 || in > 1850 {
		t.Errorf("%d of 2000 targets are in their intervals", in)
	}
	_, byJackknife := m.PredictInterval(fixture.Ctx, fresh, 0.9, nvsd.ByJackknifePlus)
	_, leftOut := m.LeaveOneOut(fixture.Ctx)
	_, proof := m.Proof()
	for name, err := range map[string]error{"jackknife": byJackknife, "leave-one-out": leftOut, "proof": proof} {
		if _, refused := errors.AsType[*refusal.ArgumentError](err); !refused || !strings.Contains(err.Error(), "centres") {
			t.Errorf("%s: %v", name, err)
		}
	}
	read := fixture.Reread(t, m)
	again := fixture.Must[*model.Intervals](t)(read.PredictInterval(fixture.Ctx, fresh, 0.9))
	if !reflect.DeepEqual(again, v) || !reflect.DeepEqual(read.Reduced(), m.Reduced()) || read.String() != m.String() {
		t.Errorf("read from a file it is\n%v\nand was\n%v", read, m)
	}
	if !strings.Contains(m.String(), "3000 observations") || !strings.Contains(m.String(), "200, fitted to 3000 rows; its root mean square distance") {
		t.Errorf("%v", m)
	}
}

// TestCentresOfOtherTables: categories, missing cells and a constant target are those of all rows.
func TestCentresOfOtherTables(t *testing.T) {
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}}
	categories := fixture.Categories(t)
	m := onCentres(t, spec, categories, categories.N()/2)
	whole := ridgeOn(t, spec, categories)
	if a, b := m.CategoryNorms(), whole.CategoryNorms(); len(a) != len(b) || a[0].Name != b[0].Name {
		t.Errorf("categories %v, of ridge regression %v", a, b)
	}
	gaps := fixture.Gaps(t, 60, data.Impute(data.Mean), data.Impute(data.MissingLevel))
	m = onCentres(t, spec, gaps, 30)
	if v := fixture.Must[[]float64](t)(m.PredictFrame(gaps)); slices.ContainsFunc(v, math.IsNaN) {
		t.Errorf("predictions %v where cells are missing", v)
	}
	X := fixture.Waves(40, 2, 1).X()
	constant := fixture.Frame(t, mat.DenseCopyOf(X), slices.Repeat([]float64{3}, 40))
	if v := fixture.Must[[]float64](t)(onCentres(t, spec, constant, 10).Predict(X)); slices.Max(v) != 3 || slices.Min(v) != 3 {
		t.Errorf("of a constant target it predicts %v", v)
	}
	for _, centres := range []int{-1, 0, 1, 41} {
		if _, err := spec.RidgeOnCentres(fixture.Ctx, constant, centres, 1); err == nil || !strings.Contains(err.Error(), "40 rows") {
			t.Errorf("%d centres: %v", centres, err)
		}
	}
	if _, err := spec.RidgeOnCentres(fixture.Ctx, nil, 2, 1); err == nil {
		t.Error("centres of no table")
	}
}

// TestSums: a model on centres that is fitted anew to its own rows in parts is the same function, and so it is of any
// division into parts, and by sums that were written.
func TestSums(t *testing.T) {
	f := fixture.Waves(2500, 2, 3)
	m := fixture.Must[*model.Model](t)(model.OnSomeCentres(fixture.Ctx, problem.Spec(given(0.8, 1e-4)), f, 40, 1))
	sums := fixture.Must[*model.Sums](t)(model.NewSums(m))
	for _, rows := range []int{1, 700, 2500} {
		own := sums.Apart()
		if err := own.Add(fixture.Ctx, inParts(t, f, 0, f.N(), rows)); err != nil {
			t.Fatal(err)
		}
		text := fixture.Must[[]byte](t)(own.MarshalBinary())
		read := sums.Apart()
		if err := read.UnmarshalBinary(text); err != nil {
			t.Fatal(err)
		}
		for _, s := range []*model.Sums{own, read} {
			again := fixture.Must[*model.Model](t)(s.Fit())
			if r := again.Reduced; r.Rows != f.N() || !math.IsNaN(r.Gap) || r.Posterior != m.Reduced.Posterior || again.TrainRMSE != m.TrainRMSE {
				t.Errorf("parts of %d rows: %+v, want %+v", rows, r, m.Reduced)
			}
			if !slices.Equal(again.F.Alpha, m.F.Alpha) || again.F.Intercept != m.F.Intercept {
				t.Errorf("parts of %d rows: coefficients %v and %v", rows, again.F.Alpha[:3], m.F.Alpha[:3])
			}
		}
		for _, at := range []int{0, 7, len(text) - 1} {
			if err := sums.Apart().UnmarshalBinary(text[:at]); err == nil {
				t.Errorf("%d of %d bytes are read as sums", at, len(text))
			}
		}
		if err := sums.Apart().UnmarshalBinary(append(text, 0)); err == nil {
			t.Error("a byte too many is read as sums")
		}
	}
	exact := fixture.Must[*model.Model](t)(model.Ridge(fixture.Ctx, problem.Spec(given(0.8, 1e-4)), fixture.Waves(30, 2, 3), choose.ByLeaveOneOut()))
	if _, err := model.NewSums(exact); err == nil || !strings.Contains(err.Error(), "on centres") {
		t.Errorf("a model without centres: %v", err)
	}
}

// TestSumsPlus: the sums of two parts of the rows are the sums of all, but for rounding.
func TestSumsPlus(t *testing.T) {
	f := fixture.Waves(2500, 2, 3)
	m := fixture.Must[*model.Model](t)(model.OnSomeCentres(fixture.Ctx, problem.Spec(given(0.8, 1e-4)), f, 40, 1))
	total := fixture.Must[*model.Sums](t)(model.NewSums(m))
	for _, part := range [][2]int{{0, 900}, {900, 2500}} {
		own := total.Apart()
		if err := own.Add(fixture.Ctx, inParts(t, f, part[0], part[1], 300)); err != nil {
			t.Fatal(err)
		}
		if err := total.Plus(own); err != nil {
			t.Fatal(err)
		}
	}
	again := fixture.Must[*model.Model](t)(total.Fit())
	want, got := fixture.Must[[]float64](t)(m.PredictFrame(f)), fixture.Must[[]float64](t)(again.PredictFrame(f))
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-8 {
			t.Fatalf("row %d is predicted %v, want %v", i, got[i], want[i])
		}
	}
	fewer := fixture.Must[*model.Model](t)(model.OnSomeCentres(fixture.Ctx, problem.Spec(given(0.8, 1e-4)), f, 30, 1))
	if err := total.Plus(fixture.Must[*model.Sums](t)(model.NewSums(fewer))); err == nil || !strings.Contains(err.Error(), "30") {
		t.Errorf("sums on other centres: %v", err)
	}
}

// inParts gives the rows of a Frame from one to before another in parts of so many.
func inParts(t *testing.T, f *data.Frame, from, end, rows int) model.Parts {
	return func(_ context.Context, do func(*data.Frame) error) error {
		for ; from < end; from += rows {
			var some []int
			for i := from; i < min(from+rows, end); i++ {
				some = append(some, i)
			}
			if err := do(fixture.Must[*data.Frame](t)(f.Rows(some...))); err != nil {
				return err
			}
		}
		return nil
	}
}
