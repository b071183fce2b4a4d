package kern

import (
	"fmt"
	"math"
)

// Constant is k(x, z) = Value, a kernel of constant functions. In a [Sum] it adds a
// constant, which the ridge penalises; in a [Product] it scales.
type Constant struct {
	Value float64 // >= 0
}

func (k Constant) String() string { return fmt.Sprintf("Constant(%.4g)", k.Value) }

// Check reports a negative value.
func (k Constant) Check() error {
	if !(k.Value >= 0) || math.IsInf(k.Value, 1) {
		return fmt.Errorf("the constant kernel is %v: it must be a finite number >= 0", k.Value)
	}
	return nil
}

// AtDot returns the value, with derivatives 0.
func (k Constant) AtDot(float64) (value, first, second float64) { return k.Value, 0, 0 }

// AtHalfSquare returns the value, with derivatives 0.
func (k Constant) AtHalfSquare(float64) (value, first, second float64) { return k.Value, 0, 0 }

// Eval returns the value.
func (k Constant) Eval(x, z []float64) float64 { return k.Value }

// Grad sets dst to 0.
func (k Constant) Grad(dst, x, z []float64) { clear(dst) }

// Mixed sets dst to 0.
func (k Constant) Mixed(dst, x, z []float64) { clear(dst) }
