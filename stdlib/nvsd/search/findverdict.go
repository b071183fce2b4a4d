package search

import (
	"context"
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A verdict compares a model with the training mean: see [Finding.Found].
type verdict struct {
	*choose.Selection
	nearer     bool           // the model is nearer to the target than the mean, by enough
	gain, cost float64        // in log evidence, and the price of all inputs in it; 0 without evidence
	held       *model.HeldOut // nil if it was not needed
}

// judgeSelection compares a model with so many inputs with the mean.
func judgeSelection(s *choose.Selection, inputs int) verdict {
	v := verdict{Selection: s}
	v.nearer = s.Size > 0 && s.RMSE < s.Mean && s.OverMean >= s.Enough()
	if e := s.Evidence; e != nil {
		v.gain, v.cost = e.Log-e.Mean, float64(inputs)*e.Price
	}
	return v
}

// promising reports whether all holds that the rows of training can say.
func (v verdict) promising() bool { return v.nearer && v.gain >= v.cost }

func (v verdict) found() bool { return v.promising() && (v.held == nil || v.held.Better()) }

// warnings returns the reasons why nothing was found, if the model does not give them itself, and a
// warning of rows that are copies in the chosen inputs.
func (v verdict) warnings(chosen []string) []string {
	said := v.reasons(chosen)
	if v.held != nil && v.held.Copied {
		said = append(said, fmt.Sprintf("many rows are equal in %s, beside other inputs that differ: are they copies? The error of leaving one out says too little then; they were held out together", report.Listed(chosen)))
	}
	return said
}

func (v verdict) reasons(chosen []string) []string {
	if !v.nearer || v.found() {
		return nil
	}
	if v.promising() {
		return []string{fmt.Sprintf("found nothing worth more than the mean: %s fit the rows that they were chosen on, and the same search on other rows does not: %v", report.Listed(chosen), v.held)}
	}
	return []string{fmt.Sprintf("found nothing worth more than the mean: the log evidence of %s is above that of the mean by %.3g, and that many inputs cost %.3g", report.Listed(chosen), v.gain, v.cost)}
}

// holdOut measures the search that chose m on rows that it has not seen. It returns nil if there are too few rows
// to hold any out.
func (plan FindPlan) holdOut(ctx context.Context, train *data.Frame, m *model.Model) (*model.HeldOut, error) {
	units := choose.BelongTogether(train)
	if m.Observations() < findFolds && !units {
		return nil, nil
	}
	see := plan.lookAt(train)
	if units {
		return model.HoldOutUnits(ctx, FindSpec(), train, plan.Seed, see)
	}
	return model.HoldOut(ctx, FindSpec(), train, choose.KFold(findFolds, plan.Seed), see, m.SelectedNames()...)
}

// lookAt returns the first look that a search takes in some rows of a table; nil where it sees all inputs.
func (plan FindPlan) lookAt(table *data.Frame) model.See {
	if !plan.looks(table) {
		return nil
	}
	return func(ctx context.Context, rows *data.Frame) ([]string, int, error) {
		order, err := firstLook(ctx, rows)
		return namesOf(problem.TermsOf(rows), order[:min(seenInputs, len(order))]), len(order), err
	}
}
