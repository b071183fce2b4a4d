// Package search has the procedures that choose everything: searches over Specs, their assessment on
// rows held out, and the finding of inputs without any choice by the user.
package search

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/proof"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// A Search is a plan for the choice of a model: a path and a selection on it for every combination
// of the Spec's nus, the penalties and the kernels.
type Search struct {
	Taus      int                  // of every path; 0 is DefaultTaus
	By        choose.Criterion     // of the selections, and between them
	Rule      choose.SelectionRule // "" is Ranked
	Penalties []penalty.Penalty    // nil is the Spec's
	Kernels   []kern.Kernel        // nil is the Spec's

	Fits  int    // the budget: the largest number of fits at a tau, including those in folds; 0 is no limit
	Order Order  // CoarseToFine: of the combinations, if the budget may not be enough for all
	Seed  uint64 // of AtRandom
}

// DefaultTaus is the number of taus on the paths of a Search.
const DefaultTaus = 20

// An Order is the order in which a Search tries combinations, of which its budget, or the deadline
// of its ctx, may not allow all. The zero value is CoarseToFine.
type Order string

const (
	// CoarseToFine first tries evenly spread combinations: half as many as the budget
	// allows, or the square root of their number if there is only a deadline. Then it
	// tries those whose places in the lists are nearest to the best so far.
	CoarseToFine Order = "coarse to fine"
	// AtRandom tries combinations that are drawn without replacement.
	AtRandom Order = "random"
)

// A Result is the best model of a Search, and what was tried.
type Result struct {
	Model  *model.Model
	Path   *problem.Path // that the model was selected on
	By     choose.Criterion
	Trials []Trial // every combination: nus in penalties in kernels
	Best   int     // index of the trial of least error, the first of equal ones
	Fits   int     // number of fits that were made
	Left   string  // the reason why combinations were left untried; "" if none were
	// Baselines are models without selection by the same criterion: kernel ridge
	// regression on all inputs, with the best of the kernels, and the training
	// mean. They are not counted in Fits. They are nil if ctx ended before.
	Baselines []Baseline
	warnings  []string
}

// A Trial is one combination of a Search.
type Trial struct {
	Nu      float64 // of TimesTau, its factor
	Penalty penalty.Penalty
	Kernel  kern.Kernel
	Round   int   // in which it was tried, from 1; 0 if it was not tried
	Err     error // the reason why there is no model; nil if there is one

	// The numbers of the model; 0 if there is none.
	Tau    float64
	TauMax float64
	Size   int     // number of inputs
	RMSE   float64 // least error by the criterion, before OneSE makes the model sparser
	SE     float64 // standard error of that by cross-validation
}

// Best tries combinations of nu, penalty and kernel.
func Best(ctx context.Context, s problem.Spec, train *data.Frame, how Search) (*Result, error) {
	ctx, whole := progress.Begin(ctx, progress.Part{})
	defer whole.End()
	result, err := searchModels(ctx, s, train, how)
	if result != nil && err == nil {
		kernels := how.Kernels
		if kernels == nil {
			kernels = []kern.Kernel{s.Kernel}
		}
		result.Baselines = baselines(ctx, s, train, kernels, how.By)
	}
	return result, err
}

// searchModels runs the search, without its baselines.
func searchModels(ctx context.Context, s problem.Spec, train *data.Frame, how Search) (*Result, error) {
	start := time.Now()
	r, err := startSearch(s, train, how)
	if err != nil {
		return nil, err
	}
	_, r.timed = ctx.Deadline()
	ctx = s.Needs(train.N(), train.D(), r.how.Taus, r.cost/r.how.Taus-1).Apart(r.most).In(ctx)
	ctx, r.at = progress.Begin(ctx, progress.Part{Of: "search", Unit: "combination", All: r.most})
	defer r.at.End()
	var stopped error
	for round := 1; stopped == nil; round++ {
		batch := r.plan(round)
		if len(batch) == 0 {
			break
		}
		stopped = r.try(ctx, round, batch)
	}
	return r.result(time.Since(start), stopped)
}

