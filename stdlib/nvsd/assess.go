package nvsd

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// An Assessment is how well a way of choosing a model does on rows that had no
// part in the choice.
type Assessment struct {
	Folds   Folds
	Rows    []AssessmentRow // the procedure, kernel ridge on all inputs, the training mean
	PerFold []AssessedFold
	Names   []string  // of the inputs
	Chosen  []float64 // for every input, in which part of the folds it was selected
	Seconds float64

	warnings []string
}

// An AssessmentRow is one way to make a model.
type AssessmentRow struct {
	Model string
	RMSE  float64 // root of the mean squared error over held-out rows
	SE    float64 // standard error of RMSE over the folds of one division
}

// An AssessedFold is what was chosen without the held-out rows, and its error
// on them.
type AssessedFold struct {
	Fold
	RMSE     float64
	Selected []string // by falling norm
	Nu, Tau  float64
	Penalty  string
	Kernel   string
}

// CrossValidate estimates the error of the whole procedure, on rows that no part
// of it has seen: in every outer fold the model is chosen anew, by how, on the
// rows that are trained on, and predicts those that are held out. Where how
// chooses by cross-validation that is nested; its labels, groups and times are
// those of the outer fold's rows. A validation part in how must share no row with
// train.
//
// The error that chose a model is too low to expect elsewhere; this one is
// honest, but for the models being trained on fewer rows. It is that of the
// procedure, whose choices may differ from fold to fold: PerFold tells.
func (s Spec) CrossValidate(ctx context.Context, train *data.Frame, outer Folds, how Search) (*Assessment, error) {
	start := time.Now()
	if train == nil {
		return nil, fmt.Errorf("nvsd: there is no training part (nil)")
	}
	folds, err := outer.Divide(train.N())
	if err != nil {
		return nil, err
	}
	s.Penalty = shared(s.Penalty)
	how.Penalties = slices.Clone(how.Penalties)
	for j, p := range how.Penalties {
		how.Penalties[j] = shared(p)
	}
	a := &Assessment{Folds: outer, PerFold: make([]AssessedFold, len(folds)), Names: train.Names(), Chosen: make([]float64, train.D())}
	scores := make([]Score, len(folds))
	warnings := make([][]string, len(folds))
	err = inEach(ctx, "fold", len(folds), func(ctx context.Context, f int) error {
		rows, err := train.Rows(folds[f].Train...)
		if err != nil {
			return err
		}
		held, err := train.Rows(folds[f].Held...)
		if err != nil {
			return err
		}
		found, err := s.Search(ctx, rows, how.of(folds[f].Train))
		if err != nil {
			return err
		}
		m := found.Model
		if scores[f], err = m.Score(ctx, held); err != nil {
			return err
		}
		a.PerFold[f] = AssessedFold{
			Fold: folds[f], RMSE: scores[f].Rows[0].RMSE, Selected: m.SelectedNames(),
			Nu: m.Nu(), Tau: m.Tau(), Penalty: m.PenaltyString(), Kernel: m.KernelString(),
		}
		warnings[f] = slices.Concat(m.constantTarget(), found.warnings)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, method := range []string{selectedInputs, allInputs, trainingMean} {
		a.Rows = append(a.Rows, assess(method, folds, scores))
	}
	for _, fold := range a.PerFold {
		for _, name := range fold.Selected {
			a.Chosen[slices.Index(a.Names, name)] += 1 / float64(len(folds))
		}
	}
	a.warnings = ofFolds(warnings)
	a.Seconds = time.Since(start).Seconds()
	return a, nil
}

// of is the Search for those rows alone.
func (how Search) of(rows []int) Search {
	if how.By.cross != nil {
		own := *how.By.cross
		own.folds = own.folds.of(rows)
		how.By.cross = &own
	}
	return how
}

// assess pools the errors of one kind of model. Where a fold has none, because
// there was nothing to learn, it is the constant, which comes last.
func assess(method string, folds []Fold, scores []Score) AssessmentRow {
	all := make([]foldError, len(folds))
	for f, fold := range folds {
		rows := scores[f].Rows
		rmse := rows[len(rows)-1].RMSE
		for _, r := range rows {
			if r.Model == method {
				rmse = r.RMSE
			}
		}
		all[f] = foldError{[]float64{rmse}, len(fold.Held), fold.Repeat}
	}
	rmse, se := poolAt(all, 0)
	return AssessmentRow{method, rmse, se}
}

// Warnings tells, a sentence each, what to know about the folds.
func (a *Assessment) Warnings() []string { return slices.Clone(a.warnings) }

// String is the assessment as tables in plain text: errors, then at most 30 of
// the inputs that were selected, by how often.
func (a *Assessment) String() string {
	const most = 30
	var b strings.Builder
	fmt.Fprintf(&b, "chosen anew in each of %s (%v), errors on the rows held out: %.2g s\n", plural(len(a.PerFold), "fold"), a.Folds, a.Seconds)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "model\tRMSE\t(SE)")
	for _, r := range a.Rows {
		fmt.Fprintf(w, "%s\t%.4g\t(%.2g)\n", r.Model, r.RMSE, r.SE)
	}
	w.Flush()
	fmt.Fprintln(w, "\ninput\tselected in")
	selected := make([]bool, len(a.Chosen))
	for j, part := range a.Chosen {
		selected[j] = part > 0
	}
	order := ranking(a.Chosen, selected)[:count(selected)]
	for _, j := range order[:min(most, len(order))] {
		fmt.Fprintf(w, "%s\t%.0f %%\n", a.Names[j], 100*a.Chosen[j])
	}
	w.Flush()
	if rest := len(order) - most; rest > 0 {
		fmt.Fprintf(&b, "and %s more\n", plural(rest, "input"))
	}
	for _, warning := range a.warnings {
		fmt.Fprintf(&b, "warning: %s\n", warning)
	}
	return b.String()
}
