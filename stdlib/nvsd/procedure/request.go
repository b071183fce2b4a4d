package procedure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A Request is what the procedure is to do.
type Request struct {
	Train        Table
	Test         *Table // rows to predict; nil for none
	Target       string // the column to predict
	Criterion    Criterion
	Factors      []string // inputs that are categorical
	Drop         []string // columns that are not read
	Keep         []string // inputs also if they count or name the rows; empty for all, nil for none
	Comma        rune     // between the cells of both tables; 0 is the comma
	DecimalComma bool     // numbers of both tables have a decimal comma
	Thousands    rune     // between groups of three digits in both tables; 0 for nothing
	Percent      bool     // numbers of both tables may have a percent sign
	Currency     bool     // numbers of both tables may have the sign of a currency
	NA           []string // texts of both tables that stand for a missing cell, beside the usual ones
	Header       bool     // the first lines of both tables are names, also if they are numbers
	NoHeader     bool     // the first lines of both tables are no names
	UniqueNames  bool     // repeated names of both tables are told apart
	Level        float64  // of prediction intervals, from 0.5 to below 1
	Seed         uint64   // of folds and permutations
	Null         int      // runs with a permuted target; 0 is none
}

// A Criterion is the error by which the proposals of the path are compared.
type Criterion string

const (
	LeaveOneOut     Criterion = "loo"
	CrossValidation Criterion = "cv"
)

// check reports a field that is not valid, before any table is read.
func (r *Request) check() error {
	switch {
	case r.Target == "":
		return fmt.Errorf("no target is named: say which column is to be predicted")
	case r.Criterion != LeaveOneOut && r.Criterion != CrossValidation:
		return fmt.Errorf("there is no criterion %q: it is %s or %s", r.Criterion, LeaveOneOut, CrossValidation)
	case !(r.Level >= 0.5 && r.Level < 1):
		return fmt.Errorf("--level %v: it is the probability that a prediction interval has the target, from 0.5 to below 1", r.Level)
	case r.Null < 0:
		return fmt.Errorf("%d permuted runs are asked for: it must be 0, for none, or more", r.Null)
	case r.Thousands == '.' && !r.DecimalComma:
		return fmt.Errorf("--thousands %q: the point is before decimals: say --decimal-comma too if decimals are behind a comma", ".")
	case r.Header && r.NoHeader:
		return fmt.Errorf("--header and --no-header exclude each other: give one")
	case slices.Contains(r.Factors, r.Target):
		return fmt.Errorf("the target %q is named as a factor: a target must be numbers; of two classes, -1 and 1", r.Target)
	}
	return nil
}

// by returns the criterion of package nvsd.
func (r *Request) by() nvsd.Criterion {
	if r.Criterion == CrossValidation {
		return nvsd.ByCrossValidation(r.folds())
	}
	return nvsd.ByLeaveOneOut()
}

func (r *Request) folds() nvsd.Folds { return nvsd.KFold(folds, r.Seed) }

// options returns the options that the training table is read with.
func (r *Request) options() []data.ReadOption {
	opts := append(r.format(), data.Target(r.Target), data.Factor(r.Factors...), data.Drop(r.Drop...))
	if r.Keep != nil {
		opts = append(opts, data.Keep(r.Keep...))
	}
	return opts
}

// A written option is one of package data, and its text in a cell.
type written struct {
	option data.ReadOption
	text   string
}

// written returns the options that say how both tables are written.
func (r *Request) written() (all []written) {
	for _, o := range []struct {
		said bool
		written
	}{
		{r.Comma != 0, written{data.Comma(r.Comma), fmt.Sprintf("data.Comma(%q)", r.Comma)}},
		{r.DecimalComma, written{data.DecimalComma(), "data.DecimalComma()"}},
		{r.Thousands != 0, written{data.Thousands(r.Thousands), fmt.Sprintf("data.Thousands(%q)", r.Thousands)}},
		{r.Percent, written{data.Percent(), "data.Percent()"}},
		{r.Currency, written{data.Currency(), "data.Currency()"}},
		{len(r.NA) > 0, written{data.NA(r.NA...), fmt.Sprintf("data.NA(%s)", inGo(r.NA))}},
		{r.Header, written{data.Header(), "data.Header()"}},
		{r.NoHeader, written{data.NoHeader(), "data.NoHeader()"}},
		{r.UniqueNames, written{data.UniqueNames(), "data.UniqueNames()"}},
	} {
		if o.said {
			all = append(all, o.written)
		}
	}
	return all
}

// format returns the options that both tables share.
func (r *Request) format() (opts []data.ReadOption) {
	for _, w := range r.written() {
		opts = append(opts, w.option)
	}
	return opts
}

// optionsInGo returns the options as the text of a cell.
func (r *Request) optionsInGo() string {
	list := []string{fmt.Sprintf("data.Target(%q)", r.Target)}
	for _, o := range []struct {
		name  string
		names []string
	}{{"data.Factor", r.Factors}, {"data.Drop", r.Drop}, {"data.Keep", r.Keep}} {
		if len(o.names) == 0 && (o.names == nil || o.name != "data.Keep") {
			continue
		}
		list = append(list, fmt.Sprintf("%s(%s)", o.name, inGo(o.names)))
	}
	for _, w := range r.written() {
		list = append(list, w.text)
	}
	return strings.Join(list, ", ")
}

// inGo returns texts as arguments of a call.
func inGo(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = fmt.Sprintf("%q", text)
	}
	return strings.Join(quoted, ", ")
}
