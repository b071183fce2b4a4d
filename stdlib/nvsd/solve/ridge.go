package solve

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
)

// Ridge solves kernel ridge regression at every nu from one decomposition,
//
//	min over f (and b)  (1/n) ||y - f(X) - b||^2 + nu ||f||_H^2,
//
// solved by f = sum_i alpha_i k(x_i, .), alpha = (K + n nu I)^-1 y, or alpha =
// N (N'KN + n nu I)^-1 N'y where there is an intercept, with N an orthonormal basis of the
// vectors that sum to 0. On an operator with weights ([Operator.Weighted]) the squares have these.
type Ridge struct {
	points  *Operator // as they were given
	op      *Operator // the same, whose rows weigh the same
	root    []float64 // the roots of weights; nil without
	shifted *shifted
	y       []float64 // times root; less its part along the constant with an intercept
	mean    float64   // of y with an intercept, else 0
	columns []float64 // means of K's columns

	modes func() (*targetModes, error)
}

// NewRidge prepares ridge regression of y (length n) on the operator's points.
func NewRidge(op *Operator, y []float64, intercept bool) (*Ridge, error) {
	if op == nil {
		return nil, errors.New("solve: ridge regression needs an operator: make one by NewOperator(kernel, X)")
	}
	if op.several != nil {
		return nil, op.hasPoints("ridge regression")
	}
	if intercept && op.features != nil {
		return nil, errors.New("solve: the operator of random features has its intercept: make it by FeatureSums.Operator(true), and ask for none here")
	}
	if err := checkTarget(op, y); err != nil { // before the decomposition, which takes long
		return nil, err
	}
	r := &Ridge{points: op, op: op.evenRows()}
	if op.weighting != nil {
		r.root = op.weighting.root
	}
	var err error
	r.shifted, err = r.op.shifted(intercept)
	if err != nil {
		return nil, err
	}
	if intercept {
		r.columns = make([]float64, r.op.n)
		for i := range r.columns {
			floats.AddScaled(r.columns, r.op.constant.part(i, r.op.n), r.op.train.kernel().RawRowView(i))
		}
	}
	return r.With(y)
}

// With returns the regression of other targets (length n) on the same points, with the same decomposition.
func (r *Ridge) With(y []float64) (*Ridge, error) {
	if err := checkTarget(r.points, y); err != nil {
		return nil, err
	}
	own := &Ridge{points: r.points, op: r.op, root: r.root, shifted: r.shifted, columns: r.columns, y: append([]float64(nil), y...)}
	own.modes = sync.OnceValues(own.findModes)
	if own.root != nil {
		floats.Mul(own.y, own.root)
	}
	if own.columns != nil {
		own.mean = own.op.constant.mean(own.y)
		own.op.constant.center(own.y)
	}
	return own, nil
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
	if r.root != nil {
		floats.Mul(alpha, r.root)
	}
	return alpha, intercept, nil
}

func (r *Ridge) shift(nu float64) (float64, error) {
	if !(nu > 0) || math.IsInf(nu, 1) {
		return 0, fmt.Errorf("solve: ridge regression at nu = %v: nu must be a finite number > 0", nu)
	}
	return nu * float64(len(r.y)), nil
}
