package score

import (
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"gonum.org/v1/gonum/mat"
)

// Align returns f with the inputs of train, in its order, and with its levels of
// categorical inputs. A cell that is not of the kind that train has there is an error: see
// [data.Frame.Conform].
func Align(f, train *data.Frame) (*data.Frame, error) {
	if f == nil {
		return nil, noData()
	}
	var fill []float64
	if f.MissingCells() > 0 {
		var err error
		_, fill, err = train.Filled()
		if err != nil {
			return nil, refusal.BadData(refusal.TrainingPart, "%w", err)
		}
	}
	return AlignInUse(f, train, fill, slices.Repeat([]bool{true}, train.D()))
}

// AlignInUse returns f with the inputs of train that are in use: see [Align]. Of the others f may
// have none, and it keeps what it has if none is in use. fill is what stands for a missing input,
// NaN for nothing; nil is nothing for all.
func AlignInUse(f, train *data.Frame, fill []float64, use []bool) (*data.Frame, error) {
	if f == nil {
		return nil, noData()
	}
	columns := InUse(use)
	if len(columns) == 0 {
		return f, nil
	}
	g, err := withLeftOut(f, train, use)
	if err != nil {
		return nil, refusal.BadData(refusal.Evaluated, "%w", err)
	}
	g, err = g.Conform(train, use)
	if err != nil {
		return nil, refusal.BadData(refusal.Evaluated, "the data are not as the model learned them: %w", err)
	}
	return g, checkFilled(g, train, fill, columns)
}

// withLeftOut returns f with the inputs of train that are in use among those that the reader of f has
// left out: a column may count the rows of one table, and not of another.
func withLeftOut(f, train *data.Frame, use []bool) (*data.Frame, error) {
	left := f.LeftOut()
	if len(left) == 0 {
		return f, nil
	}
	var keep []string
	used := func(name string) {
		if slices.Contains(left, name) && !slices.Contains(keep, name) {
			keep = append(keep, name)
		}
	}
	for a, name := range train.Names() {
		if use[a] {
			used(name)
		}
	}
	for _, c := range train.Categories() {
		if slices.ContainsFunc(c.Columns, func(a int) bool { return use[a] }) {
			used(c.Name)
		}
	}
	if len(keep) == 0 {
		return f, nil
	}
	return f.Keep(keep...)
}

// InUse returns the indices of the inputs that are in use.
func InUse(use []bool) []int {
	var columns []int
	for a, used := range use {
		if used {
			columns = append(columns, a)
		}
	}
	return columns
}

// checkFilled refuses a missing cell of an input for which training has said nothing. The
// inputs of f are the given ones of train.
func checkFilled(f, train *data.Frame, fill []float64, columns []int) error {
	if f.MissingCells() == 0 {
		return nil
	}
	for k, a := range columns {
		if fill != nil && !math.IsNaN(fill[a]) {
			continue
		}
		for i, v := range mat.Col(nil, k, f.X()) {
			if math.IsNaN(v) {
				return refusal.BadData(refusal.Evaluated, "row %d of the input %q is missing, and the model has not learned what stands for it: leave such rows out by DropMissing, or train on data read with data.Impute", i+1, train.Names()[a])
			}
		}
	}
	return nil
}

// AlignTarget returns f with the inputs of train: see [Align]. Its target, which is compared with
// predictions, must be the target of train.
func AlignTarget(f, train *data.Frame) (*data.Frame, error) {
	g, err := Align(f, train)
	if err != nil {
		return nil, err
	}
	return g, SameTarget(g, train)
}

func noData() error {
	return refusal.BadData(refusal.Evaluated, "there is no data to evaluate on (nil): was this part of the split asked for?")
}

// SameTarget refuses data whose target is not that of train, or has other classes.
func SameTarget(f, train *data.Frame) error {
	if f == nil {
		return noData()
	}
	if f.Target() != train.Target() {
		return refusal.BadData(refusal.Evaluated, "the target is %q, and the model was trained on %q", f.Target(), train.Target())
	}
	negative, positive, declared := train.Classes()
	n, p, also := f.Classes()
	switch {
	case declared && also && (n != negative || p != positive):
		return refusal.BadData(refusal.Evaluated, "the classes of %q are %q and %q, and the model was trained on %q and %q: read both with the same data.Classes", f.Target(), n, p, negative, positive)
	case declared && !AreClasses(f.Y()):
		return refusal.BadData(refusal.Evaluated, "%q has other values than -1 and +1, and the model was trained on the classes %q and %q: read both with the same data.Classes", f.Target(), negative, positive)
	case also && !AreClasses(train.Y()):
		return refusal.BadData(refusal.Evaluated, "%q is -1 for %q and +1 for %q, and the model was trained on numbers: read both with the same data.Classes, or both without", f.Target(), n, p)
	}
	return nil
}
