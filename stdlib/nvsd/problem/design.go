// Package problem poses the problem of a Spec on its training data, and solves it along a path of
// falling weights of the penalty:
//
//	(1/n) ||y - f(X) - b||^2 + tau P(||d_1 f||_n, ..., ||d_d f||_n) + nu ||f||_H^2
//
// A [Design] has the scaled data and the kernel's matrices, a [Path] the solutions.
package problem

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// A Design is a Spec on a training part. The inputs are scaled, the kernel's width is
// resolved on them, and its matrices are formed once for every tau and nu.
type Design struct {
	Spec  Spec
	Train *data.Frame // with what stands for missing cells
	Given *data.Frame // without
	Y     []float64
	Mean  float64 // of y, or the best constant by the loss, if there is an intercept; else 0
	// Several has the functions of a fit of several; nil for one. Y and Mean are then of the target as the Frame has it, and f has no part in them.
	Several *Functions
	// Weights has for each row how many observations it stands for; nil if each is one.
	Weights []float64
	Scaling
	Kernel   kern.Kernel     // resolved
	Op       *solve.Operator // nil when there is nothing that f could learn
	target   []float64       // of the problem on random features; nil without
	solving  Solving         // finds the fits
	Repeats  [][]int         // rows that are one observation; nil if there are none
	Among    int             // number of inputs of which a look at the target has chosen those of Train; 0 if none has
	Warnings []string
}

// NewDesign scales the inputs of a training part and resolves the kernel on them. It does not look
// at the Penalty and the Nu of the Spec.
func NewDesign(spec Spec, train *data.Frame) (*Design, error) {
	return newDesign(context.Background(), spec, train)
}

// newDesign is NewDesign, whose sums of random features end with ctx.
func newDesign(ctx context.Context, spec Spec, train *data.Frame) (*Design, error) {
	ds, err := Prepare(spec, train)
	if err != nil || ds.NothingToLearn() {
		return ds, err
	}
	return ds, ds.form(ctx)
}

// NewDesignAt returns the Design of some rows of a training part, with the scaling, the mean and the
// missing values of all rows, and the Design of all rows, which has no Op.
func NewDesignAt(spec Spec, train *data.Frame, rows []int) (some, all *Design, err error) {
	spec.Features = Features{} // the rows are few
	all, err = Prepare(spec, train)
	if err != nil {
		return nil, nil, err
	}
	if l := spec.Smooth(); l != nil {
		return nil, nil, refusal.BadArgument("Spec.Loss", "a function with kernels at some of the rows is fitted to squares, and the loss is %s: take Spec.Ridge, or leave Loss out", refusal.Called(l))
	}
	if all.Weights != nil {
		return nil, nil, refusal.BadData(refusal.TrainingPart, "a function with kernels at some of the rows knows no weights of rows, and those of the training part are in %q: take Spec.Ridge, or drop the column", train.WeightColumn())
	}
	own := *all
	some = &own
	some.Train, err = all.Train.Rows(rows...)
	if err != nil {
		return nil, nil, err
	}
	some.Given, err = all.Given.Rows(rows...)
	if err != nil {
		return nil, nil, err
	}
	some.Y = some.Train.Y()
	some.Repeats = repeats.Observations(some.Train.X(), some.Y)
	if all.NothingToLearn() {
		return some, all, nil
	}
	return some, all, some.form(context.Background())
}

// Prepare returns the Design of a training part without a resolved kernel and its matrices.
func Prepare(spec Spec, train *data.Frame) (*Design, error) {
	ds, err := prepare(spec, train)
	if err != nil {
		return nil, err
	}
	if err := spec.checkTargets(ds.Train); err != nil {
		return nil, err
	}
	return ds, ds.SetMean()
}

// prepare is [Prepare] before it looks at what the target is.
func prepare(spec Spec, train *data.Frame) (*Design, error) {
	if train == nil {
		return nil, refusal.BadData(refusal.TrainingPart, "there is no training part (nil): load data, or split off data.Train(n)")
	}
	if train.Target() == "" {
		return nil, refusal.BadData(refusal.TrainingPart, "the training part has no target: read it without data.NoTarget")
	}
	if train.D() == 0 {
		return nil, refusal.BadData(refusal.TrainingPart, "the training part has no input: name some by Inputs, or make some by With")
	}
	if err := spec.CheckData(); err != nil {
		return nil, err
	}
	if train.N() < 2 {
		return nil, refusal.BadData(refusal.TrainingPart, "the training part has one observation: at least two are needed to tell any input from the intercept")
	}
	given := train
	train, fill, err := given.Filled()
	if err != nil {
		return nil, refusal.BadData(refusal.TrainingPart, "%w", err)
	}
	weights, err := spec.weights(train)
	if err != nil {
		return nil, err
	}
	ds := &Design{Spec: spec, Train: train, Given: given, Y: train.Y(), Weights: weights, Scaling: NewScaling(spec.Scale, train, weights), Kernel: spec.Kernel, solving: freshSolving{spec.Minimiser()}}
	ds.Remember(fill)
	ds.Repeats = repeats.Observations(train.X(), train.Y())
	ds.Warnings = append(train.Warnings(), CopyWarnings(train)...)
	return ds, checkSpread(train, weights)
}

