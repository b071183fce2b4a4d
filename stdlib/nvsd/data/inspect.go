package data

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// An Inspection lists all decisions that a table needs before it can be read, each with its
// outcome and the call that states it. See [Inspect].
type Inspection struct {
	Path      string
	Decisions []Decision
	Frame     *Frame // the table as the call reads it; nil if no options do
	Refused   error  // what has to be mended in the file; nil if nothing

	function string // that reads the file
	calls    []Call
}

// A Decision is a question about a table, such as the mark of a missing cell, with its
// answer.
type Decision struct {
	About string   // such as "separator"
	Found string   // what asks for it, with the place and the cell, and what it is taken for
	Calls []Call   // what the call says; none where the reader does so unasked
	Or    []Advice // what can be said instead
	Mend  string   // what can be done to the file instead, such as "mend the file"
	Asked bool     // nothing in the table decides it, and the likeliest is taken: a person has to say whether that is right
}

// Inspect reads a file, and finds all decisions that it needs before it can be read: the separator of its
// cells, the format of its numbers and dates, the marks of missing cells, the columns that are no inputs, and
// more. What the reader refuses it reads by the first of the options that the refusal names, and goes on
// until the table is read. What it shows is what it decided and why, what could be said instead, and the
// whole call, which reads the table as its Frame holds it.
//
//	data.Inspect("housing.csv", data.Target("medv"))
//
// The options are those that are decided already. Without a target, the last column of numbers is
// taken for it. The error is that of a file that is none of this package's, or of options that do not
// fit the table. What only the file itself can mend is Refused.
func Inspect(path string, opts ...ReadOption) (*Inspection, error) {
	return Reader{}.Inspect(path, opts...)
}

// Inspect is the function [Inspect].
func (r Reader) Inspect(path string, opts ...ReadOption) (*Inspection, error) {
	raw, err := r.raw(path)
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	in := inspector{raw: raw, name: baseName(path), Inspection: &Inspection{Path: path}}
	in.as, _, err = contentOf(raw, in.name, nil)
	if errors.Is(err, errUnknown) {
		in.as, err = &csvFormat, nil
	}
	if err != nil {
		return nil, fmt.Errorf("data: %s: %w", in.name, err)
	}
	in.function, in.given = in.as.function, Calls(opts...)
	if o := newReadOptions(opts); o.Target == "" && !o.NoTarget {
		err = in.assumeTarget()
	} else {
		_, err = in.settle()
	}
	if err != nil {
		return nil, err
	}
	in.calls = Calls(in.options()...)
	if in.Refused == nil {
		in.Frame, err = r.frame(raw, path, in.as, in.options())
		if err != nil {
			return nil, err
		}
		in.look()
	}
	return in.Inspection, nil
}

// An inspector finds the options with which a table can be read.
type inspector struct {
	raw   []byte
	name  string
	as    *fileFormat
	given []Call // that the user has said
	*Inspection
}

// options returns the user's options, those of the decisions, and more.
func (in *inspector) options(more ...Call) []ReadOption {
	calls := slices.Clone(in.given)
	for _, d := range in.Decisions {
		calls = append(calls, d.Calls...)
	}
	opts, _ := Options(append(calls, more...)...) // of calls that come from this package
	return opts
}

// read reads the table as far as is decided. NoTarget, if it is said, is instead of a target.
func (in *inspector) read(more ...Call) (*Frame, error) {
	o := newReadOptions(in.options(more...))
	if o.NoTarget {
		o.Target, o.Roles.Targets = "", nil
	}
	f, _, err := frameIn(in.raw, in.name, in.as, o)
	return f, err
}

// settle makes decisions until the table can be read. It returns nil if there is something left that
// only the file can mend, which is Refused then.
func (in *inspector) settle() (*Frame, error) {
	for {
		f, err := in.read()
		if err == nil {
			hollow := slices.IndexFunc(f.inputs, func(t term) bool { return f.columns[t.column].nothing() })
			if hollow < 0 {
				return f, nil
			}
			name := f.columns[f.inputs[hollow].column].name
			in.Decisions = append(in.Decisions, Decision{About: "missing cells", Found: fmt.Sprintf("all cells of the column %q are missing", name), Calls: []Call{{"Drop", []string{name}}}})
			continue
		}
		r := refusal(err)
		if r == nil || r.About == "" { // the target is none of the columns, perhaps, since these are not cut apart
			_, uncut := in.read(Call{Option: "NoTarget"})
			r = refusal(uncut)
			if r == nil || r.About != "separator" {
				return nil, err
			}
			err = uncut
		}
		d := in.decide(r, err)
		if reflect.DeepEqual(Calls(in.options(d.Calls...)...), Calls(in.options()...)) {
			in.Refused = err
			return nil, nil
		}
		in.Decisions = append(in.Decisions, d)
	}
}

