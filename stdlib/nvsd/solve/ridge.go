package solve

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Ridge solves kernel ridge regression at every nu from one decomposition,
//
//	min over f (and b)  (1/n) ||y - f(X) - b||^2 + nu ||f||_H^2,
//
// solved by f = sum_i alpha_i k(x_i, .), alpha = (K + n nu I)^-1 y, with K and y
// centred where there is an intercept.
type Ridge struct {
	shifted *shifted
	y       []float64 // less its mean with an intercept
	mean    float64   // of y with an intercept, else 0
	columns []float64 // means of K's columns
}

// NewRidge prepares ridge regression of y (length n) on the operator's points.
func NewRidge(op *Operator, y []float64, intercept bool) (*Ridge, error) {
	if op == nil {
		return nil, errors.New("solve: ridge regression needs an operator: make one by NewOperator(kernel, X)")
	}
	if err := checkTarget(op, y); err != nil {
		return nil, err
	}
	s, err := op.shifted(intercept)
	if err != nil {
		return nil, err
	}
	r := &Ridge{shifted: s, y: append([]float64(nil), y...)}
	if !intercept {
		return r, nil
	}
	center(r.y)
	r.mean = floats.Sum(y) / float64(len(y))
	r.columns = make([]float64, len(y))
	for i := range y {
		floats.AddScaled(r.columns, 1/float64(len(y)), op.train.kernel().RawRowView(i))
	}
	return r, nil
}

// Fit returns the coefficients at nu > 0, and the intercept (0 if none was
// asked for).
func (r *Ridge) Fit(nu float64) (alpha []float64, intercept float64, err error) {
	shift, err := r.shift(nu)
	if err != nil {
		return nil, 0, err
	}
	alpha = append([]float64(nil), r.y...)
	if err := r.shifted.solve(alpha, shift); err != nil {
		return nil, 0, err
	}
	if r.columns != nil { // b = mean(y - K alpha)
		intercept = r.mean - floats.Dot(r.columns, alpha)
	}
	return alpha, intercept, nil
}

// LOO returns the mean squared leave-one-out error at nu > 0, that of the residuals of
// [Ridge.LeaveOneOut].
func (r *Ridge) LOO(nu float64) (float64, error) {
	residuals, err := r.LeaveOneOut(nu)
	if err != nil {
		return 0, err
	}
	var sum float64
	for _, v := range residuals {
		sum += v * v
	}
	return sum / float64(len(residuals)), nil
}

// LeaveOneOut returns y_i less its prediction by the fit to the other points at nu > 0,
// where n nu stays that of all points:
//
//	(y_i - f(x_i) - b) / (1 - h_ii),
//
// h the matrix that maps y to the fitted values. A point whose fit follows it
// exactly (h_ii = 1) has +Inf.
func (r *Ridge) LeaveOneOut(nu float64) ([]float64, error) {
	shift, err := r.shift(nu)
	if err != nil {
		return nil, err
	}
	whole, err := r.shifted.spectrum()
	if err != nil {
		return nil, err
	}
	n := len(r.y)
	turned := make([]float64, n)
	whole.V.MulVec(turned, r.y)
	rest, free := make([]float64, n), make([]float64, n) // y - fitted, and 1 - h_ii
	for j, l := range whole.lambda {
		keep := shift / (l + shift)
		for i, q := range whole.V.Row(j) {
			rest[i] += q * keep * turned[j]
			free[i] += q * q * keep
		}
	}
	for i, left := range free {
		if r.shifted.centred {
			left -= 1 / float64(n) // the constant is fitted without a ridge
		}
		if left <= 1e-14 {
			rest[i] = math.Inf(1)
			continue
		}
		rest[i] /= left
	}
	return rest, nil
}

func (r *Ridge) shift(nu float64) (float64, error) {
	if !(nu > 0) || math.IsInf(nu, 1) {
		return 0, fmt.Errorf("solve: ridge regression at nu = %v: nu must be a finite number > 0", nu)
	}
	return nu * float64(len(r.y)), nil
}
