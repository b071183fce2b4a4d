package baseline

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// decades is the number of decades that a path spans below the weight at which the first
// input comes in.
const decades = 3

// The largest weight of a path where no weight takes all inputs out, and the decades that
// it spans.
const (
	ungradedTop     = 10.0
	ungradedDecades = 8
)

// prepare prepares a system on the data of a frame.
func prepare(ctx context.Context, s system, train *data.Frame) (problem, error) {
	p, err := onFrame(train, func(X *mat.Dense, y []float64, names []string) (problem, error) { return s.prepare(ctx, X, y, names) })
	if err != nil {
		return nil, fmt.Errorf("baseline: %v: %w", s, err)
	}
	return p, nil
}

// onFrame calls a function on the data of a frame, whose numbers must be finite.
func onFrame[P any](train *data.Frame, prepare func(X *mat.Dense, y []float64, names []string) (P, error)) (p P, err error) {
	if train == nil || train.N() == 0 {
		return p, errors.New("there is no training part (nil): load data, or split off data.Train(n)")
	}
	if train.Target() == "" {
		return p, errors.New("the training part has no target: read it without data.NoTarget")
	}
	if targets := train.Targets(); len(targets) > 1 {
		return p, fmt.Errorf("there are %d targets, and this system fits one function: take one of them, such as by WithTarget(%q)", len(targets), targets[0])
	}
	if weight := train.WeightColumn(); weight != "" {
		return p, fmt.Errorf("this system knows no weights of rows, and those of the training part are in %q: leave them out by Drop(%q), or repeat rows", weight, weight)
	}
	if err := nothingMissing(train); err != nil {
		return p, err
	}
	return prepare(mat.DenseCopyOf(train.X()), train.Y(), train.Names())
}

// nothingMissing refuses missing cells, which these systems do not fill in.
func nothingMissing(f *data.Frame) error {
	names := f.Names()
	for a := range names {
		for i := range f.N() {
			if math.IsNaN(f.X().At(i, a)) {
				return fmt.Errorf("row %d of the input %q is missing, and this system fills nothing in: leave such rows out by DropMissing, or fill them in first, by f, _, err = f.Filled()", i+1, names[a])
			}
		}
	}
	return nil
}

// fit fits a system at one weight, for the method Fit of each.
func fit(ctx context.Context, s Method, train *data.Frame, weight nvsd.TauChoice) (*Model, error) {
	p, err := Prepare(ctx, s, train)
	if err != nil {
		return nil, err
	}
	return p.Fit(ctx, weight)
}

// path fits a system along a path, for the method Path of each: at count weights from the
// least at which no input is in down, each fit from the one before.
func path(ctx context.Context, s system, train *data.Frame, count int) (*Path, error) {
	return beginningOf(ctx, s, train, count, count)
}

// beginningOf returns the first fits of a path of count weights.
func beginningOf(ctx context.Context, s system, train *data.Frame, count, fits int) (*Path, error) {
	if count < 1 {
		return nil, fmt.Errorf("baseline: a path of %d weights: it must have at least one", count)
	}
	ctx, at := nvsd.Begin(ctx, nvsd.Part{Of: fmt.Sprintf("path of %v", s), Unit: "fit", All: fits})
	defer at.End()
	p, err := prepare(ctx, s, train)
	if err != nil {
		return nil, err
	}
	top, over := p.top(), float64(decades)
	begin := top
	if math.IsInf(top, 1) {
		begin, over = ungradedTop, ungradedDecades
	}
	if begin == 0 { // nothing can come in
		begin = 1
	}
	path := &Path{method: s.String(), system: s, train: train, asked: fits}
	var last *fitted
	for i := range fits {
		if ctx.Err() != nil {
			break
		}
		weight := begin
		if count > 1 {
			weight *= math.Pow(10, -over*float64(i)/float64(count-1))
		}
		last, err = p.solve(ctx, weight, last)
		if err != nil {
			if ctx.Err() != nil {
				break
			}
			return nil, fmt.Errorf("baseline: %v: %w", s, err)
		}
		if ctx.Err() == nil { // else the fit is cut short
			path.models = append(path.models, newModel(s, train, top, last))
			at.Reached(ctx, i+1)
		}
	}
	return path.finished(ctx)
}

// finished returns the path, and an error if ctx has ended before its last fit.
func (p *Path) finished(ctx context.Context) (*Path, error) {
	done := len(p.models)
	if done == p.asked {
		return p, nil
	}
	err := fmt.Errorf("baseline: %s: path stopped after %d of %d fits: %w", p.method, done, p.asked, ctx.Err())
	if done == 0 {
		return nil, err
	}
	return p, err
}