// decide takes the likeliest of the options that a refusal names.
func (in *inspector) decide(r *Refusal, err error) Decision {
	d, advice := Decision{About: r.About, Found: r.What(), Mend: r.mend}, r.Advice
	decided := 0 // how many are as likely as the first
	if cell, is := errors.AsType[*CellError](err); is {
		advice = cell.advised([]string{cell.Column})
		advice, decided = in.likeliest(advice)
	}
	if len(advice) == 0 {
		return d
	}
	d.Calls, d.Or = advice[0].Calls, advice[1:]
	d.Found += ": " + advice[0].When
	switch r.About {
	case "separator", "encoding", "names", "identifier", "columns":
	default:
		d.Asked = decided != 1 && (len(d.Or) > 0 || slices.Contains([]string{"Drop", "NA"}, d.Calls[0].Option))
	}
	return d
}

// likeliest moves the advice to the beginning that leaves the fewest cells without a number, among the advice
// on how numbers are written at the beginning, and returns the number of those that leave as few.
func (in *inspector) likeliest(advice []Advice) (sorted []Advice, count int) {
	numeric := slices.IndexFunc(advice, func(a Advice) bool {
		return slices.ContainsFunc(a.Calls, func(c Call) bool {
			return !slices.Contains([]string{"DecimalComma", "Thousands", "Percent", "Currency", "Comma"}, c.Option)
		})
	})
	if numeric < 0 {
		numeric = len(advice)
	}
	if numeric == 0 {
		return advice, 0
	}
	left := make(map[string]int)
	for _, a := range advice[:numeric] {
		left[a.String()] = in.texts(a.Calls)
	}
	sorted = slices.Clone(advice)
	slices.SortStableFunc(sorted[:numeric], func(a, b Advice) int { return cmp.Compare(left[a.String()], left[b.String()]) })
	for _, a := range sorted[:numeric] {
		if left[a.String()] == left[sorted[0].String()] {
			count++
		}
	}
	return sorted, count
}

// texts returns the number of cells that are texts, in columns of texts or among numbers, if more options are
// given.
func (in *inspector) texts(more []Call) (sum int) {
	o := newReadOptions(in.options(more...))
	_, content, err := contentOf(in.raw, in.name, in.as)
	if err != nil {
		return math.MaxInt
	}
	opened, err := in.as.open(content, o)
	if err != nil {
		return math.MaxInt
	}
	p, err := o.plan(opened.names())
	if err != nil {
		return math.MaxInt
	}
	t, err := opened.table(p.uses, o)
	if err != nil {
		return math.MaxInt
	}
	for _, f := range t.fields {
		sum += f.stray.count + f.column.texts()
	}
	return sum
}

// assumeTarget takes the last column of numbers for the target, or else the last one of two labels.
func (in *inspector) assumeTarget() error {
	said := in.given
	in.given = append(slices.Clone(said), Call{Option: "NoTarget"})
	f, err := in.settle()
	in.given = said
	if err != nil || f == nil {
		return err
	}
	in.Decisions = nil
	numbers, labels := f.targets()
	likely := append(labels, numbers...)
	if len(likely) == 0 {
		in.Refused = fmt.Errorf("no column can be the target: it must hold numbers, or two labels")
		return nil
	}
	others, last := likely[:len(likely)-1], likely[len(likely)-1]
	found := fmt.Sprintf("none is named: %q is the last column of numbers", last)
	if len(numbers) == 0 {
		found = fmt.Sprintf("none is named: %q is the last column of two labels", last)
	}
	if len(others) > 0 {
		found += ", and others that can be one are " + quoteList(others)
	}
	in.Decisions = []Decision{{About: "target", Found: found, Calls: []Call{{"Target", []string{last}}}, Asked: true}}
	_, err = in.settle()
	return err
}

// targets returns the columns that can be the target: of numbers that neither count nor name the rows, and of two labels.
func (f *Frame) targets() (numbers, labels []string) {
	left := f.LeftOut()
	for _, c := range f.columns {
		switch {
		case f.roles.of(c.name) != "" || slices.Contains(left, c.name):
		case c.kind == Numeric || c.kind == Integer:
			numbers = append(numbers, c.name)
		case c.kind == Boolean || c.kind == Categorical && len(c.levels) == 2:
			labels = append(labels, c.name)
		}
	}
	return numbers, labels
}

