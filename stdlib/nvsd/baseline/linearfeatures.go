package baseline

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A LinearFit holds the results of a linear system that other systems lack. A feature is an
// input, or a monomial of inputs.
type LinearFit struct {
	Features     []string  // their names
	Standardised []float64 // coefficients of the features less their means over their standard deviations
	Coefficients []float64 // of the features in their own units
	Mean         float64   // of the target: the constant beside the standardised features
	Constant     float64   // beside the features in their own units
	In           []bool    // a feature: whether its coefficient is other than 0

	Violation      float64 // by how much the conditions of optimality fail at most
	InactiveMargin float64 // 1 less the largest |z_j'r|/n over its threshold among features that are out; 1 where none is
	LeastSelected  float64 // the least size of a standardised coefficient that is in; NaN where none is
	LeaveOneOut    float64 // root mean squared leave-one-out error, in closed form; NaN but for Ridge

	leastEigen func() float64
}

// LeastEigen returns the least eigenvalue of Z'Z/n + l2 I over the features that are in: a
// gap g leaves coefficients with the same zeros within sqrt(2g/LeastEigen) of the best. It is
// NaN where no feature is in.
func (l *LinearFit) LeastEigen() float64 { return l.leastEigen() }

// linearFeatures holds standardised features of inputs, and a centred target.
type linearFeatures struct {
	*centredTarget
	names  []string
	inputs [][]int // that each feature is made of
	d      int     // inputs
	expand func(dst, x []float64)

	columns      []blas64.Vector // standardised; 0 where a feature is constant
	squares      []float64       // z_j'z_j: n, or 0 for a constant feature
	shift, scale []float64       // the means and standard deviations
}

// inputFeatures returns the inputs themselves as features.
func inputFeatures(X *mat.Dense, y []float64, names []string) (*linearFeatures, error) {
	_, d := X.Dims()
	inputs := make([][]int, d)
	for a := range inputs {
		inputs[a] = []int{a}
	}
	return newLinearFeatures(X, y, names, inputs, func(dst, x []float64) { copy(dst, x) })
}

func newLinearFeatures(X *mat.Dense, y []float64, names []string, inputs [][]int, expand func(dst, x []float64)) (*linearFeatures, error) {
	c, err := newCentredTarget(y)
	if err != nil {
		return nil, err
	}
	n, d := X.Dims()
	p := len(names)
	f := &linearFeatures{centredTarget: c, names: names, inputs: inputs, d: d, expand: expand,
		columns: make([]blas64.Vector, p), squares: make([]float64, p), shift: make([]float64, p), scale: make([]float64, p)}
	values := mat.NewDense(n, p, nil)
	for i := range n {
		expand(values.RawRowView(i), X.RawRowView(i))
	}
	column := make([]float64, n)
	for j := range p {
		mat.Col(column, j, values)
		var z []float64
		z, f.shift[j], f.scale[j] = standardised(column)
		f.columns[j] = asVector(z)
		f.squares[j] = floats.Dot(z, z)
	}
	return f, nil
}

// n returns the number of points.
func (f *linearFeatures) n() float64 { return float64(len(f.y)) }

// residual returns y - Z b, the sums of the sizes of the numbers that it was computed from,
// and how many coefficients are not 0.
func (f *linearFeatures) residual(b []float64) (r, hidden []float64, terms int) {
	r, hidden = make([]float64, len(f.y)), make([]float64, len(f.y))
	copy(r, f.y)
	for i, v := range f.y {
		hidden[i] = math.Abs(v)
	}
	for j, v := range b {
		if v == 0 {
			continue
		}
		terms++
		blas64.Axpy(-v, f.columns[j], asVector(r))
		for i, z := range f.columns[j].Data {
			hidden[i] += math.Abs(v * z)
		}
	}
	return r, hidden, terms
}

