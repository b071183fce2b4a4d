package solve

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// A Problem is
//
//	min over f (and b)  (1/n) ||y - f(X) - b||^2 + Tau P(u) + nu ||f||_H^2,
//	u_a = ||d_a f||_n = sqrt(mean_i (d_a f(x_i))^2),
//
// with nu = Nu, or nu = Tau Nu where TauRidge is set. The family of UAI 2018
// eq. 3-5 has nu = Nu and b = 0; JMLR 2013 eq. 5 has TauRidge and P twice the
// sum of the norms.
//
// Tau is the weight of the sparse penalty: lambda of glmnet, alpha of scikit-learn. These
// have the factor 1/(2n) of the squares where there is 1/n here, so that for a linear
// kernel with the lasso and Nu = 0, Tau is twice their weight. Nu is a ridge of its own,
// not a part of Tau.
type Problem struct {
	Op      *Operator
	Y       []float64 // length n; of several functions n c, function by function
	Penalty penalty.Penalty
	Tau     float64 // >= 0
	Nu      float64 // >= 0

	TauRidge  bool // the ridge is Tau*Nu, not Nu
	Intercept bool // fit an unpenalised constant b; else b = 0

	// Loss is l in (1/n) sum_i l(y_i, f(x_i) + b), which stands for the squares; nil is [loss.Square]. Of several functions
	// ([Operator.Several]) it is summed over them.
	Loss loss.Loss

	// Joint is the loss of all functions of an operator of several, such as [loss.Multinomial] of classes, in the place of Loss.
	Joint loss.Joint
}

// Ridge returns the factor of ||f||_H^2.
func (p *Problem) Ridge() float64 {
	if p.TauRidge {
		return p.Tau * p.Nu
	}
	return p.Nu
}

// Check reports data, a penalty, Tau or Nu with which there is no problem to solve.
func (p *Problem) Check() error {
	if err := p.checkData(); err != nil {
		return err
	}
	return checkNonnegative("tau", p.Tau)
}

// leastTarget is the least largest value of a target that is not 0: of smaller ones the gap,
// a small part of the squares, falls below what a float64 holds to all digits.
const leastTarget = 1e-145

// checkData is Check without Tau.
func (p *Problem) checkData() error {
	if p.Op == nil {
		return errors.New("solve: the problem has no operator: make one by NewOperator(kernel, X)")
	}
	if err := checkTarget(p.Op, p.Y); err != nil {
		return err
	}
	if p.Intercept && p.Op.features != nil {
		return errors.New("solve: the operator of random features has its intercept: make it by FeatureSums.Operator(true), and leave that of the problem out")
	}
	if err := p.checkLoss(); err != nil {
		return err
	}
	if size := floats.Norm(p.Y, math.Inf(1)); size > 0 && size < leastTarget {
		return fmt.Errorf("solve: y is too small: its largest value is %.3g, and squares of it are lost below the range of a float64; take another unit", size)
	}
	if p.Penalty == nil {
		return errors.New("solve: the problem has no penalty (nil)")
	}
	if err := checkPenalty(p.Penalty, p.Op); err != nil {
		return err
	}
	return checkNonnegative("nu", p.Nu)
}

// square returns the sum of the squares of the targets, with their weights.
func (p *Problem) square() float64 {
	if w := p.Op.weighting; w != nil {
		y := times(w.root, p.Y)
		return floats.Dot(y, y)
	}
	return floats.Dot(p.Y, p.Y)
}

func checkTarget(op *Operator, y []float64) error {
	if n, _ := op.Dims(); len(y) != n {
		return fmt.Errorf("solve: y has length %d, X has %d rows", len(y), n)
	}
	for i, v := range y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("solve: y has %v at row %d (from 0): every value must be finite", v, i)
		}
	}
	return nil
}

func checkNonnegative(name string, v float64) error {
	if !(v >= 0) || math.IsInf(v, 1) {
		return fmt.Errorf("solve: %s is %v: it must be a finite number >= 0", name, v)
	}
	return nil
}
