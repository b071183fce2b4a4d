package loss

import (
	"fmt"
	"math"
)

// Quantile is the check function of a quantile (Koenker and Bassett 1978) with its corner made smooth: with r = y - f and
// u between Level - 1 and Level,
//
//	max over u of u r - (Smooth/2) u^2,
//
// which is r^2/(2 Smooth) near 0, and Level r or (Level - 1) r less a constant further away. It tends to the check function
// as Smooth does to 0. A fit estimates the Level-quantile of the target given the inputs, but for the smoothing.
type Quantile struct {
	Level  float64 // between 0 and 1
	Smooth float64 // > 0, in units of the target
}

func (q Quantile) String() string {
	return fmt.Sprintf("Quantile(level %v, smooth %v)", q.Level, q.Smooth)
}

// Check reports a Level or a Smooth out of range.
func (q Quantile) Check() error {
	switch {
	case !(q.Level > 0 && q.Level < 1):
		return fmt.Errorf("loss: the level of Quantile is %v: it must be between 0 and 1", q.Level)
	case !(q.Smooth > 0) || math.IsInf(q.Smooth, 1):
		return fmt.Errorf("loss: the smoothing of Quantile is %v: it must be a finite number > 0, in units of the target", q.Smooth)
	}
	return nil
}

// along returns the u of the maximum.
func (q Quantile) along(y, f float64) float64 { return max(q.Level-1, min(q.Level, (y-f)/q.Smooth)) }

// Value returns l(y, f).
func (q Quantile) Value(y, f float64) float64 {
	u := q.along(y, f)
	return u * (y - f - q.Smooth/2*u)
}

// Derivative returns the derivative by f, between -Level and 1 - Level.
func (q Quantile) Derivative(y, f float64) float64 { return -q.along(y, f) }

// Curvature returns 1/Smooth near 0, and 0 further away.
func (q Quantile) Curvature(y, f float64) float64 {
	if u := (y - f) / q.Smooth; u >= q.Level-1 && u <= q.Level {
		return 1 / q.Smooth
	}
	return 0
}

// Conjugate returns u y + (Smooth/2) u^2 for u between -Level and 1 - Level, +Inf for others.
func (q Quantile) Conjugate(y, u float64) float64 {
	if u < -q.Level || u > 1-q.Level {
		return math.Inf(1)
	}
	return u*y + q.Smooth/2*u*u
}
