package nvsd

import "fmt"

// A TauChoice is a weight of the penalty, given as a number or as a fraction of tau_max.
type TauChoice struct {
	value    float64
	fraction bool
}

// Tau is the weight v >= 0 itself.
//
// It is what scikit-learn calls alpha and glmnet lambda, but for a factor, since their sums
// of squares have the factor 1/(2n) and ours 1/n. For the linear kernel the derivative norms
// are the absolute coefficients, and ||f||_H is their Euclidean norm. A fit with
// penalty.ElasticNet{Mu: mu} is then their elastic net with
//
//	alpha = tau (1 - mu/2) + nu,  l1_ratio = (tau mu/2)/alpha.
//
// As nu goes to 0, this is
//
//	tau = alpha (1 + l1_ratio),  mu = 2 l1_ratio/(1 + l1_ratio),
//
// and tau = 2 alpha for the lasso, where mu and l1_ratio are 1. Tau = 0 leaves ridge
// regression: nu is alpha/n of scikit-learn's Ridge.
func Tau(v float64) TauChoice { return TauChoice{value: v} }

// TauFrac is v times tau_max, 0 <= v <= 1, where tau_max is the least tau at which all
// derivatives vanish. A path that falls from tau_max is one that falls from glmnet's largest
// lambda.
func TauFrac(v float64) TauChoice { return TauChoice{value: v, fraction: true} }

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

func (t TauChoice) check() error {
	if !t.fraction {
		return checkWeight("tau", "tau", t.value)
	}
	if !(t.value >= 0 && t.value <= 1) {
		return badArgument("tau", "the fraction of tau_max is %v: it must be between 0, no penalty, and 1, where no input is left; nvsd.Tau gives tau itself", t.value)
	}
	return nil
}
