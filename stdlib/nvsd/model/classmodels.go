package model

import (
	"context"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// ClassModels are the regressions by squares of each class of a target against the rest, -1 and 1, which share inputs and widths: see
// [choose.FitShared].
type ClassModels struct {
	Labels []string
	Each   []*Model // of each label; all are the training mean without inputs
	Shared *choose.Shared
}

// SelectClasses returns the models of the classes of a target of three or more. For each class a path of so many fits of the Spec gives
// the climbs of the evidence their starts. A class without rows has no part in it. among is the number of inputs of which a look at the target has chosen those of train; 0 if none has.
func SelectClasses(ctx context.Context, s problem.Spec, train *data.Frame, taus, among int) (*ClassModels, error) {
	start := time.Now()
	paths, err := classPaths(ctx, s, train, taus, among)
	if err != nil {
		return nil, err
	}
	varying := slices.DeleteFunc(slices.Clone(paths), func(p *problem.Path) bool { return lists.Constant(p.Y) })
	shared, err := choose.FitShared(ctx, varying)
	if err != nil {
		return nil, err
	}
	c := &ClassModels{Labels: train.Labels(), Shared: shared}
	for _, p := range paths {
		fit := choose.RidgeFit{Function: p.Constant(), Kernel: p.Kernel, Nu: math.NaN()}
		if k := slices.Index(varying, p); k >= 0 && shared.Ridges != nil {
			fit, err = shared.Ridges[k].Fit(ctx, 0, shared.RMSE)
			if err != nil {
				return nil, err
			}
		}
		m, err := modelOfRidge(fit, p.Design, choose.ByLeaveOneOut(), problem.SelectedInputs, start)
		if err != nil {
			return nil, err
		}
		m.Order = shared.Order
		c.Each = append(c.Each, m)
	}
	return c, nil
}

// NormOf returns the norm of a term per standard deviation, of the codes 0 and 1: the root of the sum of squares over the classes.
func (c *ClassModels) NormOf(t problem.Term) float64 {
	var sum float64
	for _, m := range c.Each {
		sum += m.NormOf(t) * m.NormOf(t)
	}
	return math.Sqrt(sum) / 2
}

// classPaths returns a path for each class, of the class against the rest.
func classPaths(ctx context.Context, s problem.Spec, train *data.Frame, taus, among int) ([]*problem.Path, error) {
	if train == nil || !train.ManyClasses() {
		return nil, refusal.BadData(refusal.TrainingPart, "there is no target of three classes or more")
	}
	labels := train.Labels()
	paths := make([]*problem.Path, len(labels))
	together := repeats.Observations(train.X(), train.Y())
	bytes := s.Needs(train.N(), train.D(), taus, 0).Bytes
	_, err := progress.Units{Of: "paths of the classes", Unit: "class", All: len(labels), Bytes: bytes}.Each(ctx, func(ctx context.Context, k int) error {
		own, err := train.WithClass(labels[k])
		if err != nil {
			return refusal.BadData(refusal.TrainingPart, "%w", err)
		}
		p, err := s.Path(ctx, own, taus)
		if err != nil {
			return err
		}
		p.Among, p.Repeats = among, together
		paths[k] = p
		return nil
	})
	return paths, err
}

// HoldOutClasses is [HoldOut] for a target of three classes or more. Its errors are those of the codes 0 and 1, summed over the classes, and
// in place of the mean it has the frequencies of the classes. In the folds classes and inputs keep their proportions.
func HoldOutClasses(ctx context.Context, s problem.Spec, train *data.Frame, folds int, see See) (*HeldOut, error) {
	groups := repeats.Observations(train.X(), train.Y())
	var all []choose.Fold
	for _, part := range dealt(mat.DenseCopyOf(train.X()), problem.ClassNumbers(train), groups, folds) {
		if held := slices.Concat(part...); len(held) > 0 {
			slices.Sort(held)
			all = append(all, choose.Fold{Train: lists.Without(train.N(), held), Held: held})
		}
	}
	weights, err := train.Weights()
	if err != nil {
		return nil, refusal.BadData(refusal.TrainingPart, "%w", err)
	}
	h := &HeldOut{Chosen: make([]int, train.D())}
	means, owns := make([]float64, train.N()), make([]float64, train.N())
	var held []int
	for begin, end := 0, min(firstHeld, len(all)); begin < len(all); begin, end = end, len(all) {
		_, err := progress.Units{Of: "held-out rows", Unit: "fold", All: end - begin, Bytes: s.Needs(train.N(), train.D(), heldTaus, 0).Bytes}.Each(ctx, func(ctx context.Context, f int) error {
			return heldOutClasses(ctx, s, train, all[begin+f], see, means, owns)
		})
		if err != nil {
			return nil, err
		}
		h.Folds = end
		for _, fold := range all[begin:end] {
			held = append(held, fold.Held...)
		}
		h.compare(heldTerms(groups, weights, means, held), heldTerms(groups, weights, owns, held))
		if h.OverMean >= plainly {
			break
		}
	}
	return h, nil
}

// heldTerms returns the terms of the errors of the rows that are held, one for each observation.
func heldTerms(groups [][]int, weights, squares []float64, held []int) []float64 {
	in := make([]bool, len(squares))
	for _, i := range held {
		in[i] = true
	}
	var terms []float64
	of := choose.PerObservation(groups, weights, squares)
	for g, v := range of {
		first := g
		if groups != nil {
			first = groups[g][0]
		}
		if in[first] {
			terms = append(terms, v)
		}
	}
	return terms
}

// heldOutClasses sets the squared errors of the rows of a fold, by the frequencies of the rows trained on and by the models.
func heldOutClasses(ctx context.Context, s problem.Spec, train *data.Frame, fold choose.Fold, see See, means, owns []float64) error {
	rows, err := train.Rows(fold.Train...)
	if err != nil {
		return err
	}
	held, err := train.Rows(fold.Held...)
	if err != nil {
		return err
	}
	among := 0
	if see != nil {
		var names []string
		names, among, err = see(ctx, rows)
		if err != nil {
			return err
		}
		rows, err = rows.Inputs(names...)
		if err != nil {
			return err
		}
	}
	c, err := SelectClasses(ctx, s, rows, heldTaus, among)
	if err != nil {
		return err
	}
	classes := problem.ClassNumbers(held)
	for k, m := range c.Each {
		v, err := m.PredictFrame(held)
		if err != nil {
			return err
		}
		for j, i := range fold.Held {
			code := -1.0
			if classes[j] == k {
				code = 1
			}
			means[i] += (m.Mean - code) * (m.Mean - code) / 4
			owns[i] += (v[j] - code) * (v[j] - code) / 4
		}
	}
	return nil
}

// rowsOf returns some rows of a matrix.
func rowsOf(A *mat.Dense, rows []int) *mat.Dense {
	_, d := A.Dims()
	some := mat.NewDense(len(rows), d, nil)
	for k, i := range rows {
		some.SetRow(k, A.RawRowView(i))
	}
	return some
}
