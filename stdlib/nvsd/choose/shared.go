package choose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/evidence"
)

// A Shared has the inputs and widths that the codes of several classes share: -1 and 1 of each class against the rest.
type Shared struct {
	*Chosen                // its errors are of the codes 0 and 1, summed over the classes
	Ridges  []*KernelRidge // of each path; nil without inputs
}

// brier is the part of a squared error of codes -1 and 1 that is the one of the codes 0 and 1.
const brier = 0.25

// FitShared returns the regressions by squares of the codes of classes, with the inputs and widths of most evidence for all of them together. The
// paths are of one table, each with another class against the rest; their fits give the climbs of the evidence their starts. An
// input is in where the evidence of all codes asks for it, and ranks by the root of the sum of the squares of its norms.
func FitShared(ctx context.Context, paths []*problem.Path) (*Shared, error) {
	p := paths[0]
	c := &Chosen{Selection: Selection{Rule: RankedGroups, By: ByLeaveOneOut(), TauIndex: p.Len() / 2, Taus: p.Len(), RMSE: math.NaN(), SE: math.NaN(), Mean: math.NaN()}}
	s := &Shared{Chosen: c}
	c.Set = make([]bool, p.Train.D())
	if p.Op == nil {
		return s, nil
	}
	of, base, err := evidenceProblem(p)
	if err != nil {
		return nil, err
	}
	norms := startNorms(p, c.TauIndex)
	for _, other := range paths[1:] {
		y, err := evidenceTargets(other)
		if err != nil {
			return nil, err
		}
		of.Others = append(of.Others, y)
		norms = joinedNorms(norms, startNorms(other, c.TauIndex))
	}
	if k := float64(len(paths)); k > 1 {
		of.Share = (k - 1) / k
	}
	plan := evidence.Plan{Norms: norms, Among: p.Among}
	if len(norms) > 0 {
		plan.Proposed = lists.UpTo(len(norms[0]))
		slices.SortStableFunc(plan.Proposed, func(a, b int) int { return cmp.Compare(norms[0][b], norms[0][a]) })
		plan.Proposed = plan.Proposed[:min(proposedAtLeast, len(plan.Proposed))]
	}
	found, err := searchEvidence(ctx, of, plan)
	if _, none := errors.AsType[NoWidthsError](err); none {
		c.Warnings = append(c.Warnings, "no width for each input was found: "+err.Error())
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	takeEvident(p, c, found)
	if c.Size > 0 {
		if err := s.ridges(ctx, paths, kern.ARD{Base: base, Widths: c.Evidence.Widths}, found.Noise/p.Count()); err != nil {
			return nil, err
		}
	}
	return s, s.compare(ctx, paths)
}

// joinedNorms returns the roots of the sums of squares of two lists of norms, of which a shorter one ends with copies of its last.
func joinedNorms(a, b [][]float64) [][]float64 {
	if len(a) == 0 || len(b) == 0 {
		return append(a, b...)
	}
	joined := make([][]float64, max(len(a), len(b)))
	for j := range joined {
		u, v := a[min(j, len(a)-1)], b[min(j, len(b)-1)]
		joined[j] = make([]float64, len(u))
		for k := range u {
			joined[j][k] = math.Hypot(u[k], v[k])
		}
	}
	return joined
}

// ridges sets the regression of each class, which share the decomposition of the kernel's matrix.
func (s *Shared) ridges(ctx context.Context, paths []*problem.Path, k kern.Kernel, nu float64) error {
	kernel, op, err := paths[0].Operator(k, s.Set)
	if err != nil {
		return err
	}
	for _, p := range paths {
		ridge, err := parallel.Within(ctx, func() (*solve.Ridge, error) { return solve.NewRidge(op, p.Y, p.Spec.Intercept.Fitted()) })
		if err != nil {
			return fmt.Errorf("nvsd: kernel ridge: %w", err)
		}
		s.Ridges = append(s.Ridges, &KernelRidge{ds: p.Design, use: s.Set, kernel: kernel, op: op, ridge: ridge, Nus: []float64{nu}})
	}
	return nil
}

// compare compares the errors of all codes, leaving one observation out, with those of the frequencies of the classes.
func (s *Shared) compare(ctx context.Context, paths []*problem.Path) error {
	var mean, own, nested []float64
	for k, p := range paths {
		by, err := s.By.On(p.Design)
		if err != nil {
			return err
		}
		s.measure = by.measure
		constant, err := by.Constant(p.Mean)
		if err != nil {
			return err
		}
		mean = plus(mean, by.Terms(constant))
		if s.Ridges == nil {
			continue
		}
		var m CandidateErrors
		if err := s.Ridges[k].Errors(ctx, by, &m); err != nil {
			return err
		}
		terms, err := nestedTerms(p, s.Ridges[k])
		if err != nil {
			return err
		}
		own, nested = plus(own, m.squares), plus(nested, PerObservation(p.Repeats, p.Weights, terms))
	}
	if own == nil {
		own = slices.Clone(mean)
	}
	floats.Scale(brier, mean)
	floats.Scale(brier, own)
	s.mean = mean
	s.RMSE = s.measure.Of(own)
	s.Chosen.compare(own)
	if nested != nil {
		s.OverMean = math.Max(s.OverMean, tStatistic(nested))
	}
	return nil
}

// plus returns the sum of two vectors, of which the first may be nil.
func plus(a, b []float64) []float64 {
	if a == nil {
		return slices.Clone(b)
	}
	floats.Add(a, b)
	return a
}
