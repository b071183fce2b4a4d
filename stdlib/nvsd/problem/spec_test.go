package problem_test

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// denovas is the functional of JMLR 2013 eq. 5.
func denovas() nvsd.Spec {
	spec := fixture.Gaussian
	spec.Penalty, spec.Nu, spec.Tol = penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, nvsd.TimesTau(0.5), 1e-8
	return spec
}

// With a ridge of v tau a fit is that with a ridge of the same weight, fixed,
// whoever solves it.
func TestTimesTauIsThatRidge(t *testing.T) {
	f := fixture.Waves(30, 3, 1)
	path := fixture.Must[*nvsd.Path](t)(denovas().Path(fixture.Ctx, f, 4))
	fixed, own := denovas(), denovas()
	own.Solver = solve.DENOVAS{}
	for i, tau := range path.Taus()[1:] {
		along := fixture.Must[*nvsd.Model](t)(path.Model(i + 1))
		if want := 0.5 * tau; along.Nu() != want {
			t.Errorf("at tau %v nu is %v, want %v", tau, along.Nu(), want)
		}
		fixed.Nu = nvsd.Fixed(0.5 * tau)
		want := fixture.Must[*nvsd.Model](t)(fixed.Fit(fixture.Ctx, f, nvsd.Tau(tau)))
		by := fixture.Must[*nvsd.Model](t)(own.Fit(fixture.Ctx, f, nvsd.Tau(tau)))
		if !fixture.Near(along.NormsPerSD(), want.NormsPerSD(), 1e-3) || !fixture.Near(by.NormsPerSD(), want.NormsPerSD(), 1e-3) {
			t.Errorf("tau %v: norms %v, by DENOVAS %v, want %v", tau, along.NormsPerSD(), by.NormsPerSD(), want.NormsPerSD())
		}
	}
	// tau_max is its own threshold: that of the ridge that it gives.
	fixed.Nu = nvsd.Fixed(0.5 * path.TauMax())
	if same := fixture.Must[*nvsd.Path](t)(fixed.Path(fixture.Ctx, f, 1)); math.Abs(same.TauMax()/path.TauMax()-1) > 1e-3 {
		t.Errorf("tau_max %v, with its own ridge %v", path.TauMax(), same.TauMax())
	}
}

// A search and a file keep what the ridge is.
func TestTimesTauIsKept(t *testing.T) {
	f := fixture.Waves(30, 3, 1)
	found := fixture.Must[*nvsd.SearchResult](t)(denovas().Search(fixture.Ctx, f, nvsd.Search{Taus: 4, By: nvsd.ByLeaveOneOut()}))
	m := found.Model
	if want := 0.5 * m.Tau(); m.Nu() != want {
		t.Errorf("nu is %v after a search, want %v", m.Nu(), want)
	}
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	if read := fixture.Must[*nvsd.Model](t)(nvsd.ReadModel(&file)); read.Nu() != m.Nu() {
		t.Errorf("nu is %v after reading, want %v", read.Nu(), m.Nu())
	}
}

// The weights of a Spec are shown as what they were said by.
func TestWeightsAsText(t *testing.T) {
	for _, c := range []struct {
		weight fmt.Stringer
		want   string
	}{
		{nvsd.Nu{}, "not said"},
		{nvsd.Fixed(0.1), "0.1"},
		{nvsd.TimesTau(2), "2 tau"},
		{nvsd.Choose(1, 1e-3), "one of [1 0.001]"},
		{nvsd.Tau(3), "3"},
		{nvsd.TauFrac(0.05), "0.05 tau_max"},
	} {
		if got := c.weight.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
