package loss

import "math"

// Poisson is half the deviance of a count y >= 0 whose mean has the logarithm f,
//
//	l(y, f) = exp(f) - y f - y + y log y,
//
// minus the log-likelihood but for a constant: 0 where exp(f) = y.
type Poisson struct{}

func (Poisson) String() string { return "Poisson" }

// CheckTargets reports targets below 0, and targets that are all 0.
func (Poisson) CheckTargets(y []float64) error {
	if err := each(y, "the Poisson loss", func(v float64) bool { return v >= 0 && !math.IsInf(v, 1) }, "counts of at least 0"); err != nil {
		return err
	}
	for _, v := range y {
		if v > 0 {
			return nil
		}
	}
	return vary(y, "the Poisson loss", "a count above 0")
}

// Value returns l(y, f).
func (Poisson) Value(y, f float64) float64 {
	if y == 0 {
		return math.Exp(f)
	}
	e := f - math.Log(y)    // l = y (exp(e) - 1 - e)
	if math.Abs(e) < 1e-2 { // the terms cancel
		return y * e * e * (0.5 + e*(1./6+e*(1./24+e*(1./120+e*(1./720+e/5040)))))
	}
	return y * (math.Expm1(e) - e)
}

// Derivative returns exp(f) - y.
func (Poisson) Derivative(y, f float64) float64 { return math.Exp(f) - y }

// Curvature returns exp(f).
func (Poisson) Curvature(_, f float64) float64 { return math.Exp(f) }

// Response returns the mean exp(f).
func (Poisson) Response(f float64) float64 { return math.Exp(f) }

// Conjugate returns (u + y) log(u + y) - u - y log y for u >= -y, +Inf for others.
func (Poisson) Conjugate(y, u float64) float64 {
	s := u + y
	switch {
	case s < 0:
		return math.Inf(1)
	case s == 0 && y == 0:
		return 0
	case s == 0:
		return -u - y*math.Log(y)
	case y == 0:
		return s*math.Log(s) - u
	}
	return s*math.Log1p(u/y) + u*math.Log(y) - u
}
