package solve_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// severalTruth computes the objective of several functions by its definition, from the kernel alone, and the value of the dual function for the lasso:
//
//	-(1/n) sum_i w_i l*(u_i) - h*(V) - nu ||g||^2,  g of the coefficients -w_i u_i/(2 n nu) and -V_i/(2 nu),
//
// at the derivatives of the loss, balanced, and the blocks of B, shortened.
func severalTruth(p *solve.Problem, k kern.Kernel, X *mat.Dense, at *solve.Solution) (objective, dual float64) {
	n, d := X.Dims()
	c := p.Op.Functions()
	w := p.Op.Weights()
	slope, entries := make([]float64, d), make([]float64, d*d)
	apply := func(alpha []float64, B *mat.Dense) (v []float64, W *mat.Dense, normSq float64) {
		v, W = make([]float64, n*c), mat.NewDense(n*c, d, nil)
		for f := range c {
			for i := range n {
				for j := range n {
					x, z, to, from := X.RawRowView(i), X.RawRowView(j), f*n+i, f*n+j
					v[to] += k.Eval(x, z) * alpha[from]
					k.Grad(slope, z, x)
					v[to] += floats.Dot(slope, B.RawRowView(from))
					k.Grad(slope, x, z)
					k.Mixed(entries, x, z)
					for a := range d {
						W.Set(to, a, W.At(to, a)+slope[a]*alpha[from]+floats.Dot(entries[a*d:(a+1)*d], B.RawRowView(from)))
					}
				}
			}
		}
		normSq = floats.Dot(alpha, v) + floats.Dot(B.RawMatrix().Data, W.RawMatrix().Data)
		return v, W, normSq
	}
	v, W, normSq := apply(at.Alpha, at.B)
	u, q := make([]float64, d), make([]float64, n*c)
	for f := range c {
		for i := range n {
			v[f*n+i] += at.Intercepts[f]
			for a := range d {
				u[a] += w[i] * W.At(f*n+i, a) * W.At(f*n+i, a) / float64(n)
			}
		}
	}
	for a := range u {
		u[a] = math.Sqrt(u[a])
	}
	for i := range n {
		var sum, inner float64
		for f := range c {
			sum += math.Exp(v[f*n+i])
			inner += p.Y[f*n+i] * v[f*n+i]
		}
		if p.Joint != nil {
			objective += w[i] * (math.Log(sum) - inner) / float64(n)
		}
		for f := range c {
			q[f*n+i] = math.Exp(v[f*n+i])/sum - p.Y[f*n+i]
			if p.Joint == nil {
				q[f*n+i] = 2 * (v[f*n+i] - p.Y[f*n+i])
				objective += w[i] * (v[f*n+i] - p.Y[f*n+i]) * (v[f*n+i] - p.Y[f*n+i]) / float64(n)
			}
		}
	}
	objective += p.Tau*p.Penalty.Value(u) + p.Nu*normSq
	alpha, B := make([]float64, n*c), mat.DenseCopyOf(at.B)
	for f := range c {
		var mean float64
		for i := range n {
			mean += w[i] * q[f*n+i] / float64(n)
		}
		for i := range n {
			if p.Intercept {
				q[f*n+i] -= mean
			}
			alpha[f*n+i] = -w[i] * q[f*n+i] / (2 * float64(n) * p.Nu)
			dual -= w[i] / float64(n) * conjugateTruth(p, p.Y[f*n+i], q[f*n+i])
		}
	}
	for a := range d {
		var square float64 // of V with the weights of the gradients
		for i := range n * c {
			square += B.At(i, a) * B.At(i, a) / w[i%n]
		}
		if long := 2 * p.Nu * math.Sqrt(square*float64(n)) / p.Tau; long > 1 {
			for i := range n * c {
				B.Set(i, a, B.At(i, a)/long)
			}
		}
	}
	_, _, normSq = apply(alpha, B)
	return objective, dual - p.Nu*normSq
}

func conjugateTruth(p *solve.Problem, y, u float64) float64 {
	if p.Joint == nil {
		return u*y + u*u/4
	}
	if s := u + y; s > 0 {
		return s * math.Log(s)
	}
	return 0
}

// TestSeveralCertificates: between the objective and the dual value that are computed by their definitions there is nothing but the gap, and no bound of a run
// that is stopped early is beyond them.
func TestSeveralCertificates(t *testing.T) {
	kernels := []kern.Kernel{kern.Linear{}, kern.Polynomial{Degree: 2, Offset: 1}, kern.Gaussian{Width: kern.Sigma(1.5)}, kern.Matern52{Width: kern.Sigma(2)}}
	rapid.Check(t, func(rt *rapid.T) {
		n, d, c := rapid.IntRange(6, 14).Draw(rt, "n"), rapid.IntRange(1, 3).Draw(rt, "d"), rapid.IntRange(2, 4).Draw(rt, "c")
		seed := rapid.Uint64Range(0, 1000).Draw(rt, "seed")
		X, y := sample(n, d, seed)
		k := rapid.SampledFrom(kernels).Draw(rt, "kernel")
		op := operator(t, k, X)
		w := make([]float64, n)
		for i := range w {
			w[i] = 1
		}
		if rapid.Bool().Draw(rt, "weights") {
			for i := range w {
				w[i] += float64(i % 3)
			}
		}
		op, err := op.Weighted(w)
		if err != nil {
			t.Fatal(err)
		}
		p := &solve.Problem{Op: functions(t, op, c), Penalty: penalty.Lasso{}, Nu: rapid.SampledFrom([]float64{0.1, 0.01}).Draw(rt, "nu"),
			Tau: rapid.SampledFrom([]float64{0.2, 0.02}).Draw(rt, "tau"), Intercept: rapid.Bool().Draw(rt, "intercept"), Y: manyTargets(c, X, y, seed)}
		if rapid.Bool().Draw(rt, "classes") {
			p.Joint, p.Y = loss.Multinomial{}, classTargets(c, X, seed)
		}
		best, err := solve.Dual{Tol: 1e-9}.Solve(t.Context(), p, nil)
		if err != nil {
			rt.Fatal(err)
		}
		objective, dual := severalTruth(p, k, X, best)
		if math.Abs(objective-best.Objective) > 1e-11*objective || dual > objective*(1+1e-13) || objective-dual > 1e-4*objective {
			rt.Fatalf("the objective is %v, said to be %v, and the dual value %v", objective, best.Objective, dual)
		}
		for most := 1; most < 600; most *= 3 {
			got, _ := solve.Dual{Tol: 1e-9, MaxIter: most}.Solve(t.Context(), p, nil)
			if got.Dual > objective*(1+1e-13) || got.Objective < dual*(1-1e-13) || got.Objective < best.Dual*(1-1e-13) {
				rt.Fatalf("after %d products between %v and %v; the minimum is between %v and %v", most, got.Dual, got.Objective, dual, objective)
			}
			for a, in := range got.Certain {
				if in == solve.CertainlyIn && best.RawNorms[a] < 1e-7*best.NormScale || in == solve.CertainlyOut && best.RawNorms[a] > 1e-4*best.NormScale {
					rt.Fatalf("after %d products input %d is certainly %v, with the norm %v of %v", most, a, in, best.RawNorms[a], best.NormScale)
				}
			}
		}
		again, err := solve.Certify(t.Context(), p, solve.Coefficients{Alpha: best.Alpha, B: best.B, Bound: best.Bound})
		if err != nil || again.RelGap > 2*best.RelGap+1e-14 {
			rt.Fatalf("certified again: %v, %v, want a gap of %v", again, err, best.RelGap)
		}
	})
}