// searching is a Search under way.
type searching struct {
	how    Search
	spec   problem.Spec
	train  *data.Frame
	shape  [3]int // numbers of nus, penalties, kernels
	cost   int    // fits of one trial
	most   int    // trials that the budget allows
	timed  bool   // there is a deadline
	trials []Trial
	tried  int                   // of them
	at     *progress.Computation // that reports them
	model  *model.Model          // of the best so far
	path   *problem.Path         // that it was selected on
}

func startSearch(s problem.Spec, train *data.Frame, how Search) (*searching, error) {
	if how.Taus == 0 {
		how.Taus = DefaultTaus
	}
	if how.Rule == "" {
		how.Rule = choose.Ranked
	}
	if how.Penalties == nil {
		how.Penalties = []penalty.Penalty{s.Penalty}
	}
	if how.Kernels == nil {
		how.Kernels = []kern.Kernel{s.Kernel}
	}
	if err := choose.CheckFeatures(&s, how.By); err != nil {
		return nil, err
	}
	nus := s.Nu.Among()
	r := &searching{how: how, spec: s, train: train, cost: how.Taus, shape: [3]int{len(nus), len(how.Penalties), len(how.Kernels)}}
	switch {
	case train == nil:
		return nil, refusal.BadData(refusal.TrainingPart, "there is no training part (nil): load data, or split off data.Train(n)")
	case how.Taus < 0:
		return nil, refusal.BadArgument("Search.Taus", "a search with paths of %d taus: at least one is needed", how.Taus)
	case slices.Contains(r.shape[:], 0):
		return nil, refusal.BadArgument("Search", "a search of %d nus, %d penalties and %d kernels: at least one of each is needed", r.shape[0], r.shape[1], r.shape[2])
	case how.Fits < 0:
		return nil, refusal.BadArgument("Search.Fits", "a budget of %d fits: it must be positive, or 0 for no limit", how.Fits)
	case how.Order != "" && how.Order != CoarseToFine && how.Order != AtRandom:
		return nil, refusal.BadArgument("Search.Order", "there is no order %q of a search: give nvsd.CoarseToFine or nvsd.AtRandom", how.Order)
	}
	if _, _, said := s.Nu.Weight(); !said {
		return nil, problem.ErrNoNu
	}
	if err := how.By.CheckFor(train); err != nil {
		return nil, err
	}
	if cross := how.By.Cross; cross != nil {
		folds, err := cross.Divide(train)
		if err != nil {
			return nil, err
		}
		r.cost *= 1 + len(folds)
	}
	penalties := make([]penalty.Penalty, len(how.Penalties))
	for j, p := range how.Penalties {
		penalties[j] = problem.SharePenalty(p)
	}
	for _, kernel := range how.Kernels {
		for _, p := range penalties {
			for _, nu := range nus {
				t := Trial{Nu: nu, Penalty: p, Kernel: kernel}
				spec := r.specOf(t)
				if err := spec.Check(); err != nil {
					return nil, err
				}
				r.trials = append(r.trials, t)
			}
		}
	}
	r.most = len(r.trials)
	if how.Fits > 0 {
		r.most = min(r.most, how.Fits/r.cost)
	}
	if r.most == 0 {
		return nil, refusal.BadArgument("Search.Fits", "a budget of %d fits, and one combination takes %d (%d taus, in every fold and on all rows): raise Fits or lower Taus", how.Fits, r.cost, how.Taus)
	}
	return r, nil
}

// specOf returns the Spec with the combination of a trial.
func (r *searching) specOf(t Trial) problem.Spec {
	spec := r.spec
	spec.Nu, spec.Penalty, spec.Kernel = spec.Nu.Only(t.Nu), t.Penalty, t.Kernel
	return spec
}

// try fits a batch of trials. Its error is that of a ctx that has ended.
func (r *searching) try(ctx context.Context, round int, batch []int) error {
	var recording sync.Mutex
	parallel.EachOf(ctx, len(batch), r.spec.Needs(r.train.N(), r.train.D(), r.how.Taus, 0).Bytes, func(_ context.Context, i int) error { // never an error
		if ctx.Err() != nil {
			return nil
		}
		path, m, err := r.fit(ctx, r.trials[batch[i]])
		if ctx.Err() != nil {
			return nil
		}
		recording.Lock()
		defer recording.Unlock()
		r.record(ctx, batch[i], round, path, m, err)
		return nil
	})
	return ctx.Err()
}

