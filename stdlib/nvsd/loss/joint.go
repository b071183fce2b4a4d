package loss

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// A Joint is a function l(y, f) >= 0 of the targets y and the fitted values f of several functions at a row, both with an entry for each function.
// It is convex in f, has derivatives, and does not change where the same number is added to all fitted values. Several goroutines may call it
// at once, and it keeps none of its arguments.
//
// Solvers and their certificates trust it. It may have further methods, which package trait lists and finds: CheckCodes, which
// reports targets that it is not made for, and Check, which reports parameters that it cannot have.
type Joint interface {
	// Value returns l(y, f).
	Value(y, f []float64) float64
	// Derivative sets q to the derivatives of l(y, f) by f. They sum to 0.
	Derivative(q, y, f []float64)
	// Curvature sets c to numbers >= 0 such that C - cc'/(1'c), C = diag(c), is at least the matrix of second derivatives, in the sense of quadratic
	// forms: steps are best where it is that matrix.
	Curvature(c, y, f []float64)
	// Conjugate returns sup over f of u'f - l(y, f), +Inf where that has no bound. u sums to 0.
	Conjugate(y, u []float64) float64
}

// CheckJoint reports parameters that l cannot have and targets of a number of functions, function by function, that it is not made for.
func CheckJoint(l Joint, y []float64, functions int) error {
	if err := trait.CheckParameters(l); err != nil {
		return err
	}
	var c trait.Codes
	if trait.Find(l, &c) {
		return c.CheckCodes(y, functions)
	}
	return nil
}

// Multinomial is minus the log-likelihood of classes of which class k has the probability p_k = exp(f_k)/sum_j exp(f_j),
//
//	l(y, f) = log sum_k exp(f_k) - sum_k y_k f_k.
//
// The targets at a row are 1 for its class and 0 for the others, or shares >= 0 with the sum 1.
type Multinomial struct{}

func (Multinomial) String() string { return "multinomial" }

// CheckCodes reports targets that are no shares, and a class without any.
func (Multinomial) CheckCodes(y []float64, functions int) error {
	n := len(y) / functions
	for i := range n {
		var sum float64
		for k := range functions {
			v := y[k*n+i]
			if !(v >= 0 && v <= 1) {
				return &TargetError{i, v, fmt.Sprintf("the multinomial loss takes 1 for the class of a row and 0 for the others, here of class %d (from 0)", k)}
			}
			sum += v
		}
		if math.Abs(sum-1) > shareRounding {
			return &TargetError{i, sum, "the multinomial loss takes targets that sum to 1 over the classes, and this is the sum"}
		}
	}
	for k := range functions {
		var sum float64
		for _, v := range y[k*n : (k+1)*n] {
			sum += v
		}
		if sum == 0 {
			return fmt.Errorf("loss: class %d (from 0) of %d has no row: leave the class out", k, functions)
		}
	}
	return nil
}

// shareRounding bounds the rounding error of the sum of the shares.
const shareRounding = 1e-12

// Value returns l(y, f).
func (Multinomial) Value(y, f []float64) float64 {
	top, rest := sumOthers(f)
	var sum float64
	for k, v := range y {
		sum += v * (f[top] - f[k])
	}
	return sum + math.Log1p(rest)
}

// sumOthers returns the place of the largest f, and the sum of exp(f_k - f_top) over all others.
func sumOthers(f []float64) (top int, rest float64) {
	for k, v := range f {
		if v > f[top] {
			top = k
		}
	}
	for k, v := range f {
		if k != top {
			rest += math.Exp(v - f[top])
		}
	}
	return top, rest
}

// Derivative sets q to p - y.
func (m Multinomial) Derivative(q, y, f []float64) {
	m.Probabilities(q, f)
	for k, v := range y {
		if v != 1 {
			q[k] -= v
			continue
		}
		var others float64 // 1 - p without the digits that the difference would lose
		for j, p := range q {
			switch {
			case j < k:
				others += p + y[j]
			case j > k:
				others += p
			}
		}
		q[k] = -others
	}
}

// Curvature sets c to p: the matrix of second derivatives is diag(p) - pp'.
func (m Multinomial) Curvature(c, _, f []float64) { m.Probabilities(c, f) }

// Probabilities sets p to the probabilities of the classes. It may be f itself.
func (Multinomial) Probabilities(p, f []float64) {
	top, rest := sumOthers(f)
	at := f[top]
	for k, v := range f {
		p[k] = math.Exp(v-at) / (1 + rest)
	}
}

// Conjugate returns sum_k p_k log p_k with p = u + y, +Inf where p has an entry below 0.
func (Multinomial) Conjugate(y, u []float64) float64 {
	var sum float64
	for k, v := range u {
		p := v + y[k]
		switch {
		case !(p >= 0):
			return math.Inf(1)
		case p > 0 && y[k] == 1 && v > -0.5:
			sum += p * math.Log1p(v)
		case p > 0:
			sum += p * math.Log(p)
		}
	}
	return sum
}
