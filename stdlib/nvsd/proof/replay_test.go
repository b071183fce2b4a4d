package proof_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/stored"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/proof"
)

// capped is a penalty of a program's own that is not convex.
type capped struct{ theta float64 }

func (p capped) String() string { return "capped" }

func (p capped) Value(u []float64) (sum float64) {
	for _, v := range u {
		sum += min(v, p.theta)
	}
	return sum
}

func (p capped) Prox(dst, u []float64, t float64) {
	for a, v := range u {
		below, above := min(max(v-t, 0), p.theta), max(v, p.theta)
		dst[a] = above
		if (below-v)*(below-v)/2+t*below <= (above-v)*(above-v)/2+t*p.theta {
			dst[a] = below
		}
	}
}

// own are Specs whose kernel, or penalty, is the code of a program.
func own() map[string]nvsd.Spec {
	k, p := fixture.Gaussian, fixture.Gaussian
	k.Kernel = kern.DotProduct(func(s kern.Jet) kern.Jet { return s.Times(0.2).Exp() })
	return map[string]nvsd.Spec{"kernel": k, "penalty": p.WithPenalty(capped{1})}
}

// TestStoredSolutionsReplaceFits: with the solutions that a first run keeps, a second one solves
// nothing and finds the same models, and a solution that was changed is refused and computed.
func TestStoredSolutionsReplaceFits(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(90, 4, 3), data.Train(40), data.Valid(50))
	for name, spec := range own() {
		run := func(k *stored.Keeper) (*nvsd.Path, *nvsd.Model) {
			ctx := proof.WithReplay(fixture.Ctx, k)
			p := fixture.Must[*nvsd.Path](t)(spec.Path(ctx, s.Train, 6))
			return p, fixture.Must[*nvsd.Model](t)(p.Select(ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked))
		}
		k := new(stored.Keeper)
		p, m := run(k)
		fits, lost := k.Take()
		if len(fits) < 7 || lost > 0 {
			t.Fatalf("%s: %d solutions kept, %d lost", name, len(fits), lost)
		}
		given := stored.Given(slices.Clone(fits))
		q, n := run(given)
		if computed, refused := given.Told(); computed > 0 || refused != nil || q.Iterations() > 0 {
			t.Errorf("%s: %d fits computed, refused %v, %d iterations", name, computed, refused, q.Iterations())
		}
		if !slices.Equal(p.Taus(), q.Taus()) || fmt.Sprint(p.NormsPath()) != fmt.Sprint(q.NormsPath()) || !slices.Equal(m.NormsPerSD(), n.NormsPerSD()) {
			t.Errorf("%s: the models differ from those that were fitted", name)
		}
		for i := range fits {
			if fits[i].What == "fit" {
				text := string(fits[i].Solution)
				at := strings.Index(text, `"objective":`) + len(`"objective":`)
				fits[i].Solution = []byte(text[:at] + "9" + text[at:])
			}
		}
		given = stored.Given(fits)
		_, n = run(given)
		if !slices.Equal(m.SelectedNames(), n.SelectedNames()) {
			t.Errorf("%s: with changed solutions the run finds %v", name, n.SelectedNames())
		}
		if computed, refused := given.Told(); computed != 6 || len(refused) != 6 || !strings.Contains(refused[0], "objective") {
			t.Errorf("%s: %d fits computed, refused %v", name, computed, refused)
		}
	}
}

// TestFitsOfFoldsAreNotKept: they are many, and nothing is said of one of them.
func TestFitsOfFoldsAreNotKept(t *testing.T) {
	k := new(stored.Keeper)
	ctx := proof.WithReplay(fixture.Ctx, k)
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(ctx, fixture.Waves(40, 3, 1), 4))
	before, _ := k.Take()
	fixture.Must[*nvsd.Model](t)(p.Select(ctx, nvsd.ByCrossValidation(nvsd.KFold(3, 1)), nvsd.Ranked))
	if after, _ := k.Take(); len(before) != 5 || len(after) != 0 {
		t.Errorf("%d solutions of the path, %d of its folds", len(before), len(after))
	}
}

