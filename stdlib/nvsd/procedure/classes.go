package procedure

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
)

// runClasses is the rest of [Run] for a target of three classes or more.
func (r *Request) runClasses(ctx context.Context, progress Progress, tables tables, version string, start time.Time) (*Answer, error) {
	if err := r.checkClasses(tables.train); err != nil {
		return nil, r.of(err)
	}
	f, err := nvsd.FindPlan{Seed: r.Seed}.FindClasses(withoutNeeds(nvsd.WithReporter(ctx, progress.reporter())), tables.train)
	if err != nil {
		return nil, r.of(err)
	}
	a, err := parallel.Within(ctx, func() (*Answer, error) { return r.classAnswer(f, tables.test) })
	if err != nil {
		return nil, err
	}
	a.Version, a.Seconds = version, time.Since(start).Seconds()
	return a, nil
}

// manyClasses reports whether --classes names three or more: of these a file is read as a whole.
func (r *Request) manyClasses() bool {
	return slices.ContainsFunc(r.Options, func(c data.Call) bool { return c.Option == "Classes" && len(c.Args) > 2 })
}

// checkClasses refuses what is not done for a target of three classes or more.
func (r *Request) checkClasses(train *data.Frame) error {
	one := fmt.Sprintf("%s has %d classes: leave it out, or tell one class from the rest, such as by %s", r.Target, len(train.Labels()), Flag(data.Call{Option: "Class", Args: train.Labels()[:1]}))
	switch {
	case r.Criterion == CrossValidation:
		return fmt.Errorf("--criterion %s compares proposals of a number or of two classes, and %s", r.Criterion, one)
	case r.Null > 0:
		return fmt.Errorf("--null permutes a number or two classes, and %s", one)
	case r.Knockoffs > 0:
		return fmt.Errorf("--knockoffs are of a number or of two classes, and %s", one)
	case r.Interactions:
		return fmt.Errorf("--interactions are of a number or of two classes, and %s", one)
	case r.Loss != "":
		return fmt.Errorf("--loss %s is of a number or of two classes, and %s", r.Loss, one)
	case r.says("Group"), r.says("Time"):
		return fmt.Errorf("--group and --time are for a number or for two classes, and %s", one)
	}
	return nil
}

// classAnswer returns the answer that a finding of classes gives.
func (r *Request) classAnswer(f *nvsd.ClassFinding, test *testTable) (*Answer, error) {
	train, s := f.Table(), f.Models.Shared
	a := &Answer{
		Target: train.Target(), N: f.N(), Criterion: r.Criterion, Classes: f.Labels, LeftOut: []int{},
		Inputs: f.Names(), Dates: datesOf(train), Scores: f.Scores(), Selected: append([]string{}, f.SelectedNames()...), Found: f.Found(),
		Error: known(s.RMSE), ErrorOfMean: known(s.Mean), HeldOut: heldOutOf(f.HeldOut), ClassErrors: manyClassErrorsOf(f), Level: r.Level,
		Warnings: inFlags(slices.Concat(train.Remarks(), f.Remarks()), f.Warnings()), Spec: r.inGo(true),
		text: text{file: r.Train.Name, classes: f},
	}
	if e := s.Evidence; e != nil {
		a.Evidence = &Evidence{e.Log, e.Mean, e.Price, f.Worth(), ""}
	}
	if err := a.predictClasses(f.Predictor, train, test); err != nil {
		a.Unpredicted = err.Error()
	}
	return a, nil
}

func manyClassErrorsOf(f *nvsd.ClassFinding) *ClassErrors {
	e, on := f.Measured()
	if e == nil {
		return nil
	}
	return &ClassErrors{on, e.LogLoss, f.OfFrequencies(), e.ErrorRate, f.OfLargest(), known(e.Balanced), known(e.AUC)}
}

// predictClasses sets the part of the answer about the test table.
func (a *Answer) predictClasses(m *model.Multinomial, train *data.Frame, test *testTable) error {
	if test == nil {
		return nil
	}
	own, err := train.Inputs(m.Names()...)
	if err != nil {
		return err
	}
	rows, err := test.points(own, m.Selected())
	if err != nil {
		return err
	}
	p, err := m.Probabilities(rows.X)
	if err != nil {
		return fmt.Errorf("%s: %w", test.Name, plain(err))
	}
	for i := range test.rows {
		own := slices.Clone(p.RawRowView(i))
		likeliest := floats.MaxIdx(own)
		a.Probabilities, a.Predictions = append(a.Probabilities, own), append(a.Predictions, float64(likeliest))
		a.Likeliest = append(a.Likeliest, a.likeliest(own))
	}
	if err := test.finite(slices.Concat(a.Probabilities...)); err != nil {
		return err
	}
	if len(rows.missing) > 0 {
		a.Warnings = append(a.Warnings, fmt.Sprintf("%s lacks %s, which the predictions do not need", test.Name, quoted(rows.missing)))
	}
	a.text.test = test.Name
	if rows.y == nil {
		return nil
	}
	classes := make([]int, len(rows.y))
	for i, v := range rows.y {
		classes[i] = int(v)
	}
	e := score.MeasureManyClasses(p, classes, rows.weights)
	a.LogLoss, a.text.wrong = known(e.LogLoss), e.ErrorRate
	frequencies := a.text.classes.Frequencies()
	losses := make([]float64, len(classes))
	for i, c := range classes {
		losses[i] = -math.Log(frequencies[c])
	}
	a.text.testOfMean = stat.Mean(losses, rows.weights)
	return nil
}

// likeliest returns the class of the largest probability. Of equal ones it is the first, and of two classes the second, as a prediction of 0 counts as +1.
func (a *Answer) likeliest(p []float64) string {
	best := 0
	for c, v := range p {
		if v > p[best] || v == p[best] && len(p) == 2 {
			best = c
		}
	}
	return a.Classes[best]
}
