package solve_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// classData draws inputs and classes from 0 to k-1, that depend on both inputs.
func classData(n, k int, seed uint64) (*mat.Dense, []int) {
	rng := rand.New(rand.NewPCG(seed, 9))
	X, y := mat.NewDense(n, 2, nil), make([]int, n)
	for i := range y {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		X.SetRow(i, []float64{a, b})
		y[i] = int(math.Abs(3*math.Atan2(a, b)+rng.NormFloat64())) % k
	}
	for c := range k {
		y[c] = c
	}
	return X, y
}

// objectiveOf is the objective of coefficients from its definition.
func objectiveOf(K *mat.Dense, y []int, w []float64, alpha *mat.Dense, b []float64, nu float64) float64 {
	n, k := alpha.Dims()
	var f mat.Dense
	f.Mul(K, alpha)
	var sum, norm float64
	for i := range n {
		var total float64
		for c := range k {
			total += math.Exp(f.At(i, c) + b[c])
			norm += alpha.At(i, c) * f.At(i, c)
		}
		weight := 1.0
		if w != nil {
			weight = w[i]
		}
		sum += weight * (math.Log(total) - f.At(i, y[i]) - b[y[i]])
	}
	return sum/float64(n) + nu*norm
}

// TestMultinomialRidgeIsOptimal: the objective is what the coefficients say, the gap is small, no function close by has a smaller
// objective, and where the fit begins says nothing.
func TestMultinomialRidgeIsOptimal(t *testing.T) {
	ctx := context.Background()
	for _, k := range []int{2, 3, 7} {
		for _, intercept := range []bool{true, false} {
			for _, nu := range []float64{1, 1e-2, 1e-5} {
				X, y := classData(60, k, uint64(k))
				op := must[*solve.Operator](t)(solve.NewOperator(kern.Gaussian{Width: kern.Sigma(1)}, X))
				r := must[*solve.MultinomialRidge](t)(solve.NewMultinomialRidge(op, y, k, intercept))
				x := must[*solve.MultinomialFit](t)(r.Fit(ctx, nu, nil))
				name := fmt.Sprintf("%d classes, intercept %v, nu %g (%d steps, %d products)", k, intercept, nu, x.Steps, x.Products)
				K := must[*mat.Dense](t)(op.Cross(X))
				at := objectiveOf(K, y, nil, x.Alpha, x.Intercepts, nu)
				if math.Abs(at-x.Objective) > 1e-10*at {
					t.Errorf("%s: objective %v, and %v by its definition", name, x.Objective, at)
				}
				if x.Gap > 1e-7*x.Objective {
					t.Errorf("%s: gap %g", name, x.Gap)
				}
				rng := rand.New(rand.NewPCG(1, 1))
				for range 20 {
					alpha, b := mat.DenseCopyOf(x.Alpha), append([]float64(nil), x.Intercepts...)
					for c := range b {
						if intercept {
							b[c] += 1e-2 * rng.NormFloat64()
						}
						for i := range y {
							alpha.Set(i, c, alpha.At(i, c)*(1+1e-2*rng.NormFloat64()))
						}
					}
					if there := objectiveOf(K, y, nil, alpha, b, nu); there < at-x.Gap {
						t.Errorf("%s: close by is %v, less than %v", name, there, at)
					}
				}
				for i := range y {
					var sum float64
					for c := range k {
						sum += x.Values.At(i, c)
					}
					if math.Abs(sum) > 1e-9 {
						t.Fatalf("%s: the values of row %d have the sum %g", name, i, sum)
					}
				}
				other := must[*solve.MultinomialFit](t)(r.Fit(ctx, nu, must[*solve.MultinomialFit](t)(r.Fit(ctx, 10*nu, nil))))
				if math.Abs(other.Objective-x.Objective) > x.Gap+other.Gap+1e-12 {
					t.Errorf("%s: %v from the solution at a larger nu, %v from 0", name, other.Objective, x.Objective)
				}
			}
		}
	}
}

// TestMultinomialOfTwoIsLogistic: of two classes the difference of the functions is the logistic regression with half the ridge.
func TestMultinomialOfTwoIsLogistic(t *testing.T) {
	ctx := context.Background()
	X, classes := classData(50, 2, 3)
	y := make([]float64, len(classes))
	w := make([]float64, len(classes))
	for i, c := range classes {
		y[i], w[i] = float64(2*c-1), 1+float64(i%3)
	}
	for _, weights := range [][]float64{nil, w} {
		op := must[*solve.Operator](t)(solve.NewOperator(kern.Gaussian{Width: kern.Sigma(0.7)}, X))
		if weights != nil {
			op = must[*solve.Operator](t)(op.Weighted(weights))
		}
		for _, intercept := range []bool{true, false} {
			for _, nu := range []float64{1e-1, 1e-4} {
				two := must[*solve.MultinomialFit](t)(must[*solve.MultinomialRidge](t)(solve.NewMultinomialRidge(op, classes, 2, intercept)).Fit(ctx, nu, nil))
				one := must[*solve.LossFit](t)(must[*solve.LossRidge](t)(solve.NewLossRidge(op, loss.Logistic{}, y, intercept)).Fit(ctx, nu/2, nil))
				if math.Abs(two.Objective-one.Objective) > two.Gap+one.Gap+1e-10 {
					t.Errorf("objective %v of two classes, %v of the logistic regression", two.Objective, one.Objective)
				}
				for i, v := range one.Values {
					if d := two.Values.At(i, 1) - two.Values.At(i, 0); math.Abs(d-v) > 1e-3*math.Max(1, math.Abs(v)) {
						t.Errorf("nu %g, row %d: log-odds %v and %v", nu, i, d, v)
					}
				}
			}
		}
	}
}