func (r *searching) fit(ctx context.Context, t Trial) (*problem.Path, *model.Model, error) {
	path, err := r.specOf(t).Path(ctx, r.train, r.how.Taus)
	if err != nil {
		return nil, nil, err
	}
	m, err := model.Select(ctx, path, r.how.By, r.how.Rule)
	return path, m, err
}

// record notes the result of a trial. It keeps the model and the path only of the best trial
// so far, because they hold matrices.
func (r *searching) record(ctx context.Context, t, round int, path *problem.Path, m *model.Model, err error) {
	trial := &r.trials[t]
	trial.Round, trial.Err = round, err
	r.tried++
	r.at.Reached(ctx, r.tried)
	if err != nil {
		return
	}
	s := m.Selection
	trial.Tau, trial.TauMax, trial.Size, trial.RMSE = m.Tau, m.TauMax(), s.Size, slices.Min(s.PathRMSE)
	if cv := s.CrossValidation; cv != nil {
		trial.SE = cv.Candidates[cv.Least].SE
	}
	if r.best() == t {
		r.model, r.path = m, path
	}
}

// best returns the index of the trial of least error, or -1 without one.
func (r *searching) best() int {
	best := -1
	for t := range r.trials {
		if trial := &r.trials[t]; trial.Round > 0 && trial.Err == nil && (best < 0 || trial.RMSE < r.trials[best].RMSE) {
			best = t
		}
	}
	return best
}

// result returns the best model of the search and the trials, or an error if no combination was
// fitted.
func (r *searching) result(took time.Duration, stopped error) (*Result, error) {
	best := r.best()
	if best < 0 {
		for _, t := range r.trials {
			if t.Err != nil {
				return nil, fmt.Errorf("nvsd: no combination of the search could be fitted, the first because of: %w", t.Err)
			}
		}
		return nil, fmt.Errorf("nvsd: the search ended before one combination was fitted: %w", stopped)
	}
	result := &Result{Model: r.model, Path: r.path, By: r.how.By, Trials: r.trials, Best: best}
	own := &result.Path.Design.Spec
	own.Penalty = problem.UnsharePenalty(own.Penalty)
	result.Model.Spec.Penalty = problem.UnsharePenalty(result.Model.Spec.Penalty)
	result.Model.Seconds = took.Seconds()
	for t := range r.trials {
		r.trials[t].Penalty = problem.UnsharePenalty(r.trials[t].Penalty)
		if r.trials[t].Round > 0 {
			result.Fits += r.cost
		}
	}
	switch tried := result.Tried(); {
	case tried == len(r.trials):
	case errors.Is(stopped, context.Canceled):
		result.Left = "the search was cancelled"
	case stopped != nil:
		result.Left = "the time ran out"
	default:
		result.Left = fmt.Sprintf("the budget allows %d", r.most)
	}
	result.warnings = r.warnings(result)
	if errors.Is(stopped, context.Canceled) {
		return result, fmt.Errorf("nvsd: search: %w", stopped)
	}
	return result, nil
}

// Figure draws the derivative norms of the best model as bars.
func (s *Result) Figure() (*viz.Figure, error) { return s.Model.Figure() }

// Proof returns the proof of the best model, see [proof.OfModel].
func (r *Result) Proof() (json.RawMessage, error) {
	if r.Model == nil {
		return nil, refusal.BadArgument("model", "the search has found no model")
	}
	return proof.OfSearch(r.Model)
}

// CheckProof checks a proof of the best model: see [proof.CheckModel].
func (r *Result) CheckProof(ctx context.Context, raw []byte) (*proof.Checked, error) {
	if r.Model == nil {
		return nil, refusal.BadArgument("model", "the search has found no model")
	}
	return proof.CheckModel(ctx, r.Model, raw)
}
