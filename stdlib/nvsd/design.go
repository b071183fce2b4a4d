package nvsd

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// A design is a Spec on a training part. The inputs are scaled, the kernel's width is
// resolved on them, and its matrices are formed once for every tau and nu.
type design struct {
	spec  Spec
	train *data.Frame // with what stands for missing cells
	given *data.Frame // without
	y     []float64
	mean  float64 // of y if there is an intercept, else 0
	scaling
	kernel   kern.Kernel     // resolved
	op       *solve.Operator // nil when there is nothing that f could learn
	solving  solving         // finds the fits
	repeats  [][]int         // rows that are one observation; nil if there are none
	warnings []string
}

func newDesign(spec Spec, train *data.Frame) (*design, error) {
	if train == nil {
		return nil, badData(trainingPart, "there is no training part (nil): load data, or split off data.Train(n)")
	}
	if train.Target() == "" {
		return nil, badData(trainingPart, "the training part has no target: read it without data.NoTarget")
	}
	if train.D() == 0 {
		return nil, badData(trainingPart, "the training part has no input: name some by Inputs, or make some by With")
	}
	if err := spec.checkData(); err != nil {
		return nil, err
	}
	if train.N() < 2 {
		return nil, badData(trainingPart, "the training part has one observation: at least two are needed to tell any input from the intercept")
	}
	given := train
	train, fill, err := given.Filled()
	if err != nil {
		return nil, badData(trainingPart, "%w", err)
	}
	ds := &design{spec: spec, train: train, given: given, y: train.Y(), scaling: newScaling(spec.Scale, train), kernel: spec.Kernel, solving: computed{spec.solver()}}
	ds.remember(fill)
	ds.repeats = repeats.Observations(train.X(), train.Y())
	ds.warnings = append(train.Warnings(), copyWarnings(train)...)
	if err := checkSpread(train); err != nil {
		return nil, err
	}
	if spec.Intercept.fitted() {
		ds.mean = stat.Mean(ds.y, nil)
	}
	if ds.nothingToLearn() {
		return ds, nil
	}
	if !kern.Certified(spec.Kernel) {
		ds.warnings = append(slices.Clip(ds.warnings), fmt.Sprintf("the derivatives of the kernel %v are differences: a certificate holds for a kernel close by", spec.Kernel))
	}
	ds.warnings = append(slices.Clip(ds.warnings), nearRowWarnings(ds.apply(train.X(), ds.varying()))...)
	ds.kernel, ds.op, err = ds.operator(spec.Kernel, ds.varying())
	return ds, err
}

// checkSpread refuses a column that varies, but whose standard deviation float64 cannot
// hold.
func checkSpread(train *data.Frame) error {
	check := func(kind, name string, column []float64, least float64) error {
		if sd := stat.StdDev(column, nil); !lists.Constant(column) && !(sd > least && !math.IsInf(sd, 1)) {
			return badData(trainingPart, "the %s %q varies, and its standard deviation is %.3g: squares of it are beyond the range of a float64; give it in another unit", kind, name, sd)
		}
		return nil
	}
	for a, name := range train.Names() {
		if err := check("input", name, mat.Col(nil, a, train.X()), 0); err != nil {
			return err
		}
	}
	return check("target", train.Target(), train.Y(), 1e-145)
}

// nothingToLearn reports whether f is 0 and the model its intercept.
func (ds *design) nothingToLearn() bool {
	return lists.Count(ds.varying()) == 0 || ds.spec.Intercept.fitted() && lists.Constant(ds.y)
}

// operator resolves k on the inputs in use and forms its matrices.
func (ds *design) operator(k kern.Kernel, use []bool) (kern.Kernel, *solve.Operator, error) {
	Z := ds.apply(ds.train.X(), use)
	resolved, err := kern.Resolve(k, Z)
	if err != nil {
		return nil, nil, badArgument("Spec.Kernel", "%w", err)
	}
	op, err := solve.NewOperator(resolved, Z)
	if big, is := errors.AsType[*solve.MemoryError](err); is && big.Most > 1 {
		return nil, nil, badData(trainingPart, "%w, such as by d.Sample(%d, 1), which draws rows at random; %d fit", err, big.Few(), big.Most)
	}
	if err != nil {
		return nil, nil, badArgument("Spec.Kernel", "%w", err)
	}
	return resolved, op, nil
}

// problem returns the Spec's functional at tau, for the target less its mean. The mean
// moves only the intercept, and without it a target far from 0 keeps its digits.
func (ds *design) problem(tau float64) *solve.Problem {
	y := slices.Clone(ds.y)
	floats.AddConst(-ds.mean, y)
	return &solve.Problem{
		Op: ds.op, Y: y, Penalty: ds.spec.Penalty, Tau: tau, Nu: ds.spec.Nu.value, TauRidge: ds.spec.Nu.timesTau,
		Intercept: ds.spec.Intercept.fitted(),
	}
}

// flat reports whether the penalty has slope 0 at 0 along every input.
func (ds *design) flat() (flat bool) {
	d := ds.train.D()
	exclusively(ds.spec.Penalty, func(p penalty.Penalty) { flat = len(penalty.Flat(p, slices.Repeat([]float64{1}, d))) == d })
	return flat
}

// constant returns the model without f: the training mean, or 0 without intercept.
func (ds *design) constant() function {
	return function{scaling: ds.scaling, use: make([]bool, ds.train.D()), b: ds.mean}
}
