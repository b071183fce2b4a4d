package data

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Filling is a rule for the value of the missing cells of a column. Cells that are
// missing are refused without one.
type Filling string

const (
	// Mean is the mean of the cells of the training part that are not missing. It is for
	// numbers and booleans.
	Mean Filling = "mean"
	// Median is the median of those cells. It is for numbers and booleans.
	Median Filling = "median"
	// MostFrequent is the level that most cells of the training part have, the first of
	// equally frequent ones. It is for categorical columns.
	MostFrequent Filling = "most frequent"
	// MissingLevel is a level of its own, named [MissingName]. It is for categorical columns,
	// and is learned from nothing.
	MissingLevel Filling = "level of its own"
	// Missing leaves the cells missing, for verbs such as DropMissing. No model can be fitted
	// to inputs that have any.
	Missing Filling = "left missing"

	leftOut Filling = "row left out" // of DropMissing
)

// MissingName is the name of the level that [MissingLevel] adds.
const MissingName = "(missing)"

// A missingRule is a Filling with the columns that it is for.
type missingRule struct {
	How   Filling  `json:"how"`
	Names []string `json:"names,omitempty"` // none: every column that the Filling is for
}

// Impute fills the missing cells of the named columns, or without names of every input that the
// Filling is for. The Frame keeps the cells missing; their value is learned where a model is
// fitted, from the rows that it is trained on alone. So cross-validation learns it anew in
// every fold, and the model fills in new rows by what it learned. Of several options the last
// one that names a column counts for it.
//
//	data.CSV("trees.csv", data.Impute(data.Median), data.Impute(data.MissingLevel))
func Impute(how Filling, names ...string) ReadOption {
	return func(o *readOptions) { o.Missing = append(o.Missing, missingRule{how, names}) }
}

// AllowMissing allows missing cells in the named columns, or without names in all columns.
// It is Impute(Missing, names...).
func AllowMissing(names ...string) ReadOption { return Impute(Missing, names...) }

// DropMissing leaves out the rows in which a cell of the named columns is missing, or without names a
// cell of an input or of the target. A warning says how many these are. The column of [Group] or [Time] is one that can be named.
//
//	data.CSV("trees.csv", data.Target("height"), data.DropMissing("height"))
func DropMissing(names ...string) ReadOption { return Impute(leftOut, names...) }

// inGo returns the Filling in the form of a Go expression.
func (how Filling) inGo() string {
	name, known := map[Filling]string{Mean: "Mean", Median: "Median", MostFrequent: "MostFrequent", MissingLevel: "MissingLevel", Missing: "Missing"}[how]
	if !known {
		return fmt.Sprintf("%q", string(how))
	}
	return "data." + name
}

// suits reports whether the Filling is for columns of a kind.
func (how Filling) suits(kind Kind) bool {
	switch how {
	case Mean, Median:
		return kind == Numeric || kind == Integer || kind == Boolean
	case MostFrequent, MissingLevel:
		return kind == Categorical
	}
	return how == Missing || how == leftOut
}

// nothing reports whether all cells are missing. Such a column has no kind of its own: of a few
// rows it may be any column.
func (c column) nothing() bool {
	count, _ := c.missing()
	return c.kind != Date && count == len(c.values)
}

// check refuses a Filling that there is not.
func (how Filling) check() error {
	switch how {
	case Mean, Median, MostFrequent, MissingLevel, Missing:
		return nil
	}
	return fmt.Errorf("%q is no way to fill in missing cells: give data.Mean, data.Median, data.MostFrequent or data.MissingLevel", string(how))
}

// filling returns the Filling of a column by the rules, "" if none is for it.
func filling(rules []missingRule, c column) (Filling, error) {
	how, named := Filling(""), false
	for _, r := range rules {
		if err := r.How.check(); err != nil && r.How != leftOut {
			return "", err
		}
		switch {
		case slices.Contains(r.Names, c.name):
			if !r.How.suits(c.kind) && !c.nothing() {
				return "", r.How.unsuited(c)
			}
			how, named = r.How, true
		case len(r.Names) == 0 && !named && r.How.suits(c.kind):
			how = r.How
		case len(r.Names) == 0 && how == "" && c.nothing():
			how = Missing // it may be of the kind that the option is for
		}
	}
	return how, nil
}

