package choose_test

import (
	"math"
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"
	"gonum.org/v1/gonum/mat"
)

// Every candidate of RankedGroups is a union of the first groups of a naive ranking, and with
// groups of one input the rule chooses what Ranked chooses.
func TestRankedGroupsNeverDividesAGroup(t *testing.T) {
	f := fixture.Waves(60, 6, 3)
	groups := [][]int{{0, 4}, {1, 2, 3, 5}}
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Groups(groups), Nu: nvsd.Fixed(0.01), Tol: 1e-3}
	p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 10))
	for _, by := range []nvsd.Criterion{nvsd.ByLeaveOneOut(), nvsd.ByCrossValidation(nvsd.KFold(3, 1)), nvsd.ByLeaveOneOut(nvsd.LeastError)} {
		m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, by, nvsd.RankedGroups))
		s := m.Selection()
		norms := p.NormsPath()[s.TauIndex]
		order := []int{0, 1}
		slices.SortFunc(order, func(g, h int) int {
			if length(norms, groups[g]) > length(norms, groups[h]) {
				return -1
			}
			return 1
		})
		inputs, first := 0, 0
		for _, g := range order {
			if m.Selected()[groups[g][0]] {
				first++
			}
		}
		for k, g := range order {
			for _, a := range groups[g] {
				if m.Selected()[a] != (k < first) {
					t.Errorf("%v: selected %v of the groups %v in the order %v", by, m.Selected(), groups, order)
				}
			}
			if k < first {
				inputs += len(groups[g])
			}
		}
		if s.Size != inputs {
			t.Errorf("%v: Size is %d, of %d selected inputs", by, s.Size, inputs)
		}
		if s.CrossValidation != nil {
			unions := []int{0, 2, 4, 6} // numbers of inputs of unions of the groups
			for _, c := range s.CrossValidation.Candidates {
				if !slices.Contains(unions, c.Size) {
					t.Errorf("a candidate of %d inputs", c.Size)
				}
			}
		}
	}

	spec.Penalty = penalty.Lasso{}
	p = fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 10))
	for _, by := range []nvsd.Criterion{nvsd.ByLeaveOneOut(), nvsd.ByCrossValidation(nvsd.KFold(3, 1))} {
		one := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, by, nvsd.Ranked))
		whole := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, by, nvsd.RankedGroups))
		if !slices.Equal(one.Selected(), whole.Selected()) || one.Selection().RMSE != whole.Selection().RMSE || one.Selection().Sets != whole.Selection().Sets {
			t.Errorf("%v: groups of one input: %v, and %v by Ranked", by, whole.Selected(), one.Selected())
		}
	}
}

// Without groups in the penalty, the levels of a categorical input stay together.
func TestRankedGroupsKeepsAFactorWhole(t *testing.T) {
	f := fixture.Categories(t)
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.01), Tol: 1e-3}
	m := fixture.Must[*nvsd.Model](t)(fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 10)).Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.RankedGroups))
	levels := f.Categories()[0].Columns
	for _, a := range levels {
		if !m.Selected()[a] {
			t.Errorf("selected %v: the factor, which matters, has the columns %v", m.SelectedNames(), levels)
		}
	}
}

// The votes of a copy go to the column that comes first, and the table says so.
func TestStabilityTellsOfCopies(t *testing.T) {
	f := fixture.Waves(40, 3, 1)
	X := mat.NewDense(40, 4, nil)
	for i := range 40 {
		for a := range 3 {
			X.Set(i, a+1, f.X().At(i, a))
		}
		X.Set(i, 0, 2*X.At(i, 1)-1)
	}
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.01), Tol: 1e-3}
	plan := nvsd.StabilityPlan{Pairs: 2, Taus: 5, Seed: 1}
	if st := fixture.Must[*resample.Stability](t)(spec.Stability(fixture.Ctx, f, plan)); len(st.Warnings()) != 0 {
		t.Errorf("without copies: %q", st.Warnings())
	}
	copied := fixture.Must[*data.Frame](t)(data.New(X, f.Y()))
	if st := fixture.Must[*resample.Stability](t)(spec.Stability(fixture.Ctx, copied, plan)); len(st.Warnings()) != 2 {
		t.Errorf("with a copy: %q", st.Warnings())
	}
}

func length(norms []float64, members []int) float64 {
	sum := 0.0
	for _, a := range members {
		sum += norms[a] * norms[a]
	}
	return math.Sqrt(sum)
}
