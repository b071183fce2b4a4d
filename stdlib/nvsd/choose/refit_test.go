package choose_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// factors are what the median distance is multiplied by.
var factors = []float64{4, 2, 1, 0.5, 0.25}

// The chosen width and nu are those of least leave-one-out error, where each candidate is
// fitted n times to the other rows: the scaling and the width are those of all rows.
func TestBestWidthByLeavingRowsOut(t *testing.T) {
	f := fixture.Waves(24, 2, 4)
	Z := standardised(t, f, f, []bool{true, true})
	y := f.Y()
	spec := fixture.Gaussian
	spec.RidgeNus = []float64{1e-1, 1e-3, 1e-5}
	m := fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, f, nvsd.ByLeaveOneOut()))
	best, width, nu := math.Inf(1), 0.0, 0.0
	for _, factor := range factors {
		k := fixture.Must[kern.Kernel](t)(kern.Resolve(kern.Gaussian{Width: kern.Times{Factor: factor, Width: kern.MedianDistance}}, Z))
		for _, v := range spec.RidgeNus {
			sum := 0.0
			for i := range y {
				rest, target := mat.NewDense(len(y)-1, 2, nil), slices.Concat(y[:i], y[i+1:])
				for j := range target {
					rest.SetRow(j, Z.RawRowView(j+min(1, max(0, j-i+1))))
				}
				// n nu is as it is on all rows
				left := ridgeByHand(t, k, rest, target, mat.NewDense(1, 2, Z.RawRowView(i)), v*float64(len(y))/float64(len(target)))
				sum += (left[0] - y[i]) * (left[0] - y[i])
			}
			if sum < best {
				best, width, nu = sum, float64(k.(kern.Gaussian).Width.(kern.Sigma)), v
			}
		}
	}
	if got := float64(widthOf(t, m)); math.Abs(got-width) > 1e-9*width || m.RidgeNu() != nu {
		t.Errorf("width %v and nu %v are chosen, by hand %v and %v", got, m.RidgeNu(), width, nu)
	}
	chosen := spec
	chosen.Refit, chosen.Kernel, chosen.RidgeNus = nvsd.KeepKernel, kern.Gaussian{Width: kern.Sigma(width)}, []float64{nu}
	loo := fixture.Must[*nvsd.RidgePath](t)(chosen.RidgePath(fixture.Ctx, f, nil)).LeaveOneOut()[0]
	if by := math.Sqrt(best / float64(len(y))); math.Abs(loo-by) > 1e-8*by {
		t.Errorf("leave-one-out error %v, by hand %v", loo, by)
	}
}

// By validation and by folds the chosen candidate is the best of those that are tried one
// by one, in the folds with multiples of the median distance there.
func TestBestWidthIsTheBestOfAll(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(80, 2, 4), data.Train(50), data.Valid(30), data.Seed(1))
	for name, by := range map[string]nvsd.Criterion{
		"validation": nvsd.ByValidation(s.Valid),
		"folds":      nvsd.ByCrossValidation(nvsd.KFold(4, 1)),
	} {
		m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Ridge(fixture.Ctx, s.Train, by))
		found := fixture.Must[*nvsd.SearchResult](t)(fixture.Gaussian.Search(fixture.Ctx, s.Train, nvsd.Search{Taus: 1, By: by}))
		best := math.Inf(1)
		for _, factor := range factors {
			one := fixture.Gaussian
			one.Refit, one.Kernel = nvsd.KeepKernel, kern.Gaussian{Width: kern.Times{Factor: factor, Width: kern.MedianDistance}}
			alone := fixture.Must[*nvsd.SearchResult](t)(one.Search(fixture.Ctx, s.Train, nvsd.Search{Taus: 1, By: by}))
			if e := alone.Baselines[0].RMSE; e < best {
				best = e
				want := fixture.Must[*nvsd.Model](t)(one.Ridge(fixture.Ctx, s.Train, by))
				if found.Baselines[0].RMSE == e && (math.Abs(want.RidgeNu()-m.RidgeNu()) > 0 || want.KernelString() != m.KernelString()) {
					t.Errorf("%s: %v with nu %v is chosen, alone %v with %v", name, m.KernelString(), m.RidgeNu(), want.KernelString(), want.RidgeNu())
				}
			}
		}
		if got := found.Baselines[0].RMSE; got != best {
			t.Errorf("%s: error %v, the best of the widths alone has %v", name, got, best)
		}
	}
}

