package fit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// newEntry returns the entry of sol. largest is the largest norm in the file. It is an error
// if a number is not finite.
func newEntry(op *solve.Operator, s *Spec, tau float64, sol *solve.Solution, largest float64) (Entry, error) {
	e := Entry{
		Tau: tau, Status: sol.Status, Objective: sol.Objective, Dual: known(sol.Dual), RelGap: known(sol.RelGap),
		Certified: sol.Certified(), Residual: known(sol.Residual), Notes: append([]string{}, sol.Notes...), Certain: sol.Certain,
		RawNorms: sol.RawNorms, Train: sol.Fitted, NormSq: sol.NormSq, Iterations: sol.Iterations, Seconds: sol.Seconds,
	}
	e.choose(s.Groups, sol, largest)
	if !s.Features.IsZero() || len(e.Train) < len(s.Y) { // the rows of the solution are not those of X
		var err error
		e.Train, err = op.Predict(sol.Alpha, sol.B, s.X)
		if err != nil {
			return e, err
		}
	}
	if !finite(sol.RawNorms, e.Train, sol.Alpha, sol.B.RawMatrix().Data, []float64{sol.Objective, sol.NormSq}) {
		return e, bad("X", "the solution for tau = %v overflows a float64: take other units for X and y, or another kernel", tau)
	}
	if s.XTest != nil {
		var err error
		e.Test, err = op.Predict(sol.Alpha, sol.B, s.XTest)
		if err != nil {
			return e, err
		}
		if i := slices.IndexFunc(e.Test, func(v float64) bool { return !finite([]float64{v}) }); i >= 0 {
			return e, badCell("X_test", i, -1, "the prediction there overflows a float64")
		}
	}
	if s.Coefficients {
		e.Alpha, e.B = s.coefficients(sol)
	}
	return e, nil
}

// coefficients returns alpha and B with a row for each row of X, 0 for rows without weight.
func (s *Spec) coefficients(sol *solve.Solution) (alpha []float64, B [][]float64) {
	left, _ := s.weighed()
	_, d := s.X.Dims()
	alpha, B = make([]float64, len(s.Y)), make([][]float64, len(s.Y))
	for i := range B {
		B[i] = make([]float64, d)
	}
	for j, i := range left {
		alpha[i] = sol.Alpha[j]
		copy(B[i], sol.B.RawRowView(j))
	}
	return alpha, B
}

// choose sets the active groups, their norms and the ratios. What is certain decides. An
// undecided group with a known ratio is decided by that and its norm. An input without a ratio
// is decided by the solver's own rule: the zeros of the prox or of ADMM's split, a threshold,
// or Prop. 6 of JMLR 2013.
func (e *Entry) choose(groups [][]int, sol *solve.Solution, largest float64) {
	e.ActiveGroups, e.Norms = []int{}, make([]float64, len(sol.RawNorms))
	e.Ratios = make([]*float64, len(groups))
	for g, members := range groups {
		ratio := math.NaN()
		if sol.Ratios != nil {
			ratio = sol.Ratios[g]
		}
		e.Ratios[g] = known(ratio)
		norms := make([]float64, len(members))
		for i, a := range members {
			norms[i] = sol.RawNorms[a]
		}
		certain := func(a int, c solve.Certainty) bool { return sol.Certain != nil && sol.Certain[a] == c }
		proven := slices.ContainsFunc(members, func(a int) bool { return certain(a, solve.CertainlyIn) })
		if !proven && solve.Out(ratio, floats.Norm(norms, 2), largest) {
			continue
		}
		in := false
		for i, a := range members {
			if !certain(a, solve.CertainlyOut) && (e.Ratios[g] != nil || sol.Active[a]) {
				e.Norms[a] = norms[i]
				in = true
			}
		}
		if in {
			e.ActiveGroups = append(e.ActiveGroups, g)
		}
	}
}

// known returns nil for a number that is not finite.
func known(v float64) *float64 {
	if !finite([]float64{v}) {
		return nil
	}
	return &v
}

func finite(lists ...[]float64) bool {
	for _, list := range lists {
		for _, v := range list {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return false
			}
		}
	}
	return true
}
