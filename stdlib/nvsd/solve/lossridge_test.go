package solve_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// lossData draws inputs and the targets of a loss, which depend on the first.
func lossData(l loss.Loss, n int, seed uint64) (*mat.Dense, []float64) {
	rng := rand.New(rand.NewPCG(seed, 8))
	X, y := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range y {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		X.SetRow(i, []float64{a, b})
		signal := 1.5 * math.Sin(2*a)
		switch l.(type) {
		case loss.Logistic:
			y[i] = -1
			if rng.Float64() < 1/(1+math.Exp(-2*signal)) {
				y[i] = 1
			}
		case loss.Poisson:
			y[i] = math.Floor(math.Exp(signal) + rng.Float64())
		default:
			y[i] = signal + 0.3*rng.NormFloat64()/(0.05+rng.Float64())
		}
	}
	return X, y
}

var ridgeLosses = []loss.Loss{loss.Square{}, loss.Logistic{}, loss.Poisson{}, loss.Huber{Knee: 0.5}, loss.Quantile{Level: 0.8, Smooth: 0.1}}

func must[T any](t *testing.T) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// TestLossRidgeIsOptimal: the gap is small, no function close by has a smaller objective, and where the fit begins says nothing.
func TestLossRidgeIsOptimal(t *testing.T) {
	ctx := context.Background()
	for _, l := range ridgeLosses {
		for _, intercept := range []bool{true, false} {
			for _, kernel := range []kern.Kernel{kern.Gaussian{Width: kern.Sigma(1)}, kern.Polynomial{Degree: 2, Offset: 1}} {
				X, y := lossData(l, 40, 3)
				op := must[*solve.Operator](t)(solve.NewOperator(kernel, X))
				r := must[*solve.LossRidge](t)(solve.NewLossRidge(op, l, y, intercept))
				var warm *solve.LossFit
				for _, nu := range []float64{1, 1e-2, 1e-4} {
					x := must[*solve.LossFit](t)(r.Fit(ctx, nu, nil))
					what := fmt.Sprintf("%v, %v, intercept %v, nu %v", l, kernel, intercept, nu)
					if !(x.Gap <= 1e-8*x.Objective) {
						t.Errorf("%s: gap %v of the objective %v after %d steps", what, x.Gap, x.Objective, x.Steps)
					}
					warm = must[*solve.LossFit](t)(r.Fit(ctx, nu, warm))
					if math.Abs(warm.Objective-x.Objective) > 1e-8*x.Objective {
						t.Errorf("%s: the objective is %v from another fit, and %v", what, warm.Objective, x.Objective)
					}
					K := mat.NewDense(40, 40, nil)
					for i := range 40 {
						for j := range 40 {
							K.Set(i, j, kernel.Eval(X.RawRowView(i), X.RawRowView(j)))
						}
					}
					objective := func(alpha []float64, b float64) float64 {
						var f mat.VecDense
						f.MulVec(K, mat.NewVecDense(40, alpha))
						sum := nu * floats.Dot(alpha, f.RawVector().Data)
						for i, v := range y {
							sum += l.Value(v, f.AtVec(i)+b) / 40
						}
						return sum
					}
					own := objective(x.Alpha, x.Intercept)
					if math.Abs(own-x.Objective) > 1e-9*own {
						t.Errorf("%s: the objective is %v, and said to be %v", what, own, x.Objective)
					}
					rng := rand.New(rand.NewPCG(1, 1))
					for range 20 {
						alpha, b := slices.Clone(x.Alpha), x.Intercept
						for i := range alpha {
							alpha[i] += 1e-3 * rng.NormFloat64()
						}
						if intercept {
							b += 1e-2 * rng.NormFloat64()
						}
						if objective(alpha, b) < own-x.Gap-1e-12*own {
							t.Fatalf("%s: a function close by is better", what)
						}
					}
				}
			}
		}
	}
}

// TestLossRidgeOfSquares: with the square it is ridge regression, and what is left out too, also in groups.
func TestLossRidgeOfSquares(t *testing.T) {
	X, y := lossData(loss.Square{}, 30, 5)
	op := must[*solve.Operator](t)(solve.NewOperator(kern.Gaussian{Width: kern.Sigma(1)}, X))
	weights := make([]float64, 30)
	for i := range weights {
		weights[i] = 1 + float64(i%3)
	}
	groups := [][]int{{0, 4, 9}, {1, 2}, {20}}
	for _, own := range []*solve.Operator{op, must[*solve.Operator](t)(op.Weighted(weights))} {
		for _, intercept := range []bool{true, false} {
			r := must[*solve.LossRidge](t)(solve.NewLossRidge(own, loss.Square{}, y, intercept))
			ridge := must[*solve.Ridge](t)(solve.NewRidge(own, y, intercept))
			x := must[*solve.LossFit](t)(r.Fit(t.Context(), 1e-3, nil))
			alpha, b, err := ridge.Fit(1e-3)
			if err != nil || math.Abs(b-x.Intercept) > 1e-9 || floats.Distance(alpha, x.Alpha, 2) > 1e-7*floats.Norm(alpha, 2) {
				t.Errorf("coefficients %v, %v, of ridge regression %v, %v, %v", x.Alpha[:3], x.Intercept, alpha[:3], b, err)
			}
			values := must[[]float64](t)(x.LeaveGroupsOut(groups))
			for i, rest := range must[[]float64](t)(ridge.LeaveGroupsOut(1e-3, groups)) {
				if math.Abs(y[i]-rest-values[i]) > 1e-7 {
					t.Errorf("leaving out row %d gives %v, of ridge regression %v", i, values[i], y[i]-rest)
				}
			}
		}
	}
}

