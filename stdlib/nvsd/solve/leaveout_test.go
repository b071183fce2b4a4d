package solve_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// TestLeaveOneOutAtAnyNu holds the closed form to the regression without each point, or each
// group of points, in big floats: at every nu, with targets far from 0, with rows that occur
// more than once, alone and together.
func TestLeaveOneOutAtAnyNu(t *testing.T) {
	const n, d = 10, 2
	for _, k := range []kern.Kernel{
		kern.Linear{},
		kern.Polynomial{Degree: 3, Offset: 1},
		kern.Gaussian{Width: kern.Sigma(2)},
		kern.Gaussian{Width: kern.Sigma(0.2)}, // nearly the identity: no nu is too small
		kern.Matern52{Width: kern.Sigma(1)},
		kern.Sum(kern.Constant{Value: 50}, kern.Gaussian{Width: kern.Sigma(0.5)}),
	} {
		for _, ties := range []bool{false, true} {
			X, y := sample(n, d, 3)
			groups := [][]int{{0, 4, 7}, {}, {2, 9}, {5}}
			if ties {
				X.SetRow(4, X.RawRowView(0))
				X.SetRow(7, X.RawRowView(0))
				X.SetRow(9, X.RawRowView(2))
			}
			op, K := operator(t, k, X), mat.NewDense(n, n, nil)
			for i := range n {
				for j := range n {
					K.Set(i, j, k.Eval(X.RawRowView(i), X.RawRowView(j)))
				}
			}
			trace := mat.Trace(K)
			for _, intercept := range []bool{false, true} {
				least := leastEigenvalue(K, intercept)
				for _, offset := range []float64{0, 1e4, 1e8} {
					moved := append([]float64(nil), y...)
					floats.AddConst(offset, moved)
					ridge, err := solve.NewRidge(op, moved, intercept)
					if err != nil {
						t.Fatal(err)
					}
					for _, e := range []int{0, -3, -6, -9, -10, -12} {
						nu := math.Pow(10, float64(e)) * trace / n
						what := fmt.Sprintf("%v, ties %v, intercept %v, offset %g, relative nu 1e%d", k, ties, intercept, offset, e)
						// What a K that differs by a few roundings would give.
						tol := 200 * 0x1p-52 * (1 + trace/(n*nu+max(0, least)))
						single, err := ridge.LeaveOneOut(nu)
						if err != nil {
							t.Fatal(err)
						}
						grouped, err := ridge.LeaveGroupsOut(nu, groups)
						if err != nil {
							t.Fatal(err)
						}
						want := withoutGroups(K, moved, n*nu, intercept, nil)
						closeTo(t, what, single, want, tol)
						closeTo(t, what+", groups", grouped, withoutGroups(K, moved, n*nu, intercept, groups), tol)
						if grouped[5] != single[5] || grouped[1] != single[1] {
							t.Errorf("%s: a point alone has %v and %v, as a group %v and %v", what, single[1], single[5], grouped[1], grouped[5])
						}
					}
				}
			}
		}
	}
}

func closeTo(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if far := floats.Distance(got, want, math.Inf(1)); !(far <= tol*floats.Norm(want, math.Inf(1))) {
		t.Errorf("%s: %.10g, want %.10g: %.2g apart, allowed %.2g", what, got, want, far/floats.Norm(want, math.Inf(1)), tol)
	}
}

// leastEigenvalue is that of K, or of the quadratic form of K on the vectors that sum to 0.
func leastEigenvalue(K *mat.Dense, intercept bool) float64 {
	n, _ := K.Dims()
	S := mat.NewSymDense(n, nil)
	far := 0.0
	if intercept {
		far = 2 * mat.Trace(K) // moves the constant away
	}
	mean := make([]float64, n)
	for i := range n {
		mean[i] = floats.Sum(K.RawRowView(i)) / float64(n)
	}
	for i := range n {
		for j := i; j < n; j++ {
			v := K.At(i, j)
			if intercept {
				v += floats.Sum(mean)/float64(n) - mean[i] - mean[j] + far/float64(n)
			}
			S.SetSym(i, j, v)
		}
	}
	var eigen mat.EigenSym
	eigen.Factorize(S, false)
	return eigen.Values(nil)[0]
}

