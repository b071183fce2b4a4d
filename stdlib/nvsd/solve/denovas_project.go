package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// projection is the inner loop of DENOVAS: forward-backward steps on
//
//	min over v  1/2 ||arg - v||_H^2 + H*(v),   H(Phi) = h(Phi)/(2 sigma),
//
// over combinations v of the derivatives. For the lasso H* is the indicator of
// d balls, and a step is eq. 15 of JMLR 2013.
type projection struct {
	*splitting
	config DENOVAS

	before, start *element // the last v, and where a step starts
	within        bool     // whether the last run ended within its tolerance
}

func newProjection(s *splitting, config DENOVAS) *projection {
	return &projection{splitting: s, config: config, before: newElement(s.n, s.d), start: newElement(s.n, s.d)}
}

// tolerance returns the limit of the left side of eq. 28 at which the loop stops.
func (r *projection) tolerance() float64 {
	scale := floats.Dot(r.y, r.y) / (float64(r.n) * r.sigma)
	floor := projectionFloor * scale
	if r.certifies { // an error e^2 of v costs pair sigma^2 e^2/nu
		floor = min(floor, 0.1*r.tol*max(r.objective, r.floor)*r.nu/(r.sigma*r.sigma))
	}
	if r.config.Relative > 0 {
		return max(r.config.Relative*r.config.Relative*r.taken.normSq(), floor)
	}
	return max(scale*math.Pow(float64(r.t+1), -2*r.config.Decay), floor)
}

// projectionFloor is the least tolerance of a projection, relative to ||y||^2/(n sigma),
// unless the tolerance of a gap asks for less.
const projectionFloor = 1e-15

// steadyMost is the number of further steps that may be made until v is steady.
const steadyMost = 300

// run starts from the last v and stops at the tolerance, or where the left side
// of eq. 28 has not fallen for long, as at the floor of rounding.
func (r *projection) run(ctx context.Context) error {
	r.before.set(r.taken)
	momentum := 1.0
	r.within = false
	extra, idle, least := 0, 0, math.Inf(1)
	for range r.config.MaxInner {
		if ctx.Err() != nil {
			return nil
		}
		next := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
		beta := (momentum - 1) / next
		if r.config.PlainInner {
			beta = 0
		}
		momentum = next
		r.start.combine(1+beta, r.taken, -beta, r.before)
		r.taken, r.before = r.before, r.taken
		for again := true; again; again = r.tooLong() {
			if err := r.descend(); err != nil {
				return err
			}
		}
		if err := r.measureExcess(); err != nil {
			return err
		}
		r.within = r.excess <= r.tolerance()
		if r.within {
			extra++
			if extra > steadyMost || r.moved() <= r.steady {
				return nil
			}
		}
		idle++
		if r.excess < 0.95*least {
			idle, least = 0, r.excess
		}
		if idle > stagnant {
			return nil
		}
		if uphill(r.before.B, r.start.B, r.taken.B) {
			momentum = 1
		}
	}
	return nil
}

// descend sets taken to the forward-backward step from from.
func (r *projection) descend() error {
	Z := r.work
	Z.Scale(r.eta, r.start.B)
	Z.Sub(Z, r.start.W)
	Z.Add(Z, r.arg.W)
	if err := r.pen.prox(r.R, Z, r.eta*r.proxScale()); err != nil {
		return err
	}
	r.taken.B.Sub(Z, r.R)
	r.taken.B.Scale(1/r.eta, r.taken.B)
	r.taken.fromB(r.op)
	r.inner++
	return nil
}

// measureExcess sets excess to 2 [H(W) + H*(v) - <v, W>], W the gradients of arg - v.
// Because v is a subgradient of H at R, H*(v) = <v, R> - H(R).
func (r *projection) measureExcess() error {
	W := r.work
	W.Sub(r.arg.W, r.taken.W)
	hW, err := r.pen.value(W)
	if err != nil {
		return err
	}
	hR, err := r.pen.value(r.R)
	if err != nil {
		return err
	}
	W.Sub(W, r.R)
	r.excess = r.p.Tau/r.sigma*(hW-hR) - 2*floats.Dot(r.taken.B.RawMatrix().Data, W.RawMatrix().Data)
	return nil
}

// moved returns the length of the last step, relative to taken.
func (r *projection) moved() float64 {
	if math.IsInf(r.steady, 1) {
		return 0
	}
	r.diff.combine(1, r.taken, -1, r.start)
	if step := r.diff.normSq(); step > 0 {
		return math.Sqrt(step / r.taken.normSq())
	}
	return 0
}

// tooLong reports whether the step to taken has met a larger curvature than
// eta, and takes a larger eta if so.
func (r *projection) tooLong() bool {
	met, ok := steeper(r.eta, r.start.B, r.start.W, r.taken.B, r.taken.W)
	if ok {
		r.eta = met
	}
	return ok
}

// steeper reports whether the step from B with gradient W to B2 with W2 has met
// a larger curvature than was assumed, beyond rounding, and if so which to assume.
func steeper(assumed float64, B, W, B2, W2 *mat.Dense) (curvature float64, ok bool) {
	const noisy = 1e-14 // what rounding leaves of a product, relative to its terms
	from, fromW, toW := B.RawMatrix().Data, W.RawMatrix().Data, W2.RawMatrix().Data
	var square, curved, noise float64
	for i, b := range B2.RawMatrix().Data {
		step := b - from[i]
		square += step * step
		curved += step * (toW[i] - fromW[i])
	}
	if curved <= assumed*square*(1+1e-6) {
		return assumed, false
	}
	for i, b := range B2.RawMatrix().Data {
		noise += math.Abs(b-from[i]) * (math.Abs(toW[i]) + math.Abs(fromW[i]))
	}
	if curved <= assumed*square*(1+1e-6)+noisy*noise {
		return assumed, false
	}
	return powerMargin * curved / square, true
}

// uphill reports whether the momentum that led from old by Y to x points
// against the last step (O'Donoghue and Candes 2015).
func uphill(old, Y, x *mat.Dense) bool {
	was, by := old.RawMatrix().Data, Y.RawMatrix().Data
	var dot float64
	for i, b := range x.RawMatrix().Data {
		dot += (by[i] - b) * (b - was[i])
	}
	return dot > 0
}
