package problem

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// A TauChoice is a weight of the penalty, given as a number or as a fraction of tau_max.
type TauChoice struct {
	value    float64
	fraction bool
}

// Tau is the weight v >= 0 itself.
func Tau(v float64) TauChoice { return TauChoice{value: v} }

// TauFrac is v times tau_max, 0 <= v <= 1, where tau_max is the least tau at which all
// derivatives vanish.
func TauFrac(v float64) TauChoice { return TauChoice{value: v, fraction: true} }

// String returns the number, or the fraction as "0.05 tau_max".
func (t TauChoice) String() string {
	if t.fraction {
		return fmt.Sprintf("%.4g tau_max", t.value)
	}
	return fmt.Sprintf("%.4g", t.value)
}

// At returns the weight itself. top is tau_max.
func (t TauChoice) At(top float64) float64 {
	if t.fraction {
		return t.value * top
	}
	return t.value
}

// IsFraction reports whether the choice is a fraction of tau_max.
func (t TauChoice) IsFraction() bool { return t.fraction }

// Check reports a weight that is negative or not finite, and a fraction outside of 0 to 1.
func (t TauChoice) Check() error {
	if !t.fraction {
		return checkWeight("tau", "tau", t.value)
	}
	if !(t.value >= 0 && t.value <= 1) {
		return refusal.BadArgument("tau", "the fraction of tau_max is %v: it must be between 0, no penalty, and 1, where no input is left; nvsd.Tau gives tau itself", t.value)
	}
	return nil
}
