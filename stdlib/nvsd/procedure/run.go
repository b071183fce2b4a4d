package procedure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Run does what the request asks for. version is that of the program. An error is about the
// request or its tables, or is that of ctx. If ctx ends, Run returns at once, whatever is under
// way.
func Run(ctx context.Context, r Request, progress Progress, version string) (*Answer, error) {
	answer, err := parallel.Within(ctx, func() (*Answer, error) { return r.run(ctx, progress) })
	if err != nil {
		return nil, err
	}
	answer.Version = version
	return answer, nil
}

func (r *Request) run(ctx context.Context, progress Progress) (*Answer, error) {
	start := time.Now()
	if err := r.check(); err != nil {
		return nil, err
	}
	train, err := r.train()
	if err != nil {
		return nil, err
	}
	if r.Criterion == CrossValidation && train.N() < folds {
		return nil, r.of(fmt.Errorf("%s are too few for %d folds: take --criterion %s", plural(train.N(), "row"), folds, LeaveOneOut))
	}
	test, err := r.hold()
	if err != nil {
		return nil, err
	}
	m, null, err := r.model(ctx, train, progress)
	if err != nil {
		return nil, r.of(err)
	}
	y, columns := train.Y(), look(train)
	v := judge(m.Selection())
	if v.promising() && r.Criterion != CrossValidation {
		if v.held, err = r.heldOut(ctx, train, m.SelectedNames(), progress); err != nil {
			return nil, r.of(err)
		}
	}
	selected := m.Selected()
	if !v.found() {
		selected = make([]bool, train.D())
	}
	a := &Answer{
		Target: train.Target(), N: train.N(), Criterion: r.Criterion,
		Inputs: train.Names(), Scores: scores(m, selected, y, columns.constant), Selected: []string{}, Found: v.found(),
		Error: known(v.RMSE), ErrorOfMean: known(v.Mean), HeldOut: heldOutOf(v.held), Evidence: evidenceOf(m), Null: nullOf(null),
		Warnings: m.Warnings(), Spec: r.inGo(),
		text: text{file: r.Train.Name, model: m, verdict: v, null: null},
	}
	if negative, positive, ok := train.Classes(); ok {
		a.Classes = []string{negative, positive}
	}
	a.Warnings = append([]string{}, slices.Concat(inFlags(train, a.Warnings), columns.warnings(), v.warnings(m.SelectedNames()), noise(a.Null))...)
	if v.found() {
		a.Selected = m.SelectedNames()
	}
	if err := a.predict(m, train, selected, test); err != nil {
		return nil, err
	}
	a.Seconds = time.Since(start).Seconds()
	return a, nil
}

// train reads the training table, and draws the sample of it.
func (r *Request) train() (*data.Frame, error) {
	opts, err := data.Options(r.calls()...)
	if err != nil {
		return nil, err
	}
	train, err := r.Train.read(opts...)
	switch {
	case err != nil || r.Sample == 0:
		return train, err
	case r.Sample > train.N():
		return nil, r.of(fmt.Errorf("--sample %d: there are %s, of which so many cannot be drawn", r.Sample, plural(train.N(), "row")))
	}
	return train.Sample(r.Sample, r.Seed)
}

// of returns an error about the training table.
func (r *Request) of(err error) error {
	if big, is := errors.AsType[*solve.MemoryError](err); is && big.Most > 0 {
		return fmt.Errorf("%s: %d rows would take %.1f GiB of memory, and %d fit: draw some of them at random, such as by --sample %d", r.Train.Name, big.N, big.GiB(), big.Most, big.Few())
	}
	return fmt.Errorf("%s: %w", r.Train.Name, plain(err))
}

// model returns what the procedure chooses, and the comparison with permuted targets if the
// request asks for it.
func (r *Request) model(ctx context.Context, train *data.Frame, progress Progress) (*nvsd.Model, *nvsd.TargetNull, error) {
	spec := Spec()
	ctx = nvsd.WithReporter(ctx, progress.reporter())
	if r.Null > 0 {
		null, err := spec.PermutedTarget(ctx, train, taus, r.by(), rule, nvsd.NullPlan{Repeats: r.Null, Seed: r.Seed})
		if err != nil {
			return nil, nil, err
		}
		return null.Model, null, nil
	}
	path, err := spec.Path(ctx, train, taus)
	if err != nil {
		return nil, nil, err
	}
	m, err := path.Select(ctx, r.by(), rule)
	return m, nil, err
}

// heldOut measures the search on rows that it has not seen. It returns nil where there are too few
// rows to hold any out.
func (r *Request) heldOut(ctx context.Context, train *data.Frame, chosen []string, progress Progress) (*nvsd.HeldOut, error) {
	ctx = nvsd.WithReporter(ctx, progress.reporter())
	observations := train.N()
	if groups := repeats.Observations(train.X(), train.Y()); groups != nil {
		observations = len(groups)
	}
	if observations < folds {
		return nil, nil
	}
	return Spec().HeldOut(ctx, train, r.folds(), chosen...)
}

// predict sets what the answer says about the test table. The model predicts, or the training
// mean if nothing better was found.
func (a *Answer) predict(m *nvsd.Model, train *data.Frame, selected []bool, test *held) error {
	if test == nil {
		return nil
	}
	X, y, missing, err := test.points(train, selected)
	if err != nil {
		return err
	}
	if a.Found {
		if a.Predictions, err = m.Predict(X); err != nil {
			return fmt.Errorf("%s: %w", test.Name, plain(err))
		}
	} else {
		a.Predictions = slices.Repeat([]float64{stat.Mean(train.Y(), nil)}, test.rows)
	}
	if err := test.finite(a.Predictions); err != nil {
		return err
	}
	if len(missing) > 0 {
		a.Warnings = append(a.Warnings, fmt.Sprintf("%s lacks %s, which the predictions do not need", test.Name, quoted(missing)))
	}
	a.text.test, a.text.rows = test.Name, test.rows
	if y != nil {
		a.RMSE = known(rootMeanSquare(a.Predictions, y))
		a.text.testOfMean = rootMeanSquare(slices.Repeat([]float64{stat.Mean(train.Y(), nil)}, test.rows), y)
	}
	return nil
}

func rootMeanSquare(v, y []float64) float64 {
	sum := 0.0
	for i := range y {
		sum += (v[i] - y[i]) * (v[i] - y[i])
	}
	return math.Sqrt(sum / float64(len(y)))
}
