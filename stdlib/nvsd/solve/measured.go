package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/exact"
)

// measured is a function with given coefficients, evaluated at the training points, with
// bounds of the rounding errors. Sums are formed in Doubles, so that only the errors of
// the values and gradients count.
type measured struct {
	alpha []float64
	B     *mat.Dense

	v, W      []exact.Double // values, and gradients by rows
	offV      []float64      // the most that a v_i is off
	offW      []float64      // the most that a row of W is off, as a norm
	ofV, ofW  float64        // norms of these, with the weights of the rows
	constants []exact.Double // the best ones of the functions, or 0
	rest      []exact.Double // y - f(X) - b

	norms    []exact.Double // ||d_a f||_n
	offNorm  float64        // the most that one is off
	misfit   estimate       // ||y - f(X) - b||^2/n, or the mean loss
	penalty  estimate       // P(norms)
	normSq   estimate       // ||f||_H^2
	value    estimate       // the objective
	improper string         // why these numbers are not those of a function, or ""
}

// An estimate is a number with a bound of its error.
type estimate struct {
	at  exact.Double
	off float64
}

func (e estimate) plus(f estimate) estimate { return estimate{e.at.Add(f.at), e.off + f.off} }

func (e estimate) times(c float64) estimate {
	return estimate{e.at.Times(c), math.Abs(c) * e.off}
}

// preciseUnit is the relative rounding error of a Double in the products of package
// exact, as a part of unit, with some to spare.
const preciseUnit = 0x1p-44

// evaluated returns the function of alpha and B at the training points, evaluated in
// Doubles where precise is set.
func (f *finisher) evaluated(alpha []float64, B *mat.Dense, precise bool) (*measured, error) {
	m := &measured{alpha: alpha, B: B, offV: make([]float64, f.n), offW: make([]float64, f.n)}
	f.p.Op.training.rounding(m.offV, m.offW, alpha, B)
	if precise {
		ctx := f.ctx
		if !f.p.Op.rounds { // there is no other evaluation
			ctx = context.Background()
		}
		m.v, m.W = f.p.Op.precise.at(ctx, alpha, B)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i := range m.offV {
			m.offV[i] *= preciseUnit
			m.offW[i] *= preciseUnit
		}
	} else {
		v, W := make([]float64, f.n), f.WB
		gram(f.p.Op.train, v, W, alpha, B)
		m.v, m.W = ofFloats(v), ofFloats(W.RawMatrix().Data)
	}
	m.ofV, m.ofW = length(f.rows.roots(m.offV)), length(f.slopes.roots(m.offW))
	return m, f.assess(m)
}

// atZero returns the function f = 0, which needs no product.
func (f *finisher) atZero() (*measured, error) {
	m := &measured{alpha: make([]float64, f.n), B: mat.NewDense(f.n, f.d, nil), v: make([]exact.Double, f.n), W: make([]exact.Double, f.n*f.d),
		offV: make([]float64, f.n), offW: make([]float64, f.n)}
	return m, f.assess(m)
}

func ofFloats(x []float64) []exact.Double {
	y := make([]exact.Double, len(x))
	for i, v := range x {
		y[i] = exact.Of(v)
	}
	return y
}

// length returns an upper bound of ||x||.
func length(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += v * v
	}
	return math.Sqrt(sum) * (1 + float64(len(x)+4)*unit)
}

