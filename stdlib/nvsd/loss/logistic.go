package loss

import "math"

// Logistic is l(y, f) = log(1 + exp(-y f)) for targets y of -1 and 1: minus the log-likelihood of a class whose log-odds
// are f.
type Logistic struct{}

func (Logistic) String() string { return "logistic" }

// CheckTargets reports targets other than -1 and 1, and a class without a row.
func (Logistic) CheckTargets(y []float64) error {
	if err := each(y, "the logistic loss", func(v float64) bool { return v == -1 || v == 1 }, "-1 and 1"); err != nil {
		return err
	}
	return vary(y, "the logistic loss", "rows of two classes")
}

// Value returns log(1 + exp(-y f)).
func (Logistic) Value(y, f float64) float64 {
	m := y * f
	if m < 0 {
		return -m + math.Log1p(math.Exp(m))
	}
	return math.Log1p(math.Exp(-m))
}

// Derivative returns -y/(1 + exp(y f)).
func (Logistic) Derivative(y, f float64) float64 { return -y * wrong(y*f) }

// Curvature returns p (1 - p), with p the probability of the class that y is not.
func (Logistic) Curvature(y, f float64) float64 {
	p := wrong(math.Abs(y * f))
	return p * (1 - p)
}

// wrong returns 1/(1 + e^m), the probability of the other class at the margin m.
func wrong(m float64) float64 {
	if m > 0 {
		e := math.Exp(-m)
		return e / (1 + e)
	}
	return 1 / (1 + math.Exp(m))
}

// Response returns the mean of targets whose log-odds are f, tanh(f/2): 2 p - 1 with p the probability of 1.
func (Logistic) Response(f float64) float64 { return math.Tanh(f / 2) }

// Probability returns the probability of the class 1 whose log-odds are f, 1/(1 + exp(-f)).
func (Logistic) Probability(f float64) float64 { return wrong(-f) }

// Conjugate returns s log s + (1 - s) log(1 - s) with s = -y u between 0 and 1, +Inf for others.
func (Logistic) Conjugate(y, u float64) float64 {
	s := -y * u
	switch {
	case !(s >= 0 && s <= 1):
		return math.Inf(1)
	case s == 0 || s == 1:
		return 0
	}
	return s*math.Log(s) + (1-s)*math.Log1p(-s)
}
