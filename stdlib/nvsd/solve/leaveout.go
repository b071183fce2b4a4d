package solve

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// LOO returns the mean squared leave-one-out error at nu > 0, that of the residuals of
// [Ridge.LeaveOneOut], with the weights of the rows.
func (r *Ridge) LOO(nu float64) (float64, error) {
	residuals, err := r.LeaveOneOut(nu)
	if err != nil {
		return 0, err
	}
	if r.root != nil {
		floats.Mul(residuals, r.root)
	}
	return floats.Dot(residuals, residuals) / float64(len(residuals)), nil
}

// LeaveOneOut returns y_i less its prediction by the fit to the other points at nu > 0,
// where n nu stays that of all points:
//
//	(P y)_i / P_ii,    P = (K + n nu I)^-1, or N (N'KN + n nu I)^-1 N' with an intercept,
//
// with N an orthonormal basis of the vectors that sum to 0. n nu P_ii is 1 - h_ii, with h the
// matrix that maps y to the fitted values, the intercept included: a sum of positive terms here,
// where 1 - h_ii itself is a small difference at a small nu. The residuals are those of a K
// that differs from the operator's by rounding. With an intercept the only point has +Inf.
func (r *Ridge) LeaveOneOut(nu float64) ([]float64, error) { return r.LeaveGroupsOut(nu, nil) }

// LeaveGroupsOut returns, for each group G of points, y_i less its prediction by the fit to
// all points outside G, for all i in G, at nu > 0, where n nu stays that of all points:
//
//	P_GG^-1 (P y)_G
//
// with the P of [Ridge.LeaveOneOut]. groups holds indices of points; a point that is in none is
// left out alone. The result has the order of the points. With an intercept a group of all
// points leaves nothing to fit, and has +Inf.
func (r *Ridge) LeaveGroupsOut(nu float64, groups [][]int) ([]float64, error) {
	if err := r.op.hasPoints("leaving out points"); err != nil {
		return nil, err
	}
	shift, err := r.shift(nu)
	if err != nil {
		return nil, err
	}
	if err := checkGroups(groups, len(r.y)); err != nil {
		return nil, err
	}
	whole, err := r.modes()
	if err != nil {
		return nil, err
	}
	// With c_j = shift/(l_j + shift), a_ij = sqrt(c_j) q_ij and b_j = sqrt(c_j) q_j'y, shift P
	// is AA' and shift P y is A b.
	n := len(r.y)
	keep, b := make([]float64, len(whole.lambda)), make([]float64, len(whole.lambda))
	rest, free := make([]float64, n), make([]float64, n) // of shift P y, and of shift P's diagonal
	for j, q := range whole.vectors {
		keep[j] = math.Sqrt(shift / (whole.lambda[j] + shift))
		b[j] = keep[j] * whole.along[j]
		for i, v := range q {
			v *= keep[j]
			rest[i] += v * b[j]
			free[i] += v * v
		}
	}
	for i := range rest {
		rest[i] = quotient(rest[i], free[i])
	}
	for _, g := range groups {
		if len(g) > 1 {
			whole.leaveOut(rest, g, keep, b)
		}
	}
	if r.root != nil {
		floats.Div(rest, r.root)
	}
	return rest, nil
}

// targetModes are the [modes] of a kernel matrix, and the target's coordinates q_j'y, which
// every nu needs.
type targetModes struct {
	*modes
	along []float64
}

func (r *Ridge) findModes() (*targetModes, error) {
	whole, err := r.shifted.modes()
	if err != nil {
		return nil, err
	}
	m := &targetModes{modes: whole, along: make([]float64, len(whole.vectors))}
	for j, q := range whole.vectors {
		m.along[j] = floats.Dot(q, r.y)
	}
	return m, nil
}

// leaveOut sets the entries of rest in the group to P_GG^-1 (P y)_G = (A_G A_G')^-1 A_G b. That
// is the solution of the least squares min ||A_G'r - b||, and found as such: P_GG can have the
// square of the condition of A_G, such as where the group's points are equal.
func (m *modes) leaveOut(rest []float64, group []int, keep, b []float64) {
	var residuals mat.VecDense
	if len(group) <= len(b) {
		A := mat.NewDense(len(b), len(group), nil)
		for j, q := range m.vectors {
			row := A.RawRowView(j)
			for k, i := range group {
				row[k] = keep[j] * q[i]
			}
		}
		var qr mat.QR
		qr.Factorize(A)
		var ill mat.Condition // which leaves a result all the same
		if err := qr.SolveVecTo(&residuals, false, mat.NewVecDense(len(b), b)); err != nil && !errors.As(err, &ill) {
			residuals.Reset()
		}
	}
	for k, i := range group {
		rest[i] = math.Inf(1)
		if !residuals.IsEmpty() && !math.IsNaN(residuals.AtVec(k)) {
			rest[i] = residuals.AtVec(k)
		}
	}
}

// quotient returns a/b, and +Inf where b is 0.
func quotient(a, b float64) float64 {
	if b == 0 {
		return math.Inf(1)
	}
	return a / b
}

// checkGroups reports an index that is none of n points, or that is there twice.
func checkGroups(groups [][]int, n int) error {
	seen := make([]bool, n)
	for _, g := range groups {
		for _, i := range g {
			switch {
			case i < 0 || i >= n:
				return fmt.Errorf("solve: a group to leave out has point %d, and there are points 0 to %d", i, n-1)
			case seen[i]:
				return fmt.Errorf("solve: point %d is twice in the groups to leave out", i)
			}
			seen[i] = true
		}
	}
	return nil
}