// assess sets the residuals, the norms and the objective from the values and gradients.
func (f *finisher) assess(m *measured) error {
	n, rn := float64(f.n), math.Sqrt(float64(f.n))
	if f.mean != nil {
		if err := f.assessLoss(m); err != nil {
			return err
		}
	} else {
		f.assessSquares(m)
	}
	m.norms, m.offNorm = make([]exact.Double, f.d), m.ofW/rn
	for i, w := range m.W {
		m.norms[i%f.d] = m.norms[i%f.d].Add(f.slopes.times(i/f.d, w.Square()))
	}
	for a, s := range m.norms {
		m.norms[a] = s.Div(exact.Of(n)).Sqrt()
	}

	for i, a := range m.alpha {
		m.normSq.at = m.normSq.at.Add(m.v[i].Times(a))
		m.normSq.off += math.Abs(a) * m.offV[i]
	}
	for i, off := range m.offW {
		row := m.B.RawRowView(i)
		var weight float64
		for a, b := range row {
			m.normSq.at = m.normSq.at.Add(m.W[i*f.d+a].Times(b))
			weight += b * b
		}
		m.normSq.off += math.Sqrt(weight) * off * (1 + 1e-9)
	}
	if !(m.normSq.at.Hi >= -m.normSq.off) {
		m.improper = "its squared norm comes out below 0"
	}
	var err error
	m.penalty, err = f.penalised(m)
	if err != nil {
		return err
	}
	m.value = m.misfit.plus(m.penalty.times(f.p.Tau)).plus(m.normSq.times(f.nu))
	return nil
}

// assessSquares sets the residuals, the intercept and the mean square.
func (f *finisher) assessSquares(m *measured) {
	n := float64(f.n)
	m.rest = make([]exact.Double, f.n)
	for i, v := range m.v {
		m.rest[i] = exact.Of(f.p.Y[i]).Sub(v)
	}
	m.constants = make([]exact.Double, f.p.Op.Functions())
	if f.p.Intercept {
		for k := range m.constants {
			m.constants[k] = blockIn(f.rows, k, f.each).mean(blockIn(m.rest, k, f.each))
		}
		for i, r := range m.rest {
			m.rest[i] = r.Sub(m.constants[i/f.each])
		}
	}
	square := exact.Inner(m.rest, f.rows.all(m.rest))
	m.misfit = estimate{square.Div(exact.Of(n)), (2*root(square) + m.ofV) * m.ofV / n}
}

// root returns an upper bound of the root of a square.
func root(square exact.Double) float64 { return square.Sqrt().Hi * (1 + 4*unit) }

// penalised returns P at the norms: in Doubles where P is a sum of block norms and
// squares, else by its Value, whose rounding is taken to be that of a sum of d terms.
func (f *finisher) penalised(m *measured) (estimate, error) {
	if f.groups == nil {
		return f.penaltyAt(floats64(m.norms), m.offNorm)
	}
	var e estimate
	var slopes float64 // sum of squares of how fast P grows with every block's norm
	for g, members := range f.groups {
		norm := groupNorm(m.norms, members)
		e.at = e.at.Add(norm.Times(f.weights[g])).Add(norm.Square().Times(f.quad))
		slope := f.weights[g] + f.quad*(2*norm.Hi+m.offNorm)
		slopes += slope * slope
	}
	e.off = math.Sqrt(slopes)*m.offNorm*(1+1e-9) + 0x1p-90*math.Abs(e.at.Hi)
	return e, nil
}

// groupNorm returns sqrt(sum_{a in members} u_a^2).
func groupNorm(u []exact.Double, members []int) exact.Double {
	var sum exact.Double
	for _, a := range members {
		sum = sum.Add(u[a].Square())
	}
	return sum.Sqrt()
}

func floats64(x []exact.Double) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = v.Float64()
	}
	return y
}

// penaltyAt returns P at norms that may have the given errors. P grows in each.
func (f *finisher) penaltyAt(u []float64, off float64) (estimate, error) {
	at, err := f.pen.valueAt(u)
	if err != nil {
		return estimate{}, err
	}
	var away float64
	for _, side := range []float64{-off, off} {
		moved := make([]float64, len(u))
		for a, v := range u {
			moved[a] = max(0, v+side*(1+4*unit)+math.Copysign(2*unit*v, side))
		}
		v, err := f.pen.valueAt(moved)
		if err != nil {
			return estimate{}, err
		}
		away = max(away, math.Abs(v-at))
	}
	return estimate{exact.Of(at), away + roundings(0, len(u))*math.Abs(at)}, nil
}
