package procedure

import (
	"context"
	"fmt"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Interactions are the norms of every two selected inputs together in the function that predicts; see [nvsd.Model.Interactions].
type Interactions struct {
	Pairs            []Pair  `json:"pairs"` // the largest norm first
	Level            float64 `json:"level"` // of the intervals
	WithoutIntervals string  `json:"without_intervals"`
}

// A Pair is the interaction of two inputs.
type Pair struct {
	Inputs [2]string `json:"inputs"`
	Norm   float64   `json:"norm"`
	Low    *float64  `json:"low"` // nil without intervals
	High   *float64  `json:"high"`
}

// addInteractions adds the interactions of the selected inputs. A background of all inputs has no part in them.
func (a *Answer) addInteractions(ctx context.Context, f *nvsd.Finding) error {
	own := &Interactions{Pairs: []Pair{}, Level: a.Level}
	a.Interactions = own
	if len(a.Selected) < 2 {
		own.WithoutIntervals = "fewer than two inputs are selected"
		return nil
	}
	m := f.Predictor()
	if f.Background() != nil {
		m = f.Model
	}
	all, err := m.Interactions(ctx, nvsd.InteractionPlan{Level: a.Level})
	if all == nil {
		own.WithoutIntervals = "interrupted"
		if ctx.Err() == nil {
			own.WithoutIntervals = withFlags(plain(err)).Error()
		}
		return ctx.Err()
	}
	own.WithoutIntervals = withoutIntervals(m, all.WithoutIntervals)
	for _, p := range all.Pairs {
		own.Pairs = append(own.Pairs, Pair{[2]string{p.A, p.B}, p.Norm, known(p.Low), known(p.High)})
	}
	return ctx.Err()
}

// withoutIntervals returns the reason why a model has none, in words of a table; "" if it has.
func withoutIntervals(m *nvsd.Model, why string) string {
	switch {
	case why == "":
		return ""
	case m.Loss() != nil:
		return "there are no intervals of a function by the " + fmt.Sprintf("%v", m.Loss()) + " loss: norms are of its log-odds, and --loss square has intervals"
	}
	return "there are no intervals of a function that is fitted to a large table in parts or on centres: --sample 1000 has them"
}

// shownPairs is the number of pairs in the text.
const shownPairs = 5

// fact returns the largest interactions in words.
func (all *Interactions) fact() report.Fact {
	fact := report.Fact{Name: "interactions of two inputs"}
	if len(all.Pairs) == 0 {
		fact.Text = "none: " + all.WithoutIntervals
		return fact
	}
	var texts []string
	for _, p := range all.Pairs[:min(len(all.Pairs), shownPairs)] {
		text := fmt.Sprintf("%s and %s %.4g", p.Inputs[0], p.Inputs[1], p.Norm)
		if p.Low != nil && p.High != nil {
			text += fmt.Sprintf(" (%.4g to %.4g)", *p.Low, *p.High)
		}
		texts = append(texts, text)
	}
	if more := len(all.Pairs) - shownPairs; more > 0 {
		texts = append(texts, "and "+report.Plural(more, "more pair"))
	}
	fact.Text = strings.Join(texts, "; ")
	switch {
	case all.WithoutIntervals != "":
		fact.Text += "; " + all.WithoutIntervals
	case len(all.Pairs) > 0:
		fact.Text += fmt.Sprintf("; in brackets %.4g %% intervals, from 0 where none is shown", 100*all.Level)
	}
	return fact
}
