package solve

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// An envelope is the state of the minimisation of the dual's envelope by nonlinear conjugate gradients. The
// envelope (Patrinos and Bemporad 2013) is a smooth function of a point Y that need not be feasible: with
// T(Y) the proximal gradient step from Y, F = T(Y) - Y and c = 1/s, at least the largest eigenvalue of M,
// it is convex, has the minimisers of the dual, and the gradient
//
//	-(c - M) F.
//
// Divided by c - M that is -F, so that conjugate gradients run in that metric: where no
// block meets its constraint they are those of the quadratic problem, and on a
// sphere the prox tells the envelope's curvature. A step costs one product, M F, which
// is also what the gradients at T(Y) need. The search along a direction costs none:
// a block's norm along it is the root of a quadratic function, and the rest is the
// prox of the d norms.
type envelope struct {
	at, step, along shift // Y, F and the direction, each with its part of W and of alpha

	gradient *mat.Dense // at Y
	slope    float64    // <gradient, F>; 0 where no direction is remembered
	stepped  bool       // step and gradient are those at Y
	refresh  int        // products until M Y + g is computed anew

	search
}

// A shift is a change of B with the changes of W and alpha, or a B with its own W and
// alpha.
type shift struct {
	B, W  *mat.Dense
	alpha []float64
}

func newShift(n, d int) shift {
	return shift{B: mat.NewDense(n, d, nil), W: mat.NewDense(n, d, nil), alpha: make([]float64, n)}
}

func (s shift) copy(from shift) {
	s.B.Copy(from.B)
	s.W.Copy(from.W)
	copy(s.alpha, from.alpha)
}

// set sets s to a + t b.
func (s shift) set(a shift, t float64, b shift) {
	floats.AddScaledTo(s.B.RawMatrix().Data, a.B.RawMatrix().Data, t, b.B.RawMatrix().Data)
	floats.AddScaledTo(s.W.RawMatrix().Data, a.W.RawMatrix().Data, t, b.W.RawMatrix().Data)
	floats.AddScaledTo(s.alpha, a.alpha, t, b.alpha)
}

func newEnvelope(n, d int) *envelope {
	return &envelope{at: newShift(n, d), step: newShift(n, d), along: newShift(n, d),
		gradient: mat.NewDense(n, d, nil), search: newSearch(d)}
}

// begin continues from B, whose gradients W and alpha are given.
func (s *envelope) begin(B, W *mat.Dense, alpha []float64) {
	s.at.copy(shift{B, W, alpha})
	s.forget()
	s.refresh = refreshAfter
}

// forget resets the next direction to the proximal gradient step.
func (s *envelope) forget() { s.slope, s.stepped = 0, false }

// refreshAfter is the number of products after which the rounding errors that W has
// accumulated are removed.
const refreshAfter = 100

// descend goes on to the envelope's minimum along a direction, and sets x to the
// proximal gradient step from there.
func (r *dualRun) descend() error {
	s := r.envelope
	if s.stepped {
		if err := r.move(); err != nil {
			return err
		}
	}
	s.refresh--
	if s.refresh <= 0 {
		r.field(s.at.W, s.at.alpha, s.at.B)
		r.iter++
		s.refresh = refreshAfter
	}
	if err := r.proximal(r.x, s.at.B, s.at.W); err != nil {
		return err
	}
	s.step.B.Sub(r.x.B, s.at.B)
	r.curve(s.step.W, s.step.alpha, s.step.B)
	r.iter++
	s.stepped = true
	shift{r.x.B, r.x.W, r.x.alpha}.set(s.at, 1, s.step)
	if err := r.certify(r.x); err != nil {
		return err
	}
	if r.tooLong() {
		s.forget()
	}
	return nil
}

// tooLong reports whether the last step or direction has met a larger curvature than
// was assumed, and assumes more from then on.
func (r *dualRun) tooLong() bool {
	s, long := r.envelope, false
	for _, v := range []shift{s.step, s.along} {
		b := v.B.RawMatrix().Data
		square, curved := floats.Dot(b, b), floats.Dot(b, v.W.RawMatrix().Data)
		if curved > r.curvature*square*(1+1e-6) {
			r.curvature, long = powerMargin*curved/square, true
		}
	}
	return long
}

