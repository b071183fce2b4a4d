package search

import (
	"context"
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// addBackground lets all inputs predict besides, where they are worth it together: see
// [model.Background]. It changes nothing of what is selected. A table of which the search sees a part
// has no background, nor have fewer than fewRows rows, rows that are copies in the chosen inputs, and those that belong together: the
// errors that a background is judged by leave out single rows.
func (f *Finding) addBackground(ctx context.Context) error {
	if f.Model.N() < fewRows || choose.BelongTogether(f.sight.table) || f.sight.partial() || f.HeldOut != nil && f.HeldOut.Copied {
		return nil
	}
	m, err := f.Model.WithBackground(ctx, !f.Found())
	if m != nil {
		f.predictor = m
	}
	return err
}

// Background returns the account of the part of the predictions that is of all inputs, though they are not selected. It is nil
// if there is none: the predictions are those of the selected inputs, or the mean.
func (f *Finding) Background() *model.Background { return f.predictor.Background }

// background returns the facts of a report about the part of all inputs in the predictions; none without one.
func (f *Finding) background() []report.Fact {
	b := f.Background()
	if b == nil {
		return nil
	}
	more := "by all inputs, of which none is selected"
	if f.Found() {
		more = fmt.Sprintf("by %s more, which are not selected", report.Plural(len(f.others()), "input"))
	}
	return []report.Fact{{Name: "predictions", Text: fmt.Sprintf("%s: %v", more, b)}}
}
