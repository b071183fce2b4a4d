package procedure

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// mostKnockoffRows is the largest number of rows of a table with knockoffs: each draw fits a path to all rows, with twice the inputs.
const mostKnockoffRows = 600

// Knockoffs are the inputs that are found beside knockoffs; see [nvsd.Spec.Knockoffs].
type Knockoffs struct {
	Q        float64   `json:"q"`
	Found    []string  `json:"found"`     // most evidence first
	Evidence []float64 `json:"evidence"`  // one for each input; 0 without draws
	Least    int       `json:"least"`     // no fewer inputs are ever found at Q
	Draws    int       `json:"draws"`     // that were made
	NotDrawn string    `json:"not_drawn"` // why none was made; "" if some were
}

// checkKnockoffs reports settings with which there are no knockoffs, before any table is read.
func (r *Request) checkKnockoffs() error {
	if r.Knockoffs == 0 {
		return nil
	}
	if !(r.Knockoffs > 0 && r.Knockoffs < 1) {
		return fmt.Errorf("--knockoffs %v: it is the false discovery rate, the part of what is found that is expected to be false, between 0 and 1", r.Knockoffs)
	}
	for _, c := range [][2]string{
		{"Group", "rows that belong together"}, {"Time", "rows in time"}, {"Weight", "weights"}, {"Dates", "inputs made of dates, which follow from one another"},
	} {
		if r.says(c[0]) {
			return fmt.Errorf("--knockoffs and %s exclude each other: knockoffs know nothing of %s", flags[c[0]], c[1])
		}
	}
	if r.Shards != "" {
		return fmt.Errorf("--knockoffs and --dir exclude each other: knockoffs are of at most %d rows, such as those of --sample %d", mostKnockoffRows, mostKnockoffRows)
	}
	return nil
}

// checkKnockoffRows refuses a table with too many rows for knockoffs; nil is one that is read in parts.
func (r *Request) checkKnockoffRows(train *data.Frame) error {
	if r.Knockoffs == 0 || train != nil && train.N() <= mostKnockoffRows {
		return nil
	}
	return fmt.Errorf("%s: --knockoffs are of at most %d rows, and it has more: draw some of them at random, by --sample %d, or leave --knockoffs out", r.Train.Name, mostKnockoffRows, mostKnockoffRows)
}

// addKnockoffs adds the inputs that are found beside knockoffs. If ctx ends, they are of the draws that were made, and its error is returned.
func (a *Answer) addKnockoffs(ctx context.Context, f *nvsd.Finding, q float64, seed uint64) error {
	table := f.Table()
	own := &Knockoffs{Q: q, Found: []string{}, Evidence: make([]float64, len(a.Inputs))}
	a.Knockoffs = own
	inputs, err := varying(table, a.Inputs)
	if err != nil {
		own.NotDrawn = plain(err).Error()
		return nil
	}
	own.Least = int(math.Ceil(1/q - 1e-9))
	if own.Least > len(inputs) {
		own.NotDrawn = fmt.Sprintf("of %s that vary fewer than %d are found at any evidence, and at this rate no fewer can be: a larger rate needs fewer", report.Plural(len(inputs), "input"), own.Least)
		return nil
	}
	table, err = table.Inputs(inputs...)
	if err != nil {
		own.NotDrawn = plain(err).Error()
		return nil
	}
	k, err := nvsd.FindSpec().Knockoffs(withoutNeeds(ctx), table, nvsd.KnockoffPlan{Q: q, Seed: seed})
	if k == nil {
		if ctx.Err() != nil {
			own.NotDrawn = "interrupted"
			return ctx.Err()
		}
		own.NotDrawn = withFlags(plain(err)).Error()
		return nil
	}
	if len(inputs) < len(a.Inputs) {
		quotes := make([]string, len(inputs))
		for j, name := range inputs {
			quotes[j] = fmt.Sprintf("%q", name)
		}
		a.Spec = strings.Replace(a.Spec, "Knockoffs(found.Table()", "Knockoffs(found.Table().Inputs("+strings.Join(quotes, ", ")+")", 1)
	}
	own.Found, own.Draws = append(own.Found, k.SelectedNames()...), k.Draws
	for j, name := range k.Names {
		own.Evidence[slices.Index(a.Inputs, name)] = k.Evidence[j]
	}
	for _, warning := range inFlags(nil, k.Warnings()) {
		if warning == k.Stopped {
			warning = fmt.Sprintf("interrupted: what is found beside knockoffs is by %s", report.Plural(k.Draws, "draw"))
		}
		a.Warnings = append(a.Warnings, warning)
	}
	return ctx.Err()
}

// varying returns the inputs that vary, of those named.
func varying(table *data.Frame, names []string) ([]string, error) {
	filled, _, err := table.Filled()
	if err != nil {
		return nil, err
	}
	columns := make(map[string][]int)
	for a, name := range filled.Names() {
		columns[name] = []int{a}
	}
	for _, c := range filled.Categories() {
		columns[c.Name] = c.Columns
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !slices.ContainsFunc(columns[name], func(a int) bool {
			values := mat.Col(nil, a, filled.X())
			return slices.Min(values) < slices.Max(values)
		})
	}), nil
}

// fact returns the discoveries in words.
func (k *Knockoffs) fact() report.Fact {
	fact := report.Fact{Name: fmt.Sprintf("beside knockoffs, at a false discovery rate of %v", k.Q)}
	switch {
	case k.NotDrawn != "":
		fact.Text = "nothing is said: " + k.NotDrawn
	case len(k.Found) == 0:
		fact.Text = fmt.Sprintf("no input is found in %s; no fewer than %d can be", report.Plural(k.Draws, "draw"), k.Least)
	default:
		fact.Text = fmt.Sprintf("found %s, in %s", report.Listed(k.Found), report.Plural(k.Draws, "draw"))
	}
	return fact
}