// unsuited returns the error of a Filling that is not for a column.
func (how Filling) unsuited(c column) error {
	other := "data.Mean or data.Median"
	if c.kind == Categorical {
		other = "data.MissingLevel or data.MostFrequent"
	}
	if c.kind == Date {
		other = "data.AllowMissing"
	}
	return fmt.Errorf("the column %q is %v, for which there is no %s: give %s", c.name, c.kind, how, other)
}

// filled returns the column after the part of the Filling that needs no training.
func (c column) filled(how Filling) column {
	c.fill = how
	if count, _ := c.missing(); how != MissingLevel || count == 0 {
		return c
	}
	c.kind = Categorical // also where there is no cell that would say so
	k := slices.Index(c.levels, MissingName)
	if k < 0 {
		k = len(c.levels)
		c.levels = append(slices.Clone(c.levels), MissingName)
	}
	c.values = slices.Clone(c.values)
	for i, v := range c.values {
		if math.IsNaN(v) {
			c.values[i] = float64(k)
		}
	}
	return c.inOrder()
}

// Impute returns the Frame with the Filling for the missing cells of the named columns, or
// without names of every input that it is for, as the option [Impute] has it.
func (f *Frame) Impute(how Filling, names ...string) (*Frame, error) {
	if err := how.check(); err != nil {
		return nil, fmt.Errorf("data: Impute: %w", err)
	}
	for _, name := range names {
		j := f.find(name)
		if j < 0 {
			return nil, f.noColumn("Impute", name)
		}
		if !how.suits(f.columns[j].kind) && !f.columns[j].nothing() {
			return nil, fmt.Errorf("data: Impute: %w", how.unsuited(f.columns[j]))
		}
	}
	named := make([]bool, len(f.columns))
	for _, name := range names {
		named[f.find(name)] = true
	}
	if len(names) == 0 {
		for _, t := range f.inputs {
			named[t.column] = how.suits(f.columns[t.column].kind)
		}
	}
	g := f.copy()
	for j, c := range f.columns {
		if !named[j] {
			continue
		}
		g.columns[j] = c.filled(how)
		if len(g.columns[j].levels) > len(c.levels) {
			g.retake(j)
		}
	}
	g.lay()
	return g.step(f, Step{Verb: "Impute", Text: string(how), Names: slices.Clone(names)}), nil
}

// DropMissing returns the Frame without the rows that have a missing cell in one of the named
// columns, or without names in any input or the target. It is an error if no row is left.
func (f *Frame) DropMissing(names ...string) (*Frame, error) {
	at, err := f.indices("DropMissing", names)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		at = f.used()
	}
	var rows []int
	for i := range f.n {
		if !slices.ContainsFunc(at, func(j int) bool { return math.IsNaN(f.columns[j].values[i]) }) {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("data: DropMissing: every one of the %d rows has a missing cell: leave out columns first, by Drop, or fill them in by Impute", f.n)
	}
	return f.rows(rows).step(f, Step{Verb: "DropMissing", Names: slices.Clone(names)}), nil
}

// used returns the indices of the columns that are inputs, and of the targets.
func (f *Frame) used() []int {
	var used []int
	seen := make([]bool, len(f.columns))
	for _, t := range f.inputs {
		if !seen[t.column] {
			seen[t.column] = true
			used = append(used, t.column)
		}
	}
	targets := f.targetColumns()
	slices.Reverse(targets) // the first of them is last
	return append(used, targets...)
}

// MissingCells returns how many cells of the inputs and of the target are missing.
func (f *Frame) MissingCells() int {
	sum := 0
	for _, j := range f.used() {
		count, _ := f.columns[j].missing()
		sum += count
	}
	return sum
}

// Fillings returns the Filling of each column of X, "" for a column without one.
func (f *Frame) Fillings() []Filling {
	fillings := make([]Filling, len(f.inputs))
	for a, t := range f.inputs {
		fillings[a] = f.columns[t.column].fill
	}
	return fillings
}

// CheckMissing returns an error that names the place of a missing cell of the target, or of an
// input for which no [Filling] can be learned, and nil if there is none.
func (f *Frame) CheckMissing() error {
	for _, j := range f.used() {
		c := f.columns[j]
		count, first := c.missing()
		switch {
		case count == 0:
		case f.isTarget(c.name):
			return finiteTarget(c)
		case c.fill == "" || c.fill == Missing:
			how := "data.Mean"
			if c.kind == Categorical {
				how = "data.MissingLevel"
			}
			return fmt.Errorf("row %d of the input %q is missing (%s in all): fill it in by Impute(%s, %q), leave such rows out by DropMissing, or the column by Drop", first+1, c.name, report.Plural(count, "cell"), how, c.name)
		case count == f.n:
			return fmt.Errorf("all %d cells of the input %q are missing, so that no %s can be learned: leave it out by Drop(%q)", count, c.name, c.fill, c.name)
		}
	}
	return nil
}

