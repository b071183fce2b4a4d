package baseline

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// errLocal is the error of a local regression that float64 cannot solve.
var errLocal = errors.New("a local linear regression cannot be solved in float64: raise Ridge, or leave out inputs that are sums of others")

// A localRegression is the local linear regression at a point.
type localRegression struct {
	problem *rodeoProblem
	h       []float64
	rows    *mat.Dense // 1 and x_i - x, a point a row
	weights []float64  // w, of sum 1
	unit    []float64  // the solved matrix is in these units of the coefficients
	factor  mat.Cholesky
	shares  []float64 // of each y_i in m_h(x)
}

func (p *rodeoProblem) local(x, h []float64) (*localRegression, error) {
	n, m := len(p.y), len(p.use)+1
	l := &localRegression{problem: p, h: h, rows: mat.NewDense(n, m, nil), weights: make([]float64, n), unit: make([]float64, m)}
	most := math.Inf(-1)
	for i := range n {
		row, z := l.rows.RawRowView(i), p.Z.RawRowView(i)
		row[0] = 1
		for c := range p.use {
			row[c+1] = z[c] - x[c]
			t := row[c+1] / h[c]
			l.weights[i] -= t * t / 2
		}
		most = max(most, l.weights[i])
	}
	sum := 0.0
	for i, e := range l.weights {
		l.weights[i] = math.Exp(e - most)
		sum += l.weights[i]
	}
	scaled := mat.NewDense(n, m, nil)
	for i := range l.weights {
		l.weights[i] /= sum
		addTimes(math.Sqrt(l.weights[i]), l.rows.RawRowView(i), scaled.RawRowView(i))
	}
	a := mat.NewSymDense(m, nil)
	blas64.Syrk(blas.Trans, 1, scaled.RawMatrix(), 0, a.RawSymmetric())
	for c := range p.use {
		a.SetSym(c+1, c+1, a.At(c+1, c+1)+p.ridge[c])
	}
	for c := range m {
		l.unit[c] = 1 / math.Sqrt(a.At(c, c))
	}
	for c := range m {
		for e := c; e < m; e++ {
			a.SetSym(c, e, a.At(c, e)*l.unit[c]*l.unit[e])
		}
	}
	if !l.factor.Factorize(a) {
		return nil, errLocal
	}
	first := make([]float64, m)
	first[0] = 1
	if err := l.solve(first); err != nil {
		return nil, err
	}
	l.shares = l.weighted(first)
	return l, nil
}

// solve overwrites c with the solution of the matrix for c.
func (l *localRegression) solve(c []float64) error {
	for i := range c {
		c[i] *= l.unit[i]
	}
	v := mat.NewVecDense(len(c), c)
	var condition mat.Condition
	if err := l.factor.SolveVecTo(v, v); err != nil && !errors.As(err, &condition) {
		return errLocal
	}
	for i := range c {
		c[i] *= l.unit[i]
		if math.IsNaN(c[i]) || math.IsInf(c[i], 0) {
			return errLocal
		}
	}
	return nil
}

// weighted returns w_i times row i of the design times c.
func (l *localRegression) weighted(c []float64) []float64 {
	out := make([]float64, len(l.weights))
	blas64.Gemv(blas.NoTrans, 1, l.rows.RawMatrix(), asVector(c), 0, asVector(out))
	for i, w := range l.weights {
		out[i] *= w
	}
	return out
}

// value returns m_h(x) of the centred y.
func (l *localRegression) value() float64 {
	return blas64.Dot(asVector(l.shares), asVector(l.problem.y))
}

// slope returns G_j, so that d m_h(x)/d h_j = sum_i G_j(x_i) y_i. The logarithm of a weight
// grows with h_j by (x_ij - x_j)^2/h_j^3, less the mean of that.
func (l *localRegression) slope(j int) ([]float64, error) {
	n := len(l.weights)
	g := make([]float64, n)
	mean := 0.0
	cube := l.h[j] * l.h[j] * l.h[j]
	for i, w := range l.weights {
		u := l.rows.At(i, j+1)
		g[i] = u * u / cube
		mean += w * g[i]
	}
	for i, q := range l.shares {
		g[i] = (g[i] - mean) * q
	}
	c := make([]float64, len(l.unit))
	blas64.Gemv(blas.Trans, 1, l.rows.RawMatrix(), asVector(g), 0, asVector(c))
	if err := l.solve(c); err != nil {
		return nil, err
	}
	addTimes(-1, l.weighted(c), g)
	return g, nil
}

// shrink chooses bandwidths for the points together. Where ctx ends, they are those so far.
func (p *rodeoProblem) shrink(ctx context.Context, points [][]float64, weight float64) (h []float64, sweeps int, err error) {
	h = slices.Clone(p.h0)
	active := make([]int, len(h))
	for j := range active {
		active[j] = j
	}
	for len(active) > 0 && ctx.Err() == nil {
		sweeps++
		excess, err := p.excess(ctx, points, h, active)
		if err != nil {
			return nil, sweeps, err
		}
		var on []int
		for a, j := range active {
			if excess[a] > weight && h[j]*p.config.Beta >= p.floor()*p.h0[j] {
				on = append(on, j)
			}
		}
		for _, j := range on {
			h[j] *= p.config.Beta
		}
		active = on
	}
	return h, sweeps, nil
}