// TestProofsWhereTheCodeIs: where a kernel or a penalty is the code of a cell, the model that the cell
// makes has what the proof lacks.
func TestProofsWhereTheCodeIs(t *testing.T) {
	on := fixture.Waves(40, 4, 3)
	for name, spec := range own() {
		p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, on, 5))
		m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, on, nvsd.TauFrac(0.1)))
		chosen := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
		want := proof.Proved
		if name == "penalty" {
			want = proof.Stationary
		}
		for what, c := range map[string]*proof.Checked{
			"a fit":       fixture.Must[*proof.Checked](t)(m.CheckProof(fixture.Ctx, proofOf(t, m))),
			"a selection": fixture.Must[*proof.Checked](t)(chosen.CheckProof(fixture.Ctx, proofOf(t, chosen))),
			"a path":      fixture.Must[*proof.Checked](t)(p.CheckProof(fixture.Ctx, pathProofOf(t, p))),
		} {
			if c.Verdict != want || len(c.Notes) > 0 {
				t.Errorf("%s, %s: %v", name, what, c)
			}
		}
		for _, raw := range [][]byte{proofOf(t, m), pathProofOf(t, p)} {
			if c := checkProof(t, raw); c.Verdict != proof.CannotCheck || !c.NeedsCode {
				t.Errorf("%s: without the code %v", name, c)
			}
		}

		refused := func(what string, c *proof.Checked) {
			t.Helper()
			if c.Verdict != proof.Refused {
				t.Errorf("%s, %s: %v", name, what, c)
			}
		}
		for _, list := range []string{"alpha", "b"} {
			c := change(t, proofOf(t, m))
			c.numbers(c.part("fit"), list, func(v []float64) { v[largest(v)] *= 1.01 })
			refused(list+" moved by 1 %", fixture.Must[*proof.Checked](t)(m.CheckProof(fixture.Ctx, c.sealed())))
			c = change(t, pathProofOf(t, p))
			last := c.part("path")["fits"].([]any)[4].(map[string]any)
			c.numbers(last, list, func(v []float64) { v[largest(v)] *= 1.01 })
			refused(list+" of a path moved by 1 %", fixture.Must[*proof.Checked](t)(p.CheckProof(fixture.Ctx, c.sealed())))
		}
		for _, column := range []string{"x1", "y"} {
			c := change(t, proofOf(t, m))
			c.datum(column, 7)
			refused(column+" moved by a standard deviation", fixture.Must[*proof.Checked](t)(m.CheckProof(fixture.Ctx, c.sealed())))
		}
		c := change(t, proofOf(t, m))
		if gap, ok := c.part("fit")["rel_gap"].(float64); ok {
			c.part("fit")["rel_gap"], c.part("model")["rel_gap"] = gap/2, gap/2
		} else {
			c.part("fit")["rel_gap"], c.part("model")["rel_gap"] = 1e-6, 1e-6
		}
		refused("another gap", fixture.Must[*proof.Checked](t)(m.CheckProof(fixture.Ctx, c.sealed())))
		c = change(t, proofOf(t, m))
		a := slices.Index(m.Selected(), true)
		if certain := m.Certain(); certain != nil {
			a = slices.Index(certain, "in")
		}
		c.part("fit")["active"].([]any)[a], c.part("model")["selected"].([]any)[a] = false, false
		refused("an input left out", fixture.Must[*proof.Checked](t)(m.CheckProof(fixture.Ctx, c.sealed())))

		other := spec
		other.Nu = nvsd.Fixed(0.02)
		refused("another nu", fixture.Must[*proof.Checked](t)(fixture.Must[*nvsd.Model](t)(other.Fit(fixture.Ctx, on, nvsd.TauFrac(0.1))).CheckProof(fixture.Ctx, proofOf(t, m))))
		refused("other data", fixture.Must[*proof.Checked](t)(fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, fixture.Waves(40, 4, 4), nvsd.TauFrac(0.1))).CheckProof(fixture.Ctx, proofOf(t, m))))
	}
	// Of one name, and another function: the coefficients are not those of an optimum with it.
	k := own()["kernel"]
	m := fixture.Must[*nvsd.Model](t)(k.Fit(fixture.Ctx, on, nvsd.TauFrac(0.1)))
	k.Kernel = kern.DotProduct(func(s kern.Jet) kern.Jet { return s.Times(0.25).Exp() })
	other := fixture.Must[*nvsd.Model](t)(k.Fit(fixture.Ctx, on, nvsd.TauFrac(0.1)))
	if c := fixture.Must[*proof.Checked](t)(other.CheckProof(fixture.Ctx, proofOf(t, m))); c.Verdict != proof.Refused {
		t.Errorf("another kernel: %v", c)
	}
}

// TestConvexIfTheCellIsRight: that a penalty is convex is believed of who says it, and told.
func TestConvexIfTheCellIsRight(t *testing.T) {
	spec := fixture.Gaussian.WithPenalty(penalty.Convex(penalty.Named("mine", penalty.Lasso{})))
	m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, fixture.Waves(40, 4, 3), nvsd.TauFrac(0.1)))
	c := fixture.Must[*proof.Checked](t)(m.CheckProof(fixture.Ctx, proofOf(t, m)))
	if c.Verdict != proof.Proved || math.IsNaN(c.Gap) || len(c.Notes) != 1 || !strings.Contains(c.Notes[0], "convex if the cell that says it is right") {
		t.Errorf("%v", c)
	}
}

// TestUndecidedSetsAreReportedWhereTheCodeIs: as they are where a proof is enough.
func TestUndecidedSetsAreReportedWhereTheCodeIs(t *testing.T) {
	spec := own()["kernel"]
	spec.Tol = 0.3
	m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, fixture.Waves(40, 4, 3), nvsd.TauFrac(0.3)))
	undecided := slices.Index(m.Certain(), "undecided")
	if undecided < 0 {
		t.Fatal("every input is certain: this test needs one that is not")
	}
	c := change(t, proofOf(t, m))
	in := c.part("fit")["active"].([]any)
	now := !in[undecided].(bool)
	in[undecided], c.part("model")["selected"].([]any)[undecided] = now, now
	got := fixture.Must[*proof.Checked](t)(m.CheckProof(fixture.Ctx, c.sealed()))
	if got.Verdict != proof.Proved || len(got.Notes) == 0 || !strings.Contains(got.Notes[0], "undecided: "+m.Names()[undecided]) {
		t.Errorf("%v", got)
	}
}
