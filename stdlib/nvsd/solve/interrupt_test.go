package solve

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// counted counts the halves of products that begin. It ends a context at one of them, and counts
// those that begin later apart.
type counted struct {
	evaluation
	cancel       context.CancelFunc
	at           int64
	begun, after atomic.Int64
}

func (c *counted) count() {
	switch now := c.begun.Add(1); {
	case now == c.at:
		c.cancel()
	case now > c.at:
		c.after.Add(1)
	}
}

func (c *counted) fromB(ctx context.Context, v []float64, W, B *mat.Dense) {
	c.count()
	c.evaluation.fromB(ctx, v, W, B)
}

func (c *counted) finish(ctx context.Context, W *mat.Dense, alpha []float64, B *mat.Dense) {
	c.count()
	c.evaluation.finish(ctx, W, alpha, B)
}

// TestInterruptTakesFewProducts ends each solver's run at many of its products, with several
// penalties: it then begins few others, and what it returns has bounds that hold.
func TestInterruptTakesFewProducts(t *testing.T) {
	const n, d = 24, 4
	rng := rand.New(rand.NewPCG(5, 0))
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for a := range d {
			X.Set(i, a, rng.NormFloat64())
		}
		y[i] = math.Sin(X.At(i, 0)) + X.At(i, 1)*X.At(i, 2) + rng.NormFloat64()/5
	}
	convex := []penalty.Penalty{penalty.Lasso{}, penalty.ElasticNet{Mu: 0.5}, penalty.Groups([][]int{{0, 1}, {2, 3}}),
		penalty.SparseGroup{GroupLasso: penalty.Groups([][]int{{0, 1}, {2, 3}}), Mu: 0.5}}
	for _, c := range []struct {
		what      string
		solver    Solver
		penalties []penalty.Penalty
		most      int64 // halves of products that begin after the end
	}{
		{"dual", Dual{Tol: 1e-11}, convex, 3},
		{"Newton", Newton{Tol: 1e-11}, convex, 3},
		{"ADMM, eigen", ADMM{Tol: 1e-9, MaxIter: 100}, append(convex, penalty.MCP{Knee: 3}), 9},
		{"ADMM, cg", ADMM{Tol: 1e-9, Inner: ConjugateGradients, MaxIter: 40}, convex, 9},
		{"ADMM, paper", ADMM{Tol: 1e-9, Inner: SteepestDescent, MaxIter: 40}, append(convex, penalty.MCP{Knee: 3}), 9},
		{"DENOVAS", DENOVAS{Tol: 1e-9, MaxIter: 30}, convex, 9},
		{"AISTATS", AISTATS{Tol: 1e-9, MaxIter: 30}, convex[:1], 9},
	} {
		for _, pen := range c.penalties {
			for at := int64(1); ; at += 1 + at/3 {
				op, err := NewOperator(kern.Gaussian{Width: kern.Sigma(2)}, X)
				if err != nil {
					t.Fatal(err)
				}
				p := &Problem{Op: op, Y: y, Penalty: pen, Tau: 0.1, Nu: 0.01, Intercept: true}
				ctx, cancel := context.WithCancel(t.Context())
				products := &counted{evaluation: op.train, cancel: cancel, at: at}
				op.train = products
				sol, err := c.solver.Solve(ctx, p, nil)
				after, ended := products.after.Load(), ctx.Err() != nil
				cancel()
				if !ended {
					break
				}
				checkInterrupted(t, c.what, p, sol, err)
				if after > c.most {
					t.Errorf("%s, %v: %d halves of products began after the end at the %d-th", c.what, pen, after, at)
				}
			}
		}
	}
}

// checkInterrupted fails where the bound of an interrupted run is not one of the minimum.
func checkInterrupted(t *testing.T, what string, p *Problem, sol *Solution, err error) {
	t.Helper()
	if sol == nil || err != nil && !errors.Is(err, context.Canceled) {
		t.Fatalf("%s, %v: %v", what, p.Penalty, err)
	}
	if !isConvex(p.Penalty) {
		return
	}
	own := *p
	own.Op, err = NewOperator(kern.Gaussian{Width: kern.Sigma(2)}, p.Op.x)
	if err != nil {
		t.Fatal(err)
	}
	best, err := Dual{Tol: 1e-9}.Solve(t.Context(), &own, nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Certify(t.Context(), &own, Coefficients{Alpha: sol.Alpha, B: sol.B, Bound: sol.Bound})
	if err != nil {
		t.Fatal(err)
	}
	room := 1e-9 * best.Objective
	if !(sol.Dual <= best.Objective+room) || !(sol.Objective >= best.Dual-room) || math.Abs(again.Objective-sol.Objective) > room {
		t.Errorf("%s, %v: bounds %v and %v of the minimum %v, and the objective is %v", what, p.Penalty, sol.Dual, sol.Objective, best.Objective, again.Objective)
	}
	for a, norm := range best.RawNorms {
		if norm < sol.Lower[a]-1e-3 || norm > sol.Upper[a]+1e-3 {
			t.Errorf("%s, %v: the norm of input %d is %v, said to be in [%v, %v]", what, p.Penalty, a, norm, sol.Lower[a], sol.Upper[a])
		}
	}
}

// TestNoTileAfterTheEnd: a product begins none of its tiles after the end of its context.
func TestNoTileAfterTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	tiles := 0
	inParallelUntil(ctx, 10*tileRows, 1, func(lo, _ int) {
		tiles++
		if lo == 2*tileRows {
			cancel()
		}
	})
	if tiles != 3 {
		t.Errorf("%d tiles, of which the third ended the context", tiles)
	}
}
