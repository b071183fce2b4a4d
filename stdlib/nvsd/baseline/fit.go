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

// decades is how many decades a path spans below the weight at which the first input comes
// in.
const decades = 3

// ungraded are the largest weight of a path where no weight takes all inputs out, and the
// decades that it spans.
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
	return prepare(mat.DenseCopyOf(train.X()), train.Y(), train.Names())
}

// fit is Fit of every system.
func fit(ctx context.Context, s Method, train *data.Frame, weight nvsd.TauChoice) (*Model, error) {
	p, err := Prepare(ctx, s, train)
	if err != nil {
		return nil, err
	}
	return p.Fit(ctx, weight)
}

// path is Path of every system: count weights from the least at which no input is in
// down, each fit from the one before.
func path(ctx context.Context, s system, train *data.Frame, count int) (*Path, error) {
	if count < 1 {
		return nil, fmt.Errorf("baseline: a path of %d weights: it must have at least one", count)
	}
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
	path := &Path{method: s.String(), system: s, train: train}
	var last *fitted
	for i := range count {
		if ctx.Err() != nil {
			return path, ctx.Err()
		}
		weight := begin
		if count > 1 {
			weight *= math.Pow(10, -over*float64(i)/float64(count-1))
		}
		if last, err = p.solve(ctx, weight, last); err != nil {
			return nil, fmt.Errorf("baseline: %v: %w", s, err)
		}
		path.models = append(path.models, newModel(s, train, top, last))
	}
	return path, ctx.Err()
}