// move goes to the minimum along the next direction, by Polak and Ribiere's formula.
func (r *dualRun) move() error {
	s, c := r.envelope, r.curvature
	F, MF, g := s.step.B.RawMatrix().Data, s.step.W.RawMatrix().Data, s.gradient.RawMatrix().Data
	var slope, kept float64
	for i, f := range F {
		kept += g[i] * f
		g[i] = MF[i] - c*f
		slope += g[i] * f
	}
	beta := 0.0
	if s.slope < 0 {
		beta = max(0, (slope-kept)/s.slope)
	}
	s.slope = slope
	if beta > 0 {
		s.along.set(s.step, beta, s.along)
	}
	if !(beta > 0 && floats.Dot(g, s.along.B.RawMatrix().Data) < 0) {
		s.along.copy(s.step)
	}
	t, err := s.lowest(r.pen, r.proxStep(), c, s.at, s.along)
	if err != nil {
		return err
	}
	if t == 0 { // the proximal gradient step needs no search
		s.along.copy(s.step)
		t = 1
	}
	s.at.set(s.at, t, s.along)
	return nil
}

// A search finds the minimum of the envelope along a direction.
type search struct {
	square, across, gain []float64 // ||Z_a||^2, <Z_a, V_a> and ||V_a||^2
	u, r                 []float64
}

func newSearch(d int) search {
	return search{square: make([]float64, d), across: make([]float64, d), gain: make([]float64, d),
		u: make([]float64, d), r: make([]float64, d)}
}

const (
	searchSolved = 1e-2 // the part of the first slope at which a search ends
	searchSteps  = 60   // the most that it takes
)

// lowest returns t such that at + t by is the minimum. With Z = W - c B the slope is
// that part <R - W, V>/c which changes with t, where V is what Z gains by t, and R the
// prox of Z. It rises with t from below 0; where rounding hides that, t is 0.
func (s *search) lowest(pen *guarded, step, c float64, at, by shift) (float64, error) {
	n, _ := at.B.Dims()
	clear(s.square)
	clear(s.across)
	clear(s.gain)
	var fixed, linear float64
	for i := range n {
		b, w, db, dw := at.B.RawRowView(i), at.W.RawRowView(i), by.B.RawRowView(i), by.W.RawRowView(i)
		for a, v := range b {
			z, dz := w[a]-c*v, dw[a]-c*db[a]
			s.square[a] += z * z
			s.across[a] += z * dz
			s.gain[a] += dz * dz
			fixed += w[a] * dz
			linear += dw[a] * dz
		}
	}
	slope := func(t float64) (float64, error) {
		for a := range s.u {
			s.u[a] = math.Sqrt(max(0, s.square[a]+t*(2*s.across[a]+t*s.gain[a])) / float64(n))
		}
		if err := pen.norms(s.r, s.u, step); err != nil {
			return 0, err
		}
		sum := -fixed - t*linear
		for a, u := range s.u {
			if u > 0 {
				sum += s.r[a] / u * (s.across[a] + t*s.gain[a])
			}
		}
		return sum, nil
	}
	return rootOf(slope)
}

// rootOf returns a root of a function that rises from below 0, by the secant and by halves;
// 0 where it does not rise so.
func rootOf(f func(t float64) (float64, error)) (float64, error) {
	low, high, t := 0.0, math.Inf(1), 1.0
	atLow, err := f(low)
	if err != nil || !(atLow < 0) {
		return 0, err
	}
	atHigh, enough := 0.0, -searchSolved*atLow
	for k := range searchSteps {
		at, err := f(t)
		switch {
		case err != nil:
			return 0, err
		case math.Abs(at) <= enough:
			return t, nil
		case at < 0:
			low, atLow = t, at
		default:
			high, atHigh = t, at
		}
		switch {
		case math.IsInf(high, 1):
			t *= 4
		case k%2 == 1:
			t = low + (high-low)/2
		default:
			t = low - atLow*(high-low)/(atHigh-atLow)
		}
	}
	return 0, nil
}