// A kernel without a width keeps itself, and one binary input has a width too.
func TestBestWidthWhereThereIsNone(t *testing.T) {
	f := fixture.Waves(40, 2, 4)
	kept := fixture.Gaussian
	kept.Kernel = kern.Polynomial{Degree: 2, Offset: 1}
	best := fixture.Must[*nvsd.Model](t)(kept.Ridge(fixture.Ctx, f, nvsd.ByLeaveOneOut()))
	kept.Refit = nvsd.KeepKernel
	if want := fixture.Must[*nvsd.Model](t)(kept.Ridge(fixture.Ctx, f, nvsd.ByLeaveOneOut())); best.KernelString() != want.KernelString() || best.RidgeNu() != want.RidgeNu() {
		t.Errorf("the kernel is %v with nu %v, want %v with %v", best.KernelString(), best.RidgeNu(), want.KernelString(), want.RidgeNu())
	}
	x, y := mat.NewDense(40, 1, nil), f.Y()
	for i := range y {
		x.Set(i, 0, float64(i/30))
		y[i] += 20 * float64(i/30)
	}
	binary := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Ridge(fixture.Ctx, fixture.Frame(t, x, y), nvsd.ByLeaveOneOut()))
	w := float64(widthOf(t, binary))
	apart := 1 / stat.StdDev(mat.Col(nil, 0, x), nil) // the one distance that is not 0
	if !slices.ContainsFunc(factors, func(factor float64) bool { return math.Abs(w-factor*apart) < 1e-9 }) {
		t.Errorf("the width %v is no multiple of %v, the distance of the two values of a standardised input", w, apart)
	}
}

// A refit that is given to Select takes the place of the Spec's, and is in the model's Spec.
func TestRefitAtSelect(t *testing.T) {
	f := fixture.Waves(50, 4, 3)
	spec := fixture.Gaussian
	p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 6))
	for _, refit := range []nvsd.Refit{nvsd.BestWidth, nvsd.KeepKernel, nvsd.NewWidth} {
		spec.Refit = refit
		want := fixture.Must[*nvsd.Model](t)(fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 6)).Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
		got := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked, refit))
		if got.KernelString() != want.KernelString() || got.RidgeNu() != want.RidgeNu() || got.Spec().Refit != refit {
			t.Errorf("%v: %v with nu %v and refit %v, want %v with %v", refit, got.KernelString(), got.RidgeNu(), got.Spec().Refit, want.KernelString(), want.RidgeNu())
		}
	}
	for _, c := range []struct {
		refits []nvsd.Refit
		want   string
	}{
		{[]nvsd.Refit{"none"}, `no refit "none"`},
		{[]nvsd.Refit{nvsd.NewWidth, nvsd.KeepKernel}, "2 refits are given"},
	} {
		if _, err := p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked, c.refits...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("refits %q: error %v, want one with %q", c.refits, err, c.want)
		}
	}
}

// A search returns the path of its model, to select from otherwise.
func TestSearchReturnsThePath(t *testing.T) {
	f := fixture.Waves(40, 3, 3)
	found := fixture.Must[*nvsd.SearchResult](t)(fixture.Quick.Search(fixture.Ctx, f, nvsd.Search{Taus: 3, By: nvsd.ByLeaveOneOut(), Kernels: fixture.Widths(0.1, 2)}))
	again := fixture.Must[*nvsd.Model](t)(found.Path.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	if again.KernelString() != found.Model.KernelString() || !slices.Equal(again.NormsPerSD(), found.Model.NormsPerSD()) || found.Path.TauMax() != found.Model.TauMax() {
		t.Errorf("the path selects\n%vthe model is\n%v", again, found.Model)
	}
}
