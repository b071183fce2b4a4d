package model

import (
	"context"
	"math"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// oneSE is by how many standard errors of the mean difference the losses at a nu may exceed the least ones.
const oneSE = 1

// ByLoss returns the regression by a loss on the rows and inputs of a regression by squares, with its kernel. nu is the largest one whose
// losses, leaving out each observation or each group of rows that belong together, are above the least ones by at most a standard error of the mean difference, or by at
// most 1/(2 n) in the mean. Inputs and widths were chosen on the same rows, so that the least errors are too small; and where classes are split perfectly,
// n rows do not say how much less often than once in n a prediction is wrong.
func (m *Model) ByLoss(ctx context.Context, l loss.Loss) (*Model, error) {
	start := time.Now()
	if m.Reduced != nil {
		return nil, refusal.BadArgument("model", "it has kernels at %d of its rows, and a regression by a loss has one at each: take CalibratedOn", m.Train.N())
	}
	if m.F.Op == nil {
		return Constant(m.Given, l)
	}
	if math.IsNaN(m.RidgeNu) {
		return nil, m.noRegression("a kernel and inputs for another loss")
	}
	s := m.Spec
	s.Loss, s.Kernel, s.Refit, s.RidgeNus = l, m.Kernel, problem.KeepKernel, nil
	ds, err := problem.NewDesign(s, m.Given)
	if err != nil {
		return nil, err
	}
	r, err := choose.NewKernelRidge(ctx, ds, m.Kernel, m.F.Use)
	if err != nil {
		return nil, err
	}
	by := choose.ByLeaveOneOut().TogetherIn(m.Given)
	judge, err := by.On(ds)
	if err != nil {
		return nil, err
	}
	j, judged, err := r.Strongest(ctx, judge, oneSE, 1/(2*ds.Count()))
	if err != nil {
		return nil, err
	}
	fit, err := r.Fit(ctx, j, judged)
	if err != nil {
		return nil, err
	}
	of, err := modelOfRidge(fit, ds, by, m.Kind, start)
	if err == nil {
		of.Background = m.Background
	}
	return of, err
}

// CalibratedOn returns a regression by squares of the codes -1 and 1, with the log-odds a f(x) + c in the place of its values f(x): a and c
// minimise the logistic loss on other rows, of both classes (Platt 1999), with a >= 0. The targets of these are taken for (n_k + 1)/(n_k + 2) and its like, as
// Platt does, so that classes that are split perfectly have finite log-odds.
func (m *Model) CalibratedOn(held *data.Frame) (*Model, error) {
	values, err := m.PredictFrame(held)
	if err != nil {
		return nil, err
	}
	a, c := platt(values, held.Y())
	own, design := *m, *m.Design
	design.Spec.Loss = loss.Logistic{}
	own.Design = &design
	own.F.Alpha = make([]float64, len(m.F.Alpha))
	for i, v := range m.F.Alpha {
		own.F.Alpha[i] = a * v
	}
	own.F.Intercept = a*m.F.Intercept + c
	return NewModel(own, nil)
}

// platt returns a and c that minimise the cross-entropy of the log-odds a v + c and the softened targets.
func platt(v, y []float64) (a, c float64) {
	positive := 0.0
	for _, class := range y {
		positive += (1 + class) / 2
	}
	negative := float64(len(y)) - positive
	target := make([]float64, len(y))
	for i, class := range y {
		target[i] = 1 / (negative + 2)
		if class > 0 {
			target[i] = (positive + 1) / (positive + 2)
		}
	}
	var l loss.Logistic
	objective := func(a, c float64) (sum float64) {
		for i, t := range target {
			f := a*v[i] + c
			sum += t*l.Value(1, f) + (1-t)*l.Value(-1, f)
		}
		return sum
	}
	prior := math.Log((positive + 1) / (negative + 1))
	c = prior
	const steps, halvings = 100, 40
	for range steps {
		var ga, gc, haa, hac, hcc float64
		for i, t := range target {
			f := a*v[i] + c
			slope, curvature := l.Probability(f)-t, l.Curvature(1, f)
			ga, gc = ga+slope*v[i], gc+slope
			haa, hac, hcc = haa+curvature*v[i]*v[i], hac+curvature*v[i], hcc+curvature
		}
		haa, hcc = haa+1e-12, hcc+1e-12
		det := haa*hcc - hac*hac
		if !(det > 0) {
			break
		}
		da, dc := (hcc*ga-hac*gc)/det, (haa*gc-hac*ga)/det
		before, fell := objective(a, c), false
		for k := 0; k < halvings && !fell; k++ {
			step := math.Ldexp(1, -k)
			fell = objective(a-step*da, c-step*dc) < before
			if fell {
				a, c = a-step*da, c-step*dc
			}
		}
		if !fell {
			break
		}
	}
	if a < 0 { // the values say less than nothing
		return 0, prior
	}
	return a, c
}