// Filled returns the Frame with the missing cells of the inputs filled, as learned from its
// rows, and the number that replaces a missing cell in each column of X, NaN for a column
// without a Filling. It is an error if a cell is missing for which nothing can be learned.
//
// A fit calls it on the rows that it is trained on.
func (f *Frame) Filled() (g *Frame, fill []float64, err error) {
	if err := f.CheckMissing(); err != nil {
		return nil, nil, err
	}
	weights, err := f.Weights()
	if err != nil {
		return nil, nil, err
	}
	codes := make([]float64, len(f.columns)) // what stands for a missing cell
	changed := false
	g = f.copy()
	for j, c := range f.columns {
		codes[j] = c.learned(weights)
		if count, _ := c.missing(); count == 0 || math.IsNaN(codes[j]) {
			continue
		}
		changed = true
		values := slices.Clone(c.values)
		for i, v := range values {
			if math.IsNaN(v) {
				values[i] = codes[j]
			}
		}
		g.columns[j].values = values
	}
	fill = make([]float64, len(f.inputs))
	for a, t := range f.inputs {
		fill[a] = t.value(codes[t.column])
	}
	if !changed {
		return f, fill, nil
	}
	for j, c := range g.columns {
		if c.kind == Integer && c.fill == Mean || c.kind == Integer && c.fill == Median || c.kind == Boolean {
			g.columns[j] = c.asNumbers()
		}
	}
	g.lay()
	return g.step(f, Step{Verb: "Filled"}), fill, nil
}

// learned returns the value that replaces a missing cell of the column, NaN if there is
// none. weights are those of the rows; nil if all weigh the same.
func (c column) learned(weights []float64) float64 {
	known := slices.DeleteFunc(slices.Clone(c.values), math.IsNaN)
	if weights != nil {
		own := make([]float64, 0, len(known))
		for i, v := range c.values {
			if !math.IsNaN(v) {
				own = append(own, weights[i])
			}
		}
		weights = own
	}
	switch {
	case c.fill == MissingLevel && slices.Contains(c.levels, MissingName):
		return float64(slices.Index(c.levels, MissingName))
	case len(known) == 0:
		return math.NaN()
	}
	switch c.fill {
	case Mean:
		return stat.Mean(known, weights)
	case Median:
		if weights != nil {
			return weighed.Median(known, weights)
		}
		return median(known)
	case MostFrequent:
		counts := make([]float64, len(c.levels))
		for i, v := range known {
			counts[int(v)] += weighed.At(weights, i)
		}
		return float64(slices.Index(counts, slices.Max(counts)))
	}
	return math.NaN()
}

// asNumbers returns the column as a numeric one if a cell is no longer of its kind.
func (c column) asNumbers() column {
	for _, v := range c.values {
		if v != math.Trunc(v) {
			c.kind, c.levels = Numeric, nil
			return c
		}
	}
	return c
}

// indices returns the indices of the named columns.
func (f *Frame) indices(verb string, names []string) ([]int, error) {
	at, places := make([]int, len(names)), f.places()
	named := make(map[string]bool, len(names))
	for k, name := range names {
		j, is := places[name]
		if !is {
			return nil, f.noColumn(verb, name)
		}
		at[k] = j
		if named[name] {
			return nil, fmt.Errorf("data: %s: the column %q is named twice", verb, name)
		}
		named[name] = true
	}
	return at, nil
}

// noColumn returns the error of a verb for a name that no column has.
func (f *Frame) noColumn(verb, name string) error {
	names := make([]string, len(f.columns))
	for j, c := range f.columns {
		names[j] = c.name
	}
	if whole, level, ok := strings.Cut(name, "="); ok && f.find(whole) >= 0 && f.columns[f.find(whole)].kind == Categorical {
		return fmt.Errorf("data: %s: %q is a level of the categorical column %q and no column: name %q, whose cells are levels such as %q", verb, name, whole, whole, level)
	}
	return fmt.Errorf("data: %s: there is no column %q: %sthere are %s", verb, name, spelling.Question(name, names), quoteList(names))
}