// excess returns for every active input the weight above which its bandwidth stays: |Z_j| over
// s_j sqrt(2 log n) at one point, T_j - E over S sqrt(2 log n) at several.
func (p *rodeoProblem) excess(ctx context.Context, points [][]float64, h []float64, active []int) ([]float64, error) {
	n, k := len(p.y), len(points)
	slopes := make([]blas64.General, len(active)) // G_j at every point, a row each
	for a := range slopes {
		slopes[a] = blas64.General{Rows: k, Cols: n, Stride: n, Data: make([]float64, k*n)}
	}
	for s, x := range points {
		if ctx.Err() != nil {
			return make([]float64, len(active)), nil // all stay as they are
		}
		l, err := p.local(x, h)
		if err != nil {
			return nil, err
		}
		for a, j := range active {
			g, err := l.slope(j)
			if err != nil {
				return nil, err
			}
			copy(slopes[a].Data[s*n:], g)
		}
	}
	excess := make([]float64, len(active))
	for a, g := range slopes {
		z := make([]float64, k)
		blas64.Gemv(blas.NoTrans, 1, g, asVector(p.y), 0, asVector(z))
		square := blas64.Symmetric{N: k, Stride: k, Data: make([]float64, k*k), Uplo: blas.Upper}
		blas64.Syrk(blas.NoTrans, 1, g, 0, square)
		excess[a] = p.beyond(z, square)
	}
	return excess, nil
}

// beyond compares the Z_j of all points with noise; square is P_j.
func (p *rodeoProblem) beyond(z []float64, square blas64.Symmetric) float64 {
	k := len(z)
	if k == 1 {
		return excessOver(math.Abs(z[0]), p.sigma*math.Sqrt(square.Data[0])*p.factor())
	}
	t, trace, squares := 0.0, 0.0, 0.0
	for s, v := range z {
		t += v * v
		trace += square.Data[s*k+s]
		squares += square.Data[s*k+s] * square.Data[s*k+s]
		for u := s + 1; u < k; u++ {
			squares += 2 * square.Data[s*k+u] * square.Data[s*k+u]
		}
	}
	variance := p.sigma * p.sigma
	return excessOver(max(0, t-variance*trace), variance*math.Sqrt(2*squares)*p.factor())
}

// excessOver returns a/b, and 0 for a = 0, where b may be 0 too.
func excessOver(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return a / b
}

// highest returns the least weight at which no bandwidth shrinks.
func (p *rodeoProblem) highest(ctx context.Context) (float64, error) {
	if len(p.use) == 0 {
		return 0, nil
	}
	active := make([]int, len(p.use))
	for j := range active {
		active[j] = j
	}
	groups := [][][]float64{p.points()}
	if p.config.Local {
		groups = nil
		for i := range p.y {
			groups = append(groups, [][]float64{p.Z.RawRowView(i)})
		}
	}
	highest := 0.0
	for _, points := range groups {
		excess, err := p.excess(ctx, points, p.h0, active)
		if err != nil {
			return 0, err
		}
		highest = max(highest, slices.Max(excess))
	}
	return highest, ctx.Err()
}

// noise estimates the standard deviation of the noise.
func (p *rodeoProblem) noise(ctx context.Context) (float64, error) {
	if len(p.use) == 0 || len(p.y) < 2 {
		return 0, nil
	}
	if p.config.Noise == FirstDifferences {
		return p.firstDifferences(), nil
	}
	pilot, freedom, err := p.pilot(ctx)
	if err == nil && freedom < 0.25 {
		return p.firstDifferences(), nil
	}
	return pilot, err
}

// pilot returns the noise about the first regression, and the part of the degrees of freedom
// that the regression leaves.
func (p *rodeoProblem) pilot(ctx context.Context) (sigma, freedom float64, err error) {
	n := float64(len(p.y))
	squares, freedom := 0.0, n
	for i, y := range p.y {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		l, err := p.local(p.Z.RawRowView(i), p.h0)
		if err != nil {
			return 0, 0, err
		}
		rest := y - l.value()
		squares += rest * rest
		freedom += blas64.Dot(asVector(l.shares), asVector(l.shares)) - 2*l.shares[i]
	}
	return math.Sqrt(max(0, squares/freedom)), freedom / n, nil
}

func (p *rodeoProblem) firstDifferences() float64 {
	n := len(p.y)
	squares := 0.0
	for i := range n {
		nearest, least := -1, math.Inf(1)
		for j := range n {
			if j == i {
				continue
			}
			distance := 0.0
			for c, v := range p.Z.RawRowView(i) {
				t := v - p.Z.At(j, c)
				distance += t * t
			}
			if distance < least || nearest < 0 {
				nearest, least = j, distance
			}
		}
		t := p.y[i] - p.y[nearest]
		squares += t * t
	}
	return math.Sqrt(squares / float64(2*n))
}
