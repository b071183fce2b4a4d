package fit

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// sized is a problem of n points in d inputs, y = x1^2 + x2 x3 and noise.
func sized(n, d int) *Spec {
	rng := rand.New(rand.NewPCG(7, 0))
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		x := X.RawRowView(i)
		for a := range x {
			x[a] = rng.NormFloat64()
		}
		y[i] = x[0]*x[0] + x[1]*x[2] + 0.1*rng.NormFloat64()
	}
	return &Spec{X: X, Y: y, Kernel: kern.Gaussian{Width: kern.Sigma(math.Sqrt(float64(d)))}, Penalty: penalty.Lasso{}, Nu: 1e-2, Solver: "dual", Tol: 1e-4}
}

// TestTauMaxIsEnclosed: tau_max is between what the fits prove of it, and to the
// tolerance what it is to all digits.
func TestTauMaxIsEnclosed(t *testing.T) {
	s := sized(60, 6)
	s.Tau = []float64{1e-3}
	s.ExactTauMax = true
	top := mustRun(t, s).TauMax
	s.ExactTauMax, s.Tol = false, 1e-9
	s.Tau = []float64{0.5 * *top, 2 * *top, 1e-3, 3 * *top}
	r := mustRun(t, s)
	lo, hi := r.TauMaxBracket[0], r.TauMaxBracket[1]
	if r.TauMax == nil || math.Abs(*r.TauMax / *top - 1) > 1e-3 || r.TauMaxNote != "" {
		t.Errorf("tau_max %v, to all digits %v; %q", show(r.TauMax), *top, r.TauMaxNote)
	}
	if lo == nil || *lo != 0.5**top || hi == nil || *hi != 2**top {
		t.Errorf("bracket %v, %v", show(lo), show(hi))
	}
}

// TestTauMaxNotFound: where tau_max is not worth its price there is what the fits
// prove, and a note.
func TestTauMaxNotFound(t *testing.T) {
	if testing.Short() {
		t.Skip("a decomposition of order 700")
	}
	s := sized(700, 12)
	s.Tau = []float64{1e-6}
	r := mustRun(t, s)
	if r.TauMax != nil || !strings.Contains(r.TauMaxNote, "exact_tau_max") || r.TauMaxBracket[0] == nil || r.TauMaxBracket[1] != nil {
		t.Errorf("tau_max %v in %v; %q", show(r.TauMax), r.TauMaxBracket, r.TauMaxNote)
	}
}

// TestTauMaxNotes: what is no number is said.
func TestTauMaxNotes(t *testing.T) {
	r := mustRun(t, read(t, map[string]string{"penalty": `"EN"`, "mu": "0"}))
	if r.TauMax != nil || !strings.Contains(r.TauMaxNote, "no tau empties") {
		t.Errorf("tau_max %v; %q", show(r.TauMax), r.TauMaxNote)
	}
	s := sized(20, 3)
	s.Kernel, s.Penalty, s.TauRidge, s.Nu, s.Tau = kern.Gaussian{Width: kern.Sigma(0.1)}, penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, true, 1e-3, []float64{1}
	if r := mustRun(t, s); r.TauMax == nil || *r.TauMax != 0 || !strings.Contains(r.TauMaxNote, "every tau") {
		t.Errorf("tau_max %v; %q", show(r.TauMax), r.TauMaxNote)
	}
}

// TestTauMaxOfDependentGradients: with a polynomial of few dimensions tau_max is a bound, which
// says so, and is not above what the fits prove.
func TestTauMaxOfDependentGradients(t *testing.T) {
	s := sized(40, 4)
	s.Kernel, s.Tau, s.ExactTauMax = kern.Polynomial{Degree: 2, Offset: 1}, []float64{1e-3}, true
	r := mustRun(t, s)
	if r.TauMax == nil || !strings.Contains(r.TauMaxNote, "an upper bound") {
		t.Fatalf("tau_max %v; %q", show(r.TauMax), r.TauMaxNote)
	}
	s.Tau, s.Tol = []float64{*r.TauMax * 0.999, *r.TauMax * 1.5}, 1e-8
	r = mustRun(t, s)
	if r.TauMax == nil || r.TauMaxBracket[1] != nil && *r.TauMax > *r.TauMaxBracket[1] {
		t.Errorf("tau_max %v above the bracket %v, %v", show(r.TauMax), show(r.TauMaxBracket[0]), show(r.TauMaxBracket[1]))
	}
}

// Where all digits are asked for, no note asks to ask for them.
func TestTauMaxNotFoundWithAllDigits(t *testing.T) {
	s := sized(12, 3)
	s.Kernel, s.Penalty, s.Nu, s.Tol = kern.Gaussian{Width: kern.Sigma(1.5)}, penalty.GroupLasso{Groups: [][]int{{0, 1, 2}}}, 1e-3, 1e-8
	s.Tau, s.ExactTauMax = []float64{1e9}, true
	if r := mustRun(t, s); strings.Contains(r.TauMaxNote, "exact_tau_max") {
		t.Errorf("%q", r.TauMaxNote)
	}
}
