package nvsd

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// foldErrors fits the path in every fold, and returns the errors there by fold,
// tau and size.
func (p *Path) foldErrors(ctx context.Context, by *crossing, rule Rule, sizes [][]int, cv *CrossValidation) ([][][]foldError, error) {
	folds, err := by.divide(p.train.N())
	if err != nil {
		return nil, err
	}
	cv.Folds = len(folds)
	parent := *p.design
	parent.spec.Penalty = shared(parent.spec.Penalty)
	errs := make([][][]foldError, len(folds))
	warnings := make([][]string, len(folds))
	_, err = parts{"cross-validation", "fold", len(folds), p.spec.Parts}.each(ctx, func(ctx context.Context, f int) error {
		ds, judge, err := parent.hold(folds[f])
		if err != nil {
			return err
		}
		again := &Path{design: ds, ceiling: newCeiling(ds)}
		if err := again.follow(ctx, p, by.absolute); err != nil {
			return err
		}
		ts := again.propose(rule, sizes)
		if err := ts.run(ctx, ds, judge); err != nil {
			return err
		}
		errs[f] = make([][]foldError, len(sizes))
		for i, proposed := range ts.at {
			for _, t := range proposed {
				errs[f][i] = append(errs[f][i], foldError{ts.errors[t], len(judge.y), folds[f].Repeat})
			}
		}
		warnings[f] = slices.Concat(ds.constantTarget(), again.ofFits(), ts.warnings())
		return nil
	})
	cv.warnings = ofFolds(warnings)
	return errs, err
}

// follow fits the path at the taus of another on its own rows.
func (p *Path) follow(ctx context.Context, other *Path, absolute bool) error {
	factor := 1.0
	if theirs := other.seen(); theirs > 0 && !absolute && !other.given {
		own, err := p.find(ctx)
		if err != nil {
			return err
		}
		if own.Begin > 0 && !math.IsInf(own.Begin, 1) {
			factor = own.Begin / theirs
		}
	}
	for _, tau := range other.taus {
		if err := p.extend(ctx, factor*tau); err != nil {
			return err
		}
	}
	return nil
}

// hold returns the design of the rows that a fold trains on, and the judge of
// those that it holds out.
func (ds *design) hold(fold Fold) (*design, *judge, error) {
	train, err := ds.train.Rows(fold.Train...)
	if err != nil {
		return nil, nil, err
	}
	held, err := ds.train.Rows(fold.Held...)
	if err != nil {
		return nil, nil, err
	}
	spec := ds.spec
	spec.Progress, spec.Parts = nil, nil // which one goroutine is to tell, of folds
	own, err := newDesign(spec, train)
	return own, &judge{X: held.X(), y: held.Y()}, err
}

// crossRidge returns the cross-validated error of every candidate of kernel ridge
// regression on all inputs that vary, or on none.
func (ds *design) crossRidge(ctx context.Context, by *crossing, all bool) ([]float64, error) {
	folds, err := by.divide(ds.train.N())
	if err != nil {
		return nil, err
	}
	inFolds := make([]foldError, len(folds))
	_, err = parts{"cross-validation of kernel ridge", "fold", len(folds), ds.spec.Parts}.each(ctx, func(ctx context.Context, f int) error {
		own, judge, err := ds.hold(folds[f])
		if err != nil {
			return err
		}
		use := make([]bool, own.train.D())
		if all {
			use = own.varying()
		}
		errs, err := own.ridgeErrors(ctx, use, judge)
		inFolds[f] = foldError{errs, len(judge.y), folds[f].Repeat}
		return err
	})
	if err != nil {
		return nil, err
	}
	errs := make([]float64, widest(inFolds))
	for j := range errs {
		errs[j], _ = poolAt(inFolds, j)
	}
	return errs, nil
}

// constantTarget warns of a target that says nothing on the rows of a design.
func (ds *design) constantTarget() []string {
	if !isConstant(ds.y) {
		return nil
	}
	return []string{"the target is constant on the rows trained on, and so is the model there"}
}

// ofFolds is what to know about the fits in folds, in a sentence.
func ofFolds(warnings [][]string) []string {
	concerned, first := 0, ""
	for f, w := range warnings {
		if len(w) == 0 {
			continue
		}
		if concerned++; first == "" {
			first = fmt.Sprintf("in fold %d %s", f+1, w[0])
		}
	}
	if concerned == 0 {
		return nil
	}
	return []string{fmt.Sprintf("cross-validation: %d of %s with warnings: %s", concerned, plural(len(warnings), "fold"), first)}
}
