package loss

import (
	"fmt"
	"math"
)

// Huber is the square up to a distance, and from there on a line (Huber 1964): with r = y - f
//
//	r^2 where |r| <= Knee,  Knee (2 |r| - Knee) where it is more,
//
// so that few wild targets move the fit little. Knee is in units of the target.
type Huber struct {
	Knee float64 // > 0
}

func (h Huber) String() string { return fmt.Sprintf("Huber(knee %v)", h.Knee) }

// Check reports a Knee that is no number > 0.
func (h Huber) Check() error {
	if !(h.Knee > 0) || math.IsInf(h.Knee, 1) {
		return fmt.Errorf("loss: the knee of Huber is %v: it must be a finite number > 0, in units of the target", h.Knee)
	}
	return nil
}

// Value returns l(y, f).
func (h Huber) Value(y, f float64) float64 {
	r := math.Abs(y - f)
	if r <= h.Knee {
		return r * r
	}
	return h.Knee * (2*r - h.Knee)
}

// Derivative returns 2 (f - y), between -2 Knee and 2 Knee.
func (h Huber) Derivative(y, f float64) float64 { return 2 * max(-h.Knee, min(h.Knee, f-y)) }

// Curvature returns 2 up to the knee, and then 0.
func (h Huber) Curvature(y, f float64) float64 {
	if math.Abs(y-f) <= h.Knee {
		return 2
	}
	return 0
}

// Conjugate returns u y + u^2/4 where |u| <= 2 Knee, +Inf where it is more.
func (h Huber) Conjugate(y, u float64) float64 {
	if math.Abs(u) > 2*h.Knee {
		return math.Inf(1)
	}
	return u*y + u*u/4
}
