package baseline

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Where the smoother is the projection it finds what SpAM finds, and is bounded as it is.
func TestBackfittingIsSpAM(t *testing.T) {
	X, y := additiveSample(40, 5, 1)
	spam := prepared(t, SpAM{}, X, y)
	back := prepared(t, Backfitting{Smoother: SplineProjection{}}, X, y)
	root := math.Sqrt(40)
	wantNear(t, "top", back.top(), root*spam.top(), 1e-12)
	for _, part := range []float64{0.9, 0.3, 0.05} {
		a, b := solved(t, spam, part*spam.top()), solved(t, back, part*back.top())
		wantNear(t, "objective", b.objective, a.objective, 1e-12)
		wantNear(t, "gap", b.gap, 0, 1e-8)
		for j := range a.scores {
			wantNear(t, "score", b.scores[j]*root, a.scores[j], 1e-6)
			if a.selected[j] != b.selected[j] {
				t.Errorf("input %d is in the one and not in the other", j)
			}
		}
		fresh, _ := additiveSample(20, 5, 2)
		wantClose(t, "predictions", b.predict(fresh), a.predict(fresh), 1e-6)
	}
}

// Functions that the iteration ends at are those that it leaves where they are.
func TestBackfittingEndsAtAFixedPoint(t *testing.T) {
	X, y := additiveSample(60, 4, 3)
	for _, s := range []Smoother{nil, LocalLinear{Bandwidth: 0.5}, KernelSmoother{}, SplineProjection{Functions: 4}} {
		p := prepared(t, Backfitting{Smoother: s}, X, y).(*backfittingProblem)
		lambda := 0.2 * p.top()
		f := solved(t, p, lambda)
		own := f.own.(*BackfittingFit)
		wantClose(t, "predictions at the training points", f.predict(X), own.Fitted, 1e-8)
		for j, function := range own.Functions {
			r := append([]float64(nil), p.y...)
			for k, other := range own.Functions {
				if k != j && other != nil {
					floats.Sub(r, other)
				}
			}
			smooth := make([]float64, len(r))
			p.smoothings[j].on(smooth, r)
			length := math.Sqrt(floats.Dot(smooth, smooth) / float64(len(r)))
			floats.Scale(max(0, 1-lambda/length), smooth)
			floats.AddConst(-floats.Sum(smooth)/float64(len(r)), smooth)
			if function == nil {
				function = make([]float64, len(r))
			}
			wantClose(t, "function", smooth, function, 1e-7)
		}
		if s != (SplineProjection{Functions: 4}) && !math.IsNaN(f.objective) {
			t.Errorf("%v minimises %v", s, f.objective)
		}
	}
}

// A local linear smoother leaves straight lines as they are, a kernel smoother constants.
func TestSmoothersKeepWhatTheyFit(t *testing.T) {
	X, _ := additiveSample(30, 1, 4)
	x := mat.Col(nil, 0, X)
	dst := make([]float64, len(x))
	for _, at := range []float64{-1, 0, 0.31, 1, 1.5} {
		for _, h := range []float64{0, 0.2, 3} {
			local, err := LocalLinear{Bandwidth: h}.On(x)
			if err != nil {
				t.Fatal(err)
			}
			local(dst, at)
			wantNear(t, "sum of weights", floats.Sum(dst), 1, 1e-9)
			if h == 3 || at >= 0 && at <= 1 {
				wantNear(t, "a straight line", floats.Dot(dst, x), at, 1e-6)
			}
			kernel, err := KernelSmoother{Bandwidth: h}.On(x)
			if err != nil {
				t.Fatal(err)
			}
			kernel(dst, at)
			wantNear(t, "sum of weights", floats.Sum(dst), 1, 1e-12)
			if floats.Min(dst) < 0 {
				t.Error("a weight of the kernel smoother is below 0")
			}
		}
	}
	kernel, _ := KernelSmoother{}.On(x)
	kernel(dst, 1e6) // where all kernels are lost in float64
	wantNear(t, "sum of weights far away", floats.Sum(dst), 1, 1e-12)
}

