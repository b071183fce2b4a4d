package procedure

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Run carries out the request. version is the version of the program. An error is about the
// request or its tables, or is the error of ctx. If ctx ends, Run returns at once, whatever is
// under way; with what was found by then, if anything was, as an answer that is Interrupted.
func Run(ctx context.Context, r Request, progress Progress, version string) (*Answer, error) {
	start := time.Now()
	if err := r.check(); err != nil {
		return nil, err
	}
	tables, err := parallel.Within(ctx, func() (tables, error) { return r.tables(progress) })
	if err != nil {
		return nil, err
	}
	if err := r.checkKnockoffRows(tables.train); err != nil {
		return nil, err
	}
	if err := r.fits(progress, tables.train); err != nil {
		return nil, err
	}
	if tables.train != nil && tables.train.ManyClasses() {
		return r.runClasses(ctx, progress, tables, version, start)
	}
	f, stopped := r.find(withoutNeeds(nvsd.WithReporter(ctx, progress.reporter())), tables.train)
	if f == nil {
		return nil, stopped
	}
	if stopped != nil {
		ctx = context.WithoutCancel(ctx) // for the rest of the answer
	}
	a, err := parallel.Within(ctx, func() (*Answer, error) { return r.answer(ctx, f, tables.test) })
	if err != nil {
		return nil, err
	}
	if stopped == nil {
		stopped = r.addMore(nvsd.WithReporter(ctx, progress.reporter()), a, f)
	}
	a.Version, a.Seconds = version, time.Since(start).Seconds()
	return a, stopped
}

// addMore adds what was asked for beside the inputs. If ctx ends, the answer says what it lacks, and the error is returned.
func (r *Request) addMore(ctx context.Context, a *Answer, f *nvsd.Finding) (stopped error) {
	if r.Interactions {
		stopped = a.addInteractions(ctx, f)
	}
	if r.Knockoffs > 0 && stopped == nil {
		stopped = a.addKnockoffs(ctx, f, r.Knockoffs, max(r.Seed, 1))
	}
	if stopped != nil {
		a.Interrupted = "the interactions or the knockoffs that were asked for are not all there"
	}
	return stopped
}

// tables are the training table, nil if it is read in parts, and the test table, nil without one.
type tables struct {
	train *data.Frame
	test  *testTable
}

func (r *Request) tables(progress Progress) (t tables, err error) {
	t.train, err = r.train(progress)
	if err == nil {
		t.test, err = r.testTable()
	}
	return t, err
}

// answer returns the answer that a finding gives.
func (r *Request) answer(ctx context.Context, f *nvsd.Finding, test *testTable) (*Answer, error) {
	train := f.Table()
	remarks, s := train.Remarks(), f.Model.Selection()
	a := &Answer{
		Target: train.Target(), N: f.N(), Interrupted: f.Interrupted(), Criterion: r.Criterion, LeftOut: fromOne(f.LeftOut()),
		Inputs: f.Names(), Dates: datesOf(train), Scores: f.Scores(), Selected: append([]string{}, f.SelectedNames()...), Found: f.Found(),
		Error: known(s.RMSE), ErrorOfMean: known(s.Mean), HeldOut: heldOutOf(f.HeldOut), ClassErrors: classErrorsOf(f.Classes), Background: backgroundOf(f.Background()), Evidence: evidenceOf(f), Null: nullOf(f), Level: r.Level,
		Warnings: inFlags(slices.Concat(remarks, f.Remarks()), f.Warnings()), Spec: r.inGo(false),
		text: text{file: r.Train.Name, finding: f},
	}
	if negative, positive, ok := train.Classes(); ok {
		a.Classes = []string{negative, positive}
	}
	m := f.Predictor()
	if m.Loss() == nil {
		posterior, err := m.Posterior(ctx)
		if err != nil {
			return nil, r.of(err)
		}
		a.Posterior = posteriorOf(posterior)
	}
	err := a.predict(ctx, m, train, test)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return nil, err
	default:
		a.Unpredicted = err.Error()
	}
	return a, nil
}

// plan returns the plan of package nvsd for a training table, nil if it is read in parts.
func (r *Request) plan(train *data.Frame) (nvsd.FindPlan, error) {
	by, err := r.by(train)
	return nvsd.FindPlan{By: by, Permuted: r.Null, Seed: r.Seed, Loss: losses[r.Loss]}, err
}

// find finds the inputs in the training table, or where that is nil in the stream of it.
func (r *Request) find(ctx context.Context, train *data.Frame) (f *nvsd.Finding, err error) {
	plan, err := r.plan(train)
	if err != nil {
		return nil, r.of(err)
	}
	if train != nil {
		f, err = plan.Find(ctx, train)
		return f, r.of(err)
	}
	if r.Shards != "" {
		f, err = plan.MergeShards(ctx, r.Train.stream, r.Shards)
	} else {
		f, err = plan.FindIn(ctx, r.Train.stream)
	}
	return f, r.Train.explain(err, Flag)
}