// judge bounds coefficients of the problem with l1 sum_j |b_j| + (l2/2) sum_j b_j^2, and
// returns their residual and the products |z_j'r|.
func (f *linearFeatures) judge(b []float64, l1, l2 float64) (at bounds, r, products []float64) {
	r, hidden, terms := f.residual(b)
	products, sizes := make([]float64, len(b)), make([]float64, len(b))
	penalty := 0.0
	for j, v := range b {
		products[j] = math.Abs(blas64.Dot(f.columns[j], asVector(r)))
		sizes[j] = math.Sqrt(f.squares[j]) * (1 + 1e-12)
		penalty += l1*math.Abs(v) + l2/2*v*v
	}
	p := leastSquares{y: f.y, r: r, norms: products, sizes: sizes, l1: l1, l2: l2}
	at.objective = floats.Dot(r, r)/(2*f.n()) + penalty
	at.dual = p.lower()
	at.gap = p.upper(hidden, terms, penalty) - at.dual
	return at, r, products
}

// fitted makes a fit of standardised coefficients.
func (f *linearFeatures) fitted(weight, l1, l2 float64, b []float64) *fitted {
	at, r, products := f.judge(b, l1, l2)
	own := &LinearFit{
		Features: f.names, Standardised: b, Coefficients: make([]float64, len(b)), In: make([]bool, len(b)),
		Mean: f.mean, Constant: f.mean,
		InactiveMargin: 1, LeastSelected: math.NaN(), LeaveOneOut: math.NaN(),
		leastEigen: func() float64 { return f.leastEigen(b, l2) },
	}
	fit := &fitted{
		weight: weight, objective: at.objective, dual: at.dual, gap: at.gap, converged: f.certified(at),
		scores: make([]float64, f.d), selected: make([]bool, f.d), own: own,
	}
	for j, v := range b {
		if v == 0 {
			if f.scale[j] > 0 && l1 > 0 {
				own.InactiveMargin = min(own.InactiveMargin, 1-products[j]/f.n()/l1)
				own.Violation = max(own.Violation, products[j]/f.n()-l1)
			}
			continue
		}
		own.In[j] = true
		own.Coefficients[j] = v / f.scale[j]
		own.Constant -= own.Coefficients[j] * f.shift[j]
		slope := blas64.Dot(f.columns[j], asVector(r))/f.n() - l2*v - math.Copysign(l1, v)
		own.Violation = max(own.Violation, math.Abs(slope))
		if !(own.LeastSelected <= math.Abs(v)) {
			own.LeastSelected = math.Abs(v)
		}
		for _, a := range f.inputs[j] {
			fit.selected[a] = true
			fit.scores[a] = max(fit.scores[a], math.Abs(v))
		}
	}
	fit.intercept = own.Constant
	fit.predict = f.predictor(b)
	return fit
}

// certified reports whether the gap of a fit is within linearTol.
func (f *linearFeatures) certified(at bounds) bool {
	return at.gap <= linearTol*f.yy/(2*f.n())
}

// linearTol is the largest gap of a fit that converged, relative to the objective of no
// coefficients.
const linearTol = 1e-9

// predictor returns the values of standardised coefficients at new points.
func (f *linearFeatures) predictor(b []float64) func(X *mat.Dense) []float64 {
	return func(X *mat.Dense) []float64 {
		m, _ := X.Dims()
		v, row := make([]float64, m), make([]float64, len(b))
		for i := range v {
			f.expand(row, X.RawRowView(i))
			v[i] = f.mean
			for j, c := range b {
				if c != 0 {
					v[i] += c * ((row[j] - f.shift[j]) / f.scale[j])
				}
			}
		}
		return v
	}
}

// gram returns Z'Z/n + add I over the features of a list.
func (f *linearFeatures) gram(list []int, add float64) *mat.SymDense {
	if len(list) == 0 {
		return nil
	}
	g := mat.NewSymDense(len(list), nil)
	for a, j := range list {
		for b := a; b < len(list); b++ {
			g.SetSym(a, b, blas64.Dot(f.columns[j], f.columns[list[b]])/f.n())
		}
		g.SetSym(a, a, g.At(a, a)+add)
	}
	return g
}

func (f *linearFeatures) leastEigen(b []float64, l2 float64) float64 {
	list := support(b)
	if len(list) == 0 {
		return math.NaN()
	}
	var e mat.EigenSym
	if !e.Factorize(f.gram(list, l2), false) {
		return math.NaN()
	}
	return floats.Min(e.Values(nil))
}

// support returns the indices of numbers other than 0.
func support(b []float64) []int {
	var list []int
	for j, v := range b {
		if v != 0 {
			list = append(list, j)
		}
	}
	return list
}