// TestLossRidgeLeavesOut: the values leaving a group out are nearly those of a fit to the other rows.
func TestLossRidgeLeavesOut(t *testing.T) {
	const n, nu = 60, 1e-2
	for _, l := range []loss.Loss{loss.Logistic{}, loss.Poisson{}, loss.Huber{Knee: 0.5}} {
		X, y := lossData(l, n, 7)
		kernel := kern.Gaussian{Width: kern.Sigma(1.5)}
		r := must[*solve.LossRidge](t)(solve.NewLossRidge(must[*solve.Operator](t)(solve.NewOperator(kernel, X)), l, y, true))
		x := must[*solve.LossFit](t)(r.Fit(t.Context(), nu, nil))
		groups := [][]int{{3, 17, 30}}
		values := must[[]float64](t)(x.LeaveGroupsOut(groups))
		var apart, moved float64
		for i := range n {
			out := []int{i}
			if slices.Contains(groups[0], i) {
				out = groups[0]
			}
			some, targets := mat.NewDense(n-len(out), 2, nil), []float64(nil)
			for j := range n {
				if !slices.Contains(out, j) {
					some.SetRow(len(targets), X.RawRowView(j))
					targets = append(targets, y[j])
				}
			}
			op := must[*solve.Operator](t)(solve.NewOperator(kernel, some))
			own := must[*solve.LossFit](t)(must[*solve.LossRidge](t)(solve.NewLossRidge(op, l, targets, true)).Fit(t.Context(), nu*n/float64(len(targets)), nil))
			v := must[[]float64](t)(op.Values(own.Alpha, X.Slice(i, i+1, 0, 2).(*mat.Dense)))[0] + own.Intercept
			apart += math.Abs(values[i] - v)
			moved += math.Abs(x.Values[i] - v)
		}
		if apart > 0.2*moved {
			t.Errorf("%v: values leaving out are %v from those of fits to the other rows, which are %v from the fit to all", l, apart/n, moved/n)
		}
	}
}

// TestLossRidgeWeights: a row of weight m is the row m times.
func TestLossRidgeWeights(t *testing.T) {
	for _, l := range ridgeLosses {
		X, y := lossData(l, 24, 9)
		weights := make([]float64, 24)
		var rows, targets []float64
		var groups [][]int
		for i := range weights {
			times := 1 + i%3
			weights[i] = float64(times)
			var group []int
			for range times {
				group = append(group, len(targets))
				rows, targets = append(rows, X.RawRowView(i)...), append(targets, y[i])
			}
			groups = append(groups, group)
		}
		kernel := kern.Gaussian{Width: kern.Sigma(1)}
		weighed := must[*solve.Operator](t)(must[*solve.Operator](t)(solve.NewOperator(kernel, X)).Weighted(weights))
		many := must[*solve.Operator](t)(solve.NewOperator(kernel, mat.NewDense(len(targets), 2, rows)))
		a := must[*solve.LossFit](t)(must[*solve.LossRidge](t)(solve.NewLossRidge(weighed, l, y, true)).Fit(t.Context(), 1e-3, nil))
		b := must[*solve.LossFit](t)(must[*solve.LossRidge](t)(solve.NewLossRidge(many, l, targets, true)).Fit(t.Context(), 1e-3, nil))
		if math.Abs(a.Objective-b.Objective) > 1e-8*b.Objective {
			t.Errorf("%v: the objective is %v with weights, and %v of repeated rows", l, a.Objective, b.Objective)
		}
		own, all := must[[]float64](t)(a.LeaveGroupsOut(nil)), must[[]float64](t)(b.LeaveGroupsOut(groups))
		for i, group := range groups {
			if math.Abs(own[i]-all[group[0]]) > 1e-3 {
				t.Errorf("%v: leaving row %d out gives %v, and its repetitions %v", l, i, own[i], all[group[0]])
			}
		}
	}
}

// TestLossRidgeRefuses: what cannot be fitted is said with its row.
func TestLossRidgeRefuses(t *testing.T) {
	X, y := lossData(loss.Logistic{}, 10, 1)
	op := must[*solve.Operator](t)(solve.NewOperator(kern.Gaussian{Width: kern.Sigma(1)}, X))
	bad := slices.Clone(y)
	bad[3] = 0
	if _, err := solve.NewLossRidge(op, loss.Logistic{}, bad, true); err == nil || !strings.Contains(err.Error(), "row 3 (from 0)") {
		t.Errorf("a target that is no class: %v", err)
	}
	r := must[*solve.LossRidge](t)(solve.NewLossRidge(op, loss.Logistic{}, y, true))
	if _, err := r.Fit(t.Context(), 0, nil); err == nil || !strings.Contains(err.Error(), "nu must be") {
		t.Errorf("nu = 0: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Fit(ctx, 1e-3, nil); err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("an interrupt: %v", err)
	}
}