// look records the decisions of the reader itself.
func (in *inspector) look() {
	f := in.Frame
	for _, r := range f.Remarks() {
		d := Decision{About: "rows", Found: r.Says}
		switch r.Call.Option {
		case "NoHeader":
			d.About = "header"
		case "Drop":
			d.About = "categories"
		}
		if strings.Contains(r.Says, madeOfDates) {
			d.About = "dates"
		}
		if r.Call.Option != "" {
			d.Or = []Advice{{"that is wrong", []Call{r.Call}}}
		}
		in.Decisions = append(in.Decisions, d)
	}
	note := func(about, found, option string, of func(c column) string) {
		var said, names []string
		for _, j := range slices.Sorted(slices.Values(f.used())) {
			if c := f.columns[j]; !f.isTarget(c.name) {
				if text := of(c); text != "" {
					said, names = append(said, fmt.Sprintf("%q%s", c.name, text)), append(names, c.name)
				}
			}
		}
		if len(said) == 0 {
			return
		}
		d := Decision{About: about, Found: found + listed(said)}
		if option != "" {
			d.Or = []Advice{{"they are categories", []Call{{option, names}}}}
		}
		in.Decisions = append(in.Decisions, d)
	}
	note("categories", "texts are levels of ", "", func(c column) string {
		if c.kind != Categorical {
			return ""
		}
		return " (" + c.levelsNote(report.Plural(len(c.levels), "level")) + ")"
	})
	note("categories", "two words are 0 and 1 in ", "", func(c column) string {
		if c.kind != Boolean {
			return ""
		}
		return fmt.Sprintf(" (%s)", strings.Join(c.words(), ", "))
	})
	note("categories", "a few whole numbers may be codes in ", "Factor", func(c column) string {
		if c.kind != Integer {
			return ""
		}
		return c.codes()
	})
	var dates []string
	for _, c := range f.columns {
		if c.kind == Date && f.roles.of(c.name) == "" && !slices.ContainsFunc(f.DateInputs(), func(d DateInput) bool { return d.Column == c.name }) {
			dates = append(dates, c.name)
		}
	}
	if dates != nil {
		in.Decisions = append(in.Decisions, Decision{About: "dates", Found: "dates are kept and are no inputs: " + quoteList(dates), Or: []Advice{advise("inputs are to be made of them", "Dates", dates...)}})
	}
}

// listed returns the first of some texts.
func listed(texts []string) string {
	const most = 6
	if more := len(texts) - most; more > 0 {
		return strings.Join(texts[:most], "; ") + fmt.Sprintf("; and %d more", more)
	}
	return strings.Join(texts, "; ")
}

// codes returns the values of a column of whole numbers that has three to nine of them, each in several
// rows, and "" otherwise.
func (c column) codes() string {
	seen := make(map[float64]bool)
	for _, v := range c.values {
		if !math.IsNaN(v) {
			seen[v] = true
		}
		if len(seen) > 9 {
			return ""
		}
	}
	if len(seen) < 3 || len(c.values) < 4*len(seen) {
		return ""
	}
	var texts []string
	for v := range seen {
		texts = append(texts, format(v))
	}
	texts, _ = sortLevels(texts)
	return fmt.Sprintf(" (%s)", strings.Join(texts, ", "))
}

// Calls returns the options with which the table is read.
func (in *Inspection) Calls() []Call { return slices.Clone(in.calls) }

// Options returns the options with which the table is read.
func (in *Inspection) Options() []ReadOption {
	opts, _ := Options(in.calls...)
	return opts
}

// Call returns the call that reads the table, for a cell.
func (in *Inspection) Call() string {
	args := []string{fmt.Sprintf("%q", in.Path)}
	for _, c := range in.calls {
		args = append(args, c.String())
	}
	return fmt.Sprintf("%s(%s)", in.function, strings.Join(args, ", "))
}

// Report returns the decisions as a table with the call below it, and the columns of the table as a second
// one.
func (in *Inspection) Report() report.Report {
	return in.ReportIn(Call.String, report.Fact{Name: "the call", Text: in.Call()})
}

// ReportIn returns the Report with the options in the form that the given function writes, and
// with other facts in place of the call.
func (in *Inspection) ReportIn(write func(Call) string, facts ...report.Fact) report.Report {
	t := report.Table{Title: baseName(in.Path) + ": how it is read", Columns: report.Columns("about", "found", "said"), Facts: facts}
	if in.Frame != nil {
		t.Title = size(baseName(in.Path), in.Frame.N(), len(in.Frame.Groups()), in.Frame.D()) + ", and how it is read"
	}
	asked := 0
	for _, d := range in.Decisions {
		about := d.About
		if d.Asked {
			about += "?"
			asked++
		}
		t.Rows = append(t.Rows, []any{about, d.Found, inWords(d.Calls, write)})
		for _, a := range d.Or {
			t.Rows = append(t.Rows, []any{"", "  or, if " + a.When + ",", inWords(a.Calls, write)})
		}
		if d.Mend != "" && d.Mend != mendFile {
			t.Rows = append(t.Rows, []any{"", "  or " + d.Mend, ""})
		}
	}
	if len(in.Decisions) == 0 {
		t.Columns, t.Notes = nil, []string{"nothing has to be decided"}
	}
	if asked > 0 {
		t.Notes = append(t.Notes, "?: nothing in the table decides it, and the likeliest is taken; say whether that is right")
	}
	if in.Refused != nil {
		t.Warnings = append(t.Warnings, "it cannot be read yet: "+Explain(in.Refused, write))
		return report.Report{t}
	}
	for _, w := range in.Frame.Warnings() {
		if !slices.ContainsFunc(in.Frame.Remarks(), func(r Remark) bool { return r.String() == w }) {
			t.Warnings = append(t.Warnings, w)
		}
	}
	return report.Report{t, in.Frame.profile()}
}

// String returns the tables of the Report as plain text.
func (in *Inspection) String() string { return in.Report().String() }