// withoutGroups is each target less its prediction by the regression on the points outside its
// group, or on all others where it is in none.
func withoutGroups(K *mat.Dense, y []float64, shift float64, intercept bool, groups [][]int) []float64 {
	n := len(y)
	group := make([]int, n)
	for i := range group {
		group[i] = -1 - i
	}
	for g, members := range groups {
		for _, i := range members {
			group[i] = g
		}
	}
	const p = digits(200)
	rest := make([]float64, n)
	for out := range n {
		var in []int
		for i := range n {
			if group[i] != group[out] {
				in = append(in, i)
			}
		}
		m := len(in)
		rows := make([][]*big.Float, m, m+1) // the equations, and beside them the target
		for i := range rows {
			for j := range m {
				v := p.of(K.At(in[i], in[j]))
				if i == j {
					v = p.add(v, p.of(shift))
				}
				rows[i] = append(rows[i], v)
			}
			if intercept {
				rows[i] = append(rows[i], p.of(1))
			}
			rows[i] = append(rows[i], p.of(y[in[i]]))
		}
		if intercept {
			last := make([]*big.Float, m+2)
			for j := range m {
				last[j] = p.of(1)
			}
			last[m], last[m+1] = p.zero(), p.zero()
			rows = append(rows, last)
		}
		alpha := p.eliminate(rows)
		e := p.of(y[out])
		for j, i := range in {
			e = p.sub(e, p.mul(alpha[j], p.of(K.At(out, i))))
		}
		if intercept {
			e = p.sub(e, alpha[m])
		}
		rest[out], _ = e.Float64()
	}
	return rest
}

// eliminate solves the equations whose right hand side is the last entry of each row.
func (p digits) eliminate(rows [][]*big.Float) []*big.Float {
	n := len(rows)
	for c := range n {
		for r := c + 1; r < n; r++ {
			if p.zero().Abs(rows[r][c]).Cmp(p.zero().Abs(rows[c][c])) > 0 {
				rows[r], rows[c] = rows[c], rows[r]
			}
		}
		for r := c + 1; r < n; r++ {
			factor := p.div(rows[r][c], rows[c][c])
			for j := c; j <= n; j++ {
				rows[r][j] = p.sub(rows[r][j], p.mul(factor, rows[c][j]))
			}
		}
	}
	x := make([]*big.Float, n)
	for r := n - 1; r >= 0; r-- {
		x[r] = rows[r][n]
		for j := r + 1; j < n; j++ {
			x[r] = p.sub(x[r], p.mul(rows[r][j], x[j]))
		}
		x[r] = p.div(x[r], rows[r][r])
	}
	return x
}

// With an intercept, a constant added to the targets adds nothing to what is left of them.
func TestLeaveOneOutIgnoresTheLevel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "n")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		X, y := mat.NewDense(n, 2, nil), make([]float64, n)
		for i := range n {
			// Multiples of 2^-10, which stay so 2^30 away.
			y[i] = math.Round(1024*rng.NormFloat64()) / 1024
			X.SetRow(i, []float64{math.Round(2 * rng.NormFloat64()), rng.NormFloat64()})
		}
		op, err := solve.NewOperator(kern.Gaussian{Width: kern.Sigma(math.Exp(rapid.Float64Range(-2, 3).Draw(t, "log width")))}, X)
		if err != nil {
			t.Fatal(err)
		}
		groups := [][]int{rng.Perm(n)[:n/2]}
		nu := math.Pow(10, rapid.Float64Range(-11, 1).Draw(t, "log nu"))
		var both [2][]float64
		for i, offset := range []float64{0, 0x1p30} {
			moved := append([]float64(nil), y...)
			floats.AddConst(offset, moved)
			ridge, err := solve.NewRidge(op, moved, true)
			if err != nil {
				t.Fatal(err)
			}
			both[i], err = ridge.LeaveGroupsOut(nu, groups)
			if err != nil {
				t.Fatal(err)
			}
		}
		if far := floats.Distance(both[0], both[1], math.Inf(1)); !(far <= 1e-6*floats.Norm(both[0], math.Inf(1))) {
			t.Errorf("%v, and %v of targets 2^30 larger", both[0], both[1])
		}
	})
}

func TestLeaveGroupsOutErrors(t *testing.T) {
	X, y := sample(4, 2, 1)
	ridge, err := solve.NewRidge(operator(t, kern.Linear{}, X), y, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, groups := range [][][]int{{{0, 4}}, {{-1}}, {{0, 0}}, {{0, 1}, {1, 2}}, {{3}, {3}}} {
		if _, err := ridge.LeaveGroupsOut(0.1, groups); err == nil {
			t.Errorf("groups %v are accepted", groups)
		}
	}
	if _, err := ridge.LeaveGroupsOut(0, nil); err == nil {
		t.Error("nu = 0 is accepted")
	}
	rest, err := ridge.LeaveGroupsOut(0.1, [][]int{{2, 0, 3, 1}})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range rest {
		if !math.IsInf(v, 1) {
			t.Errorf("point %d of a group of all points has %v", i, v)
		}
	}
	plain, err := solve.NewRidge(operator(t, kern.Linear{}, X), y, false)
	if err != nil {
		t.Fatal(err)
	}
	rest, err = plain.LeaveGroupsOut(0.1, [][]int{{2, 0, 3, 1}})
	if err != nil {
		t.Fatal(err)
	}
	allNear(t, "without an intercept nothing predicts all points", rest, y, 1e-12)
}
