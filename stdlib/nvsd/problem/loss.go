package problem

import (
	"errors"
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
	"gonum.org/v1/gonum/stat"
)

// Smooth returns the loss of a Spec, and nil for the square.
func (s *Spec) Smooth() loss.Loss {
	if _, square := s.Loss.(loss.Square); square {
		return nil
	}
	return s.Loss
}

// checkLoss reports parameters that a loss cannot have.
func (s *Spec) checkLoss() error {
	if s.Loss == nil {
		return nil
	}
	if err := trait.CheckParameters(s.Loss); err != nil {
		return refusal.BadArgument("Spec.Loss", "%w", err)
	}
	if s.Smooth() != nil && s.Features.said {
		return refusal.BadArgument("Spec.Features", "random features are for squares, and the loss is %s: leave Features out", refusal.Called(s.Loss))
	}
	return nil
}

// checkSolver reports a solver and a penalty that do not go with the loss.
func (s *Spec) checkSolver() error {
	if s.Smooth() == nil {
		return nil
	}
	if _, is := s.Minimiser().(solve.Dual); is {
		return nil
	}
	if s.needsADMM() {
		return refusal.BadArgument("Spec.Penalty", "the penalty %v does not say that it is convex, and the loss %s needs one that is: take another, or wrap it in penalty.Convex if it is convex", s.Penalty, refusal.Called(s.Loss))
	}
	return refusal.BadArgument("Spec.Solver", "%s minimises squares, and the loss is %s: leave Solver out, or take solve.Dual", refusal.Called(s.Solver), refusal.Called(s.Loss))
}

// checkTargets reports targets that the loss is not made for, with their rows, and numbers of classes, which are no quantities.
func (s *Spec) checkTargets(train *data.Frame) error {
	if err := OneFunction(train); err != nil {
		return err
	}
	l := s.Smooth()
	if l == nil {
		return nil
	}
	err := loss.Check(l, train.Y())
	if err == nil {
		return nil
	}
	advice := "take another Loss"
	if _, classes := l.(loss.Logistic); classes {
		advice = "read two classes with data.Classes(negative, positive)"
	}
	if of, is := errors.AsType[*loss.TargetError](err); is {
		return refusal.BadData(refusal.TrainingPart, "row %d of the target %q is %v, and %s: %s", of.Row+1, train.Target(), of.Value, of.Reason, advice)
	}
	return refusal.BadData(refusal.TrainingPart, "the target %q: %w", train.Target(), err)
}

// SetMean sets the Mean of a Design whose other fields are set: the fitted value of the model without f. It is the mean of the targets, or
// what is in its place for another loss, such as the log-odds.
func (ds *Design) SetMean() (err error) {
	if !ds.Spec.Intercept.Fitted() {
		return nil
	}
	l := ds.Spec.Smooth()
	if l == nil {
		ds.Mean = stat.Mean(ds.Y, ds.Weights)
		return nil
	}
	ds.Mean, err = solve.BestConstant(l, ds.Y, ds.Weights)
	if err != nil {
		return fmt.Errorf("nvsd: %w", err)
	}
	return nil
}

// Origin returns the number that is taken from targets before a fit and added to its values: the mean of the targets for squares, which so keep
// their digits, and 0 for another loss, to which targets are no fitted values.
func (ds *Design) Origin() float64 {
	if ds.Spec.Smooth() != nil {
		return 0
	}
	return ds.Mean
}

// OneFunction refuses several targets, and a target of three classes or more, for what fits one function.
func OneFunction(train *data.Frame) error {
	if targets := train.Targets(); len(targets) > 1 {
		return refusal.BadData(refusal.TrainingPart, "there are %d targets, and this fits one function: take one of them, such as by train.WithTarget(%q), or fit a function for each by Spec.SeveralPath", len(targets), targets[0])
	}
	if !train.ManyClasses() {
		return nil
	}
	labels := train.Labels()
	return refusal.BadData(refusal.TrainingPart, "the target %q has %d classes, and this fits one function: tell one from the rest, such as by train.WithClass(%q), fit a function for each by Spec.SeveralPath, or find the inputs of all by nvsd.FindClasses", train.Target(), len(labels), labels[0])
}