// The local linear smoother is weighted least squares at every point.
func TestLocalLinearIsWeightedLeastSquares(t *testing.T) {
	X, y := additiveSample(30, 1, 8)
	x := mat.Col(nil, 0, X)
	local, err := LocalLinear{}.On(x)
	if err != nil {
		t.Fatal(err)
	}
	h := 0.6 * math.Pow(30, -0.2) * stat.StdDev(x, nil)
	weights := make([]float64, len(x))
	for _, at := range []float64{0.05, 0.4, 0.77} {
		left, right := mat.NewSymDense(2, nil), mat.NewVecDense(2, nil)
		for i, v := range x {
			u := (v - at) / h
			w := math.Exp(-u * u / 2)
			for a, f := range []float64{1, v - at} {
				right.SetVec(a, right.AtVec(a)+w*f*y[i])
			}
			left.SetSym(0, 0, left.At(0, 0)+w)
			left.SetSym(0, 1, left.At(0, 1)+w*(v-at))
			left.SetSym(1, 1, left.At(1, 1)+w*(v-at)*(v-at))
		}
		var line mat.VecDense
		if err := line.SolveVec(left, right); err != nil {
			t.Fatal(err)
		}
		local(weights, at)
		wantNear(t, "value", floats.Dot(weights, y), line.AtVec(0), 1e-12)
	}
}

func TestBackfittingRefuses(t *testing.T) {
	X, y := additiveSample(10, 2, 5)
	for i := range 10 {
		X.Set(i, 1, float64(i%2))
	}
	for want, s := range map[string]Backfitting{
		"Sweeps is -1":         {Sweeps: -1},
		"Bandwidth is -2":      {Smoother: LocalLinear{Bandwidth: -2}},
		"Bandwidth is NaN":     {Smoother: KernelSmoother{Bandwidth: math.NaN()}},
		"Functions is -3":      {Smoother: SplineProjection{Functions: -3}},
		"has no weights (nil)": {Smoother: nowhere{}},
	} {
		if _, err := s.prepare(t.Context(), X, y, numbered(2)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want one with %q", s, err, want)
		}
	}
}

// Sweeps bounds the iteration, and the fit says that it has not settled.
func TestBackfittingSweeps(t *testing.T) {
	X, y := additiveSample(30, 3, 6)
	p := prepared(t, Backfitting{Sweeps: 1}, X, y)
	f, err := p.solve(t.Context(), 0.1*p.top(), nil)
	if err != nil || f.converged || f.iterations != 1 {
		t.Errorf("error %v, converged %v after %d sweeps", err, f.converged, f.iterations)
	}
}

// Where the smoother is the projection a fit has converged where its gap says so, however slow
// the sweeps are among inputs that are alike.
func TestBackfittingConvergesByItsGap(t *testing.T) {
	for _, apart := range []float64{1, 0.1, 0.01, 1e-4, 0} {
		X, y := additiveSample(30, 3, 8)
		for i := range y {
			X.Set(i, 1, (1-apart)*X.At(i, 0)+apart*X.At(i, 1))
		}
		for _, sweeps := range []int{1, 30, 2000} {
			p := prepared(t, Backfitting{Smoother: SplineProjection{}, Sweeps: sweeps}, X, y).(*backfittingProblem)
			spam := prepared(t, SpAM{}, X, y)
			for _, part := range []float64{0.5, 1e-2, 1e-4, 1e-6} {
				f, err := p.solve(t.Context(), part*p.top(), nil)
				if err != nil {
					t.Fatal(err)
				}
				if least := 1e-9 * p.yy / 60; f.converged != (f.gap <= least) {
					t.Errorf("inputs %v apart, %d sweeps, at %v of the top: converged %v with the gap %.1e, and %.1e is asked for", apart, f.iterations, part, f.converged, f.gap, least)
				}
				other, err := spam.solve(t.Context(), part*spam.top(), nil)
				if err != nil {
					t.Fatal(err)
				}
				if !(f.dual <= other.objective) || f.objective-f.gap > other.objective {
					t.Errorf("inputs %v apart, at %v of the top: at least %v with the gap %v, and SpAM has %v", apart, part, f.dual, f.gap, other.objective)
				}
				if part == 0.5 && apart != 1e-4 && sweeps == 2000 && !f.converged {
					t.Errorf("inputs %v apart, at %v of the top: not converged after %d sweeps, gap %.1e", apart, part, f.iterations, f.gap)
				}
			}
		}
	}
}

// nowhere is a smoother without weights.
type nowhere struct{}

func (nowhere) String() string { return "smoother of a test" }

func (nowhere) On([]float64) (func([]float64, float64), error) { return nil, nil }