// TestMultinomialWeights: a weight of 2 is the row twice, and the names of classes say nothing.
func TestMultinomialWeights(t *testing.T) {
	ctx := context.Background()
	const n, k, nu = 30, 4, 1e-2
	X, y := classData(n, k, 5)
	twice, w := mat.DenseCopyOf(X), make([]float64, n)
	of, turned := append([]int(nil), y...), make([]int, n)
	for i := range w {
		w[i], turned[i] = 1, (y[i]+1)%k
		if i%3 == 0 {
			w[i], of = 2, append(of, y[i])
			twice = mat.DenseCopyOf(mat.NewDense(len(of), 2, append(append([]float64(nil), twice.RawMatrix().Data...), X.RawRowView(i)...)))
		}
	}
	operator := func(X *mat.Dense) *solve.Operator {
		return must[*solve.Operator](t)(solve.NewOperator(kern.Gaussian{Width: kern.Sigma(1)}, X))
	}
	fit := func(op *solve.Operator, y []int) *solve.MultinomialFit {
		return must[*solve.MultinomialFit](t)(must[*solve.MultinomialRidge](t)(solve.NewMultinomialRidge(op, y, k, true)).Fit(ctx, nu, nil))
	}
	weighted := must[*solve.Operator](t)(operator(X).Weighted(w))
	x, repeated, renamed := fit(weighted, y), fit(operator(twice), of), fit(weighted, turned)
	for i := range n {
		for c := range k {
			if v := x.Values.At(i, c); math.Abs(v-repeated.Values.At(i, c)) > 1e-3 || math.Abs(v-renamed.Values.At(i, (c+1)%k)) > 1e-3 {
				t.Errorf("row %d, class %d: %v weighted, %v repeated, %v renamed", i, c, v, repeated.Values.At(i, c), renamed.Values.At(i, (c+1)%k))
			}
		}
	}
	if math.Abs(x.Objective-repeated.Objective) > 1e-8 || math.Abs(x.Objective-renamed.Objective) > 1e-8 {
		t.Errorf("objectives %v, %v, %v", x.Objective, repeated.Objective, renamed.Objective)
	}
}

func TestMultinomialRefuses(t *testing.T) {
	X, y := classData(10, 3, 1)
	op := must[*solve.Operator](t)(solve.NewOperator(kern.Gaussian{Width: kern.Sigma(1)}, X))
	for name, f := range map[string]func() error{
		"no operator":   func() error { _, err := solve.NewMultinomialRidge(nil, y, 3, true); return err },
		"a short y":     func() error { _, err := solve.NewMultinomialRidge(op, y[:9], 3, true); return err },
		"one class":     func() error { _, err := solve.NewMultinomialRidge(op, make([]int, 10), 1, true); return err },
		"a class above": func() error { _, err := solve.NewMultinomialRidge(op, y, 2, true); return err },
		"an empty one":  func() error { _, err := solve.NewMultinomialRidge(op, y, 4, true); return err },
		"nu 0": func() error {
			_, err := must[*solve.MultinomialRidge](t)(solve.NewMultinomialRidge(op, y, 3, true)).Fit(context.Background(), 0, nil)
			return err
		},
		"an ended context": func() error {
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			_, err := must[*solve.MultinomialRidge](t)(solve.NewMultinomialRidge(op, y, 3, true)).Fit(ctx, 1e-3, nil)
			return err
		},
	} {
		if f() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func BenchmarkMultinomialRidge(b *testing.B) {
	X, y := classData(500, 7, 1)
	op, err := solve.NewOperator(kern.Gaussian{Width: kern.Sigma(1)}, X)
	if err != nil {
		b.Fatal(err)
	}
	r, err := solve.NewMultinomialRidge(op, y, 7, true)
	if err != nil {
		b.Fatal(err)
	}
	products := 0
	for b.Loop() {
		var x *solve.MultinomialFit
		for _, nu := range []float64{1e-1, 1e-2, 1e-3, 1e-4, 1e-5} {
			x, err = r.Fit(context.Background(), nu, x)
			if err != nil {
				b.Fatal(err)
			}
			products += x.Products
		}
	}
	b.ReportMetric(float64(products)/float64(b.N), "products/op")
}
