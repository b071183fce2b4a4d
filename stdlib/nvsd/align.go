package nvsd

import (
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"gonum.org/v1/gonum/mat"
)

// Align returns f with the inputs of train, in its order, and with its levels of
// categorical inputs.
func Align(f, train *data.Frame) (*data.Frame, error) {
	return align(f, train, slices.Repeat([]bool{true}, train.D()))
}

// align is Align for the inputs that are in use. Of the others f may have none, and it keeps
// what it has if none is in use.
func align(f, train *data.Frame, use []bool) (*data.Frame, error) {
	if f == nil {
		return nil, noData()
	}
	needed := func(a int) bool { return use[a] }
	f, err := withLeftOut(f, train, use)
	if err != nil {
		return nil, badData(evaluated, "%w", err)
	}
	for _, c := range f.Categories() {
		for _, trained := range train.Categories() {
			if c.Name != trained.Name || slices.Equal(c.Levels, trained.Levels) || !slices.ContainsFunc(trained.Columns, needed) {
				continue
			}
			var err error
			if f, err = f.WithLevels(c.Name, trained.Levels...); err != nil {
				return nil, badData(evaluated, "the data do not fit the levels that the model was trained on: %w", err)
			}
		}
	}
	columns := inUse(use)
	names := make([]string, len(columns))
	for k, a := range columns {
		names[k] = train.Names()[a]
	}
	if len(names) > 0 && !slices.Equal(f.Names(), names) {
		var err error
		if f, err = f.Inputs(names...); err != nil {
			return nil, badData(evaluated, "the data lack an input that the model needs: %w", err)
		}
	}
	return f, checkFilled(f, train, columns)
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

// inUse returns the indices of the inputs that are in use.
func inUse(use []bool) []int {
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
func checkFilled(f, train *data.Frame, columns []int) error {
	if f.MissingCells() == 0 {
		return nil
	}
	fillings := train.Fillings()
	for k, a := range columns {
		if how := fillings[a]; how != "" && how != data.Missing {
			continue
		}
		for i, v := range mat.Col(nil, k, f.X()) {
			if math.IsNaN(v) {
				return badData(evaluated, "row %d of the input %q is missing, and the model has not learned what stands for it: leave such rows out by DropMissing, or train on data read with data.Impute", i+1, train.Names()[a])
			}
		}
	}
	return nil
}

// alignTarget is Align for data whose target is compared with predictions. It must be the
// target of train.
func alignTarget(f, train *data.Frame) (*data.Frame, error) {
	g, err := Align(f, train)
	if err != nil {
		return nil, err
	}
	return g, sameTarget(g, train)
}

func noData() error {
	return badData(evaluated, "there is no data to evaluate on (nil): was this part of the split asked for?")
}

// sameTarget refuses data whose target is not that of train.
func sameTarget(f, train *data.Frame) error {
	if f == nil {
		return noData()
	}
	if f.Target() != train.Target() {
		return badData(evaluated, "the target is %q, and the model was trained on %q", f.Target(), train.Target())
	}
	return nil
}