// fromOne returns rows that are counted from 0 as users count them.
func fromOne(rows []int) []int {
	counted := make([]int, len(rows))
	for k, i := range rows {
		counted[k] = i + 1
	}
	return counted
}

// train reads the training table, and draws the sample of it. It returns nil for a table that is read in parts.
func (r *Request) train(progress Progress) (*data.Frame, error) {
	opts, err := data.Options(r.calls()...)
	if err != nil {
		return nil, err
	}
	if r.Shards != "" {
		return nil, r.Train.inShards(opts...)
	}
	if r.Sample == 0 && !r.manyClasses() && r.Train.inParts(opts...) {
		if r.says("Group") || r.says("Time") {
			return nil, fmt.Errorf("%s: it has more than %d rows, of which --group and --time hold none out together: draw some of them at random, such as by --sample 20000", r.Train.Name, nvsd.StreamedRows)
		}
		progress.streamNeeds(r.Train.stream)
		return nil, nil
	}
	train, err := r.Train.read(opts...)
	switch {
	case err != nil:
		return nil, err
	case r.Sample > train.N():
		return nil, r.of(fmt.Errorf("--sample %d: there are %s, of which so many cannot be drawn", r.Sample, report.Plural(train.N(), "row")))
	case r.Sample > 0:
		train, err = train.Sample(r.Sample, r.Seed)
	}
	if err == nil && r.Criterion == CrossValidation && train.N() < folds {
		return nil, r.of(fmt.Errorf("%s are too few for %d folds: take --criterion %s", report.Plural(train.N(), "row"), folds, LeaveOneOut))
	}
	return train, err
}

// of returns an error about the training table.
func (r *Request) of(err error) error {
	if err == nil {
		return nil
	}
	if big, is := errors.AsType[*solve.MemoryError](err); is && big.Most > 0 {
		return fmt.Errorf("%s: %d rows would take %.1f GiB of memory, and %d fit: draw some of them at random, such as by --sample %d", r.Train.Name, big.N, big.GiB(), big.Most, big.Few())
	}
	if _, is := errors.AsType[*data.Refusal](err); is {
		return r.Train.explain(err, Flag)
	}
	return fmt.Errorf("%s: %w", r.Train.Name, withFlags(plain(err)))
}

// predict sets the part of the answer about the test table, which m predicts.
func (a *Answer) predict(ctx context.Context, m *nvsd.Model, train *data.Frame, test *testTable) error {
	if test == nil {
		return nil
	}
	own := train
	if len(m.Names()) < train.D() { // of a large table, what predicts has the chosen inputs alone
		var err error
		own, err = train.Inputs(m.Names()...)
		if err != nil {
			return err
		}
	}
	rows, err := test.points(own, m.Selected())
	if err != nil {
		return err
	}
	v, links, err := predictions(ctx, m, rows.X, a.Level)
	if err != nil {
		return fmt.Errorf("%s: %w", test.Name, plain(err))
	}
	if err := test.finite(v.Predictions); err != nil {
		return err
	}
	a.Predictions = v.Predictions
	for i := range v.Lower {
		a.Lower, a.Upper = append(a.Lower, known(v.Lower[i])), append(a.Upper, known(v.Upper[i]))
	}
	logistic, classes := m.Loss().(loss.Logistic)
	if classes {
		for _, odds := range links {
			a.Probabilities = append(a.Probabilities, []float64{logistic.Probability(-odds), logistic.Probability(odds)})
			a.Likeliest = append(a.Likeliest, a.likeliest(a.Probabilities[len(a.Probabilities)-1]))
		}
	}
	if len(rows.missing) > 0 {
		a.Warnings = append(a.Warnings, fmt.Sprintf("%s lacks %s, which the predictions do not need", test.Name, quoted(rows.missing)))
	}
	a.text.test = test.Name
	if v.Lower != nil {
		v.True, a.text.intervals = rows.y, v
	}
	if rows.y != nil {
		weights, err := train.Weights()
		if err != nil {
			return err
		}
		mean := stat.Mean(train.Y(), weights)
		a.RMSE = known(score.RMSE(a.Predictions, rows.y, rows.weights))
		a.text.testOfMean = score.RMSE(slices.Repeat([]float64{mean}, test.rows), rows.y, rows.weights)
		if classes {
			a.LogLoss = known(score.LogLoss(links, rows.y, rows.weights))
		}
	}
	return nil
}

// predictions returns the predictions at the rows of X: with intervals if they are of squares, and else with the values of the link.
func predictions(ctx context.Context, m *nvsd.Model, X *mat.Dense, level float64) (v *model.Intervals, links []float64, err error) {
	if m.Loss() == nil {
		v, err = m.IntervalsAt(ctx, X, level)
		return v, nil, err
	}
	links, err = m.Link(X)
	v = &model.Intervals{Predictions: slices.Clone(links)}
	loss.Responses(m.Loss(), v.Predictions)
	return v, links, err
}
