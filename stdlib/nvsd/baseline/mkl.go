package baseline

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

var _ Method = MKL{}

// MKL is multiple kernel learning for additive models, with a kernel for each input: the
// group lasso over the norms of the components (Bach, Lanckriet and Jordan 2004; JMLR 2013,
// sec. 5.3 and 6.3). It minimises over f_a in the space H_a of the kernel on input a alone,
// and over the constant b,
//
//	(1/n) sum_i (y_i - b - sum_a f_a(x_ia))^2 + 2 tau sum_a ||f_a||_a
//
// with no factor 1/2 anywhere. The weight is tau. The minimum is found by Newton's method
// and bounded from below by the dual problem, max (2v'y - v'v)/n over v with
// v'K_a v <= (n tau)^2 for every a, and with sum_i v_i = 0 where b is free.
//
// An input is selected where ||f_a||_a is above 1e-9 of the largest of these norms, which
// are the scores. The Detail of a fit is an [AdditiveFit].
type MKL struct {
	Kernel    kern.Kernel    // of one input; a width rule is carried out on each input alone. nil is a Gaussian of the median distance
	Intercept nvsd.Intercept // nvsd.Unpenalised
	Scale     nvsd.Scale     // nvsd.TrainSD
}

func (s MKL) String() string { return "MKL, additive" }

// Fit fits at one tau.
func (s MKL) Fit(ctx context.Context, train *data.Frame, tau nvsd.TauChoice) (*Model, error) {
	return fit(ctx, s, train, tau)
}

// Path fits at count taus, from the least at which no input is in down.
func (s MKL) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return path(ctx, s, train, count)
}

func (s MKL) prepare(_ context.Context, X *mat.Dense, y []float64, names []string) (problem, error) {
	switch s.Intercept {
	case "", nvsd.Unpenalised, nvsd.NoIntercept:
	default:
		return nil, fmt.Errorf("%v is not an intercept: take nvsd.Unpenalised or nvsd.NoIntercept", s.Intercept)
	}
	scale, err := toSD(s.Scale, X, names)
	if err != nil {
		return nil, err
	}
	Z := scale.apply(X)
	sum, err := newKernelSum(nil, names, 1, len(y), 1)
	if err != nil { // before a rule finds widths in the distances of all pairs of rows
		return nil, err
	}
	sum.kernels, err = newColumnKernels(s.Kernel, Z, names)
	if err != nil {
		return nil, err
	}
	p, err := newAdditive(sum, scale, Z, y, s.Intercept != nvsd.NoIntercept)
	if err != nil {
		return nil, err
	}
	m := &mklProblem{additive: p}
	m.largest, err = p.tauMax()
	return m, err
}

// mklProblem is the problem of MKL on given data.
type mklProblem struct {
	*additive
	largest float64 // tau
}

func (p *mklProblem) top() float64 { return p.largest }

func (p *mklProblem) solve(ctx context.Context, tau float64, last *fitted) (*fitted, error) {
	var from *AdditiveFit
	if last != nil {
		from, _ = last.own.(*AdditiveFit)
	}
	f, own, err := p.penalised(ctx, tau, from)
	if err != nil {
		return nil, err
	}
	f.own = own
	return f, nil
}

// columnKernels are a kernel on each input alone.
type columnKernels struct {
	of     []kern.Kernel
	points [][][]float64 // of an input and a training point, of length 1
}

// newColumnKernels resolves the width rule of a kernel on each column. A rule gives no width
// for a constant column, and any width gives the same kernel matrix: the width is 1 there.
func newColumnKernels(k kern.Kernel, Z *mat.Dense, names []string) (*columnKernels, error) {
	if k == nil {
		k = kern.Gaussian{Width: kern.MedianDistance}
	}
	n, d := Z.Dims()
	c := &columnKernels{}
	for a := range d {
		column := Z.Slice(0, n, a, a+1)
		values := mat.Col(nil, a, Z)
		if allEqual(values) {
			column = mat.NewDense(2, 1, []float64{values[0], values[0] + 1})
		}
		resolved, err := kern.Resolve(k, column)
		if err != nil {
			return nil, fmt.Errorf("input %q: %w", names[a], err)
		}
		points := make([][]float64, n)
		for i, v := range values {
			points[i] = []float64{v}
		}
		c.of, c.points = append(c.of, resolved), append(c.points, points)
		if cause := panics(func() { resolved.Eval(points[0], points[0]) }); cause != nil {
			return nil, fmt.Errorf("the kernel panics on input %q alone: %v: MKL asks for a kernel of one input", names[a], cause)
		}
	}
	return c, nil
}

// row leaves NaN where the kernel panics.
func (c *columnKernels) row(dst []float64, a int, s float64) {
	at := []float64{s}
	for i := range dst {
		dst[i] = math.NaN()
	}
	panics(func() {
		for i, t := range c.points[a] {
			dst[i] = c.of[a].Eval(at, t)
		}
	})
}

// panics returns the value that do panics with, or nil.
func panics(do func()) (cause any) {
	defer func() { cause = recover() }()
	do()
	return nil
}