// OfMean returns the Design of a model of the training mean alone, or of the best constant by a loss; nil for the square. Its Spec has
// nothing else.
func OfMean(train *data.Frame, l loss.Loss) (*Design, error) {
	given := train
	train, fill, err := given.Filled()
	if err != nil {
		return nil, refusal.BadData(refusal.TrainingPart, "%w", err)
	}
	ds := &Design{Spec: Spec{Loss: l}, Train: train, Given: given, Y: train.Y(), Repeats: repeats.Observations(train.X(), train.Y()), Warnings: train.Warnings()}
	ds.Weights, err = ds.Spec.weights(train)
	if err != nil {
		return nil, err
	}
	if err := ds.Spec.checkTargets(train); err != nil {
		return nil, err
	}
	ds.Scaling = NewScaling(TrainSD, train, ds.Weights)
	ds.Remember(fill)
	return ds, ds.SetMean()
}

// form resolves the kernel and forms its matrices.
func (ds *Design) form(ctx context.Context) (err error) {
	if err := ds.fits(ds.Varying()); err != nil {
		return err
	}
	if !kern.Certified(ds.Kernel) {
		ds.Warnings = append(slices.Clip(ds.Warnings), fmt.Sprintf("the derivatives of the kernel %v are differences: a certificate holds for a kernel close by", ds.Kernel))
	}
	ds.Warnings = append(slices.Clip(ds.Warnings), nearRowWarnings(ds.Apply(ds.Train.X(), ds.Varying()))...)
	if ds.Spec.Features.said {
		ds.Kernel, ds.Op, ds.target, err = ds.OnFeatures(ctx, ds.Kernel, ds.Varying())
		return err
	}
	ds.Kernel, ds.Op, err = ds.Operator(ds.Kernel, ds.Varying())
	return err
}

// checkSpread refuses a column that varies, but whose standard deviation float64 cannot
// hold.
func checkSpread(train *data.Frame, weights []float64) error {
	for a, name := range train.Names() {
		if err := checkColumn("input", name, mat.Col(nil, a, train.X()), weights, 0); err != nil {
			return err
		}
	}
	return checkColumn("target", train.Target(), train.Y(), weights, leastTargetSD)
}

// leastTargetSD is about the least standard deviation of a target whose squares are float64.
const leastTargetSD = 1e-145

// checkColumn refuses a column of [checkSpread].
func checkColumn(kind, name string, column, weights []float64, least float64) error {
	if sd := stat.StdDev(column, weights); !lists.Constant(column) && !(sd > least && !math.IsInf(sd, 1)) {
		return refusal.BadData(refusal.TrainingPart, "the %s %q varies, and its standard deviation is %.3g: squares of it are beyond the range of a float64; give it in another unit", kind, name, sd)
	}
	return nil
}

// Observations returns the number of observations, of which rows with equal inputs are one.
func (ds *Design) Observations() int {
	if ds.Repeats != nil {
		return len(ds.Repeats)
	}
	return len(ds.Y)
}

// NothingToLearn reports whether f is 0 and the model its intercept.
func (ds *Design) NothingToLearn() bool {
	return lists.Count(ds.Varying()) == 0 || ds.Spec.Intercept.Fitted() && ds.constantTarget()
}

// Operator resolves k on the inputs in use and forms its matrices.
func (ds *Design) Operator(k kern.Kernel, use []bool) (kern.Kernel, *solve.Operator, error) {
	of := *ds
	of.Spec.Kernel = k
	if err := of.fits(use); err != nil { // before a rule compares all pairs of rows
		return nil, nil, err
	}
	Z := ds.Apply(ds.Train.X(), use)
	resolved, err := kern.Resolve(k, ds.Weighed(Z))
	if err != nil {
		return nil, nil, refusal.BadArgument("Spec.Kernel", "%w", err)
	}
	op, err := solve.NewOperator(resolved, Z)
	if _, big := errors.AsType[*solve.MemoryError](err); big {
		return nil, nil, of.tooLarge(err)
	}
	if err != nil {
		return nil, nil, refusal.BadArgument("Spec.Kernel", "%w", err)
	}
	if ds.Weights != nil {
		op, err = op.Weighted(ds.Weights)
	}
	return resolved, op, err
}

// Problem returns the Spec's functional at tau; for squares for the target less its mean. The mean
// moves only the intercept, and without it a target far from 0 keeps its digits.
func (ds *Design) Problem(tau float64) *solve.Problem {
	p := &solve.Problem{Op: ds.Op, Y: slices.Clone(ds.target), Loss: ds.Spec.Loss, Penalty: ds.Spec.Penalty, Tau: tau, Nu: ds.Spec.Nu.value, TauRidge: ds.Spec.Nu.timesTau}
	if ds.target == nil { // else the operator has the intercept
		p.Y, p.Intercept = slices.Clone(ds.Y), ds.Spec.Intercept.Fitted()
		floats.AddConst(-ds.Origin(), p.Y)
	}
	if ds.Several != nil {
		ds.Several.problem(p)
	}
	return p
}

// flat reports whether the penalty has slope 0 at 0 along every input.
func (ds *Design) flat() (flat bool) {
	d := ds.Train.D()
	exclusively(ds.Spec.Penalty, func(p penalty.Penalty) { flat = len(penalty.Flat(p, slices.Repeat([]float64{1}, d))) == d })
	return flat
}

// Constant returns the model without f: the training mean, or the best constant by the loss; 0 without intercept.
func (ds *Design) Constant() Function {
	return Function{Scaling: ds.Scaling, Use: make([]bool, ds.Train.D()), Intercept: ds.Mean}
}
