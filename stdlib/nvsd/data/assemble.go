package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

// A use is the part that a column of a file has in the Frame: an input, the target, another
// role, or none.
type use int

const (
	skip      use = iota // it is not read
	inferIt              // its cells say of which kind it is
	asCodes              // the same, but numbers are texts if some of them cannot stand for theirs: see isCode
	asText               // its cells are texts, and it is Categorical
	asNumbers            // its cells are numbers
	asDate               // its cells are dates in the layout that the options say
)

// A plan lists the columns of a table with their uses. A reader makes it of the names alone
// and reads the columns; assemble makes a Frame of them.
type plan struct {
	o       *readOptions
	names   []string // of all columns
	unnamed []bool   // which of them have none in the file, and are read all the same
	uses    []use    // of each of them
	inputs  []int    // columns, in the order of the Frame's
	target  int      // a column, or none
	others  []int    // columns that have another role
	chosen  bool     // the inputs were named
	factors []string // named ones
	dated   []bool   // columns of dates of which inputs are made
	inParts bool     // it is for several tables, which are parts of one
	left    rowsLeft
}

// A table holds the columns of a file, once a reader has parsed them.
type table struct {
	source string // the name of the file, or of the data set
	rows   int
	fields []field // one for each column of the file; empty ones for those that are not read
	comma  string  // between the cells of a text
	unit   string  // what a place in the file is called: "line" or "row"
	at     func(row int) int
}

// A field is a column with a list of its stray cells, which do not have the type of the
// others. A reader of files whose columns have types has no stray cells.
type field struct {
	column
	empty fault // cells that are missing, which are NaN
	stray fault // cells that are neither missing nor of the column's kind, which are NaN
}

// A fault is a set of cells of one column that cannot be used, for one reason.
type fault struct {
	count  int
	row    int             // of the first of them, from 0
	text   string          // of that cell
	reason string          // what is wrong with it
	others []otherNumerals // by which such cells would be numbers
	texts  []string        // of such cells, each once
	good   int             // how many cells of the column can be used
	days   dayOrder        // of such cells that are dates
}

// add notes a cell.
func (e *fault) add(row int, text, reason string) {
	e.count++
	if e.count == 1 || row < e.row {
		e.row, e.text, e.reason = row, text, reason
	}
}

// layout returns the layout with the day first of the first cell, if the cell is a date such as
// 03/04/2021, and "" otherwise.
func (e fault) layout() string {
	if !strings.HasSuffix(e.reason, eitherOrder) {
		return ""
	}
	dayFirst, _ := eitherLayouts(e.text)
	return dayFirst
}

// none is the index of the target of a table that has none.
const none = -1

// plan assigns a use to each column of the given names.
func (o *readOptions) plan(header []string) (*plan, error) {
	names, without := unnamed(header), make([]bool, len(header))
	for j, name := range header {
		without[j] = name == "" && o.Inputs == nil
		if without[j] && slices.Contains(o.Drop, "") {
			names[j], without[j] = "", false
		}
	}
	p := &plan{unnamed: without, o: o, names: names, uses: make([]use, len(names)), dated: make([]bool, len(names)), chosen: o.Inputs != nil, factors: o.Factors}
	var err error
	p.inputs, p.target, p.others, err = o.columns(names)
	if err != nil {
		return nil, err
	}
	for _, j := range slices.Concat(p.inputs, p.others) {
		p.uses[j] = inferIt
	}
	for _, j := range p.others {
		if role := o.Roles.of(names[j]); role == "key" || role == "group" {
			p.uses[j] = asCodes
		}
	}
	if p.target != none {
		p.uses[p.target] = inferIt
		if o.Classes != nil {
			if err := o.Classes.check(); err != nil {
				return nil, err
			}
			p.uses[p.target] = asText
		}
	}
	for k, name := range o.Factors {
		j := slices.Index(names, name)
		switch {
		case slices.Contains(p.targets(), j):
			return nil, refuse("the target %q cannot be a factor: give its labels by %v", name, Call{Option: "Classes"})
		case name == o.Roles.Time:
			return nil, fmt.Errorf("the time %q cannot be a factor: it must hold dates or numbers", name)
		case j >= 0 && p.uses[j] == skip:
			return nil, fmt.Errorf("the factor %q is among the columns that other options leave out", name)
		case j < 0:
			return nil, fmt.Errorf("the factor %q is not among the columns that are read: %sthe columns are %s", name, spelling.Question(name, names), quoteList(names))
		case slices.Contains(o.Factors[:k], name):
			return nil, fmt.Errorf("the factor %q is named twice", name)
		}
		p.uses[j] = asText
	}
	for _, name := range o.Keep {
		if !slices.Contains(names, name) {
			return nil, refuse("the column %q of %v is not among the columns: %sthere are %s", name, Call{Option: "Keep"}, spelling.Question(name, names), quoteList(names))
		}
	}
	for name := range o.DateLayouts {
		j := slices.Index(names, name)
		switch {
		case j < 0:
			return nil, refuse("the column %q of %v is not among the columns: %sthere are %s", name, Call{Option: "DateLayout"}, spelling.Question(name, names), quoteList(names))
		case p.uses[j] == inferIt || p.uses[j] == asCodes:
			p.uses[j] = asDate
		}
	}
	if err := p.checkDates(); err != nil {
		return nil, err
	}
	for _, r := range o.Missing {
		for _, name := range r.Names {
			if !slices.Contains(names, name) {
				return nil, fmt.Errorf("the column %q, whose missing cells are to be filled in, is not among the columns: %sthere are %s", name, spelling.Question(name, names), quoteList(names))
			}
		}
	}
	return p, nil
}

// assemble makes a Frame of a table that was read by the plan.
func (p *plan) assemble(t table) (*Frame, error) {
	if t.rows == 0 {
		if t.unit == "line" {
			return nil, fmt.Errorf("there is a header and no row under it (n = 0): at least one row is needed")
		}
		return nil, fmt.Errorf("it has no row (n = 0): at least one row is needed")
	}
	f := &Frame{source: t.source, n: t.rows, roles: p.o.Roles.copy(), remarks: p.o.remarks}
	for _, j := range p.inputs {
		c := t.fields[j].column
		if c.kind == Date && p.chosen && !p.dated[j] {
			return nil, refuse("the input %q holds dates, which are not numbers of a kind that a model can use: make inputs of it by %v, or leave it out of %v", c.name, Call{"Dates", []string{c.name}}, Call{Option: "Inputs"})
		}
	}
	for j, without := range p.unnamed {
		if c := t.fields[j].column; without && p.uses[j] != skip && (j == p.target || c.named(p.names[j]).rowsOf() == "") {
			return nil, refuse("column %d has no name, and does not count or name the rows", j+1).
				about("names", "name it", advise("what has no name is to be left out", "Drop", ""))
		}
	}
	if p.target != none && p.o.Classes == nil && !p.inParts && len(p.o.Roles.Targets) == 0 {
		p.o.Classes = classesOf(t.fields[p.target].column)
	}
	if err := p.faults(t); err != nil {
		return nil, err
	}
	inputs, remarks := p.leaveOut(t.fields)
	kept, err := p.kept(t)
	if err != nil {
		return nil, err
	}
	f.n = len(kept)
	if f.n < t.rows && !p.inParts {
		f.remarks = append(f.remarks, Remark{Says: p.left.says(t.rows)})
	}
	targets := p.targets()
	for j := range p.names {
		if p.uses[j] == skip {
			continue
		}
		c := t.fields[j].column
		if f.n < t.rows {
			c = c.rows(kept).withLevelsInUse()
		}
		c.name = p.names[j]
		if j == p.target && p.o.Classes != nil {
			c, f.classes = p.o.Classes.column(c), p.o.Classes
		}
		how, err := p.filling(j, c)
		if err != nil {
			return nil, err
		}
		if how == leftOut {
			how = ""
		}
		if !slices.Contains(targets, j) {
			c = c.filled(how)
		}
		c.remark = remarks[j]
		if c.name == f.roles.Time && c.kind == Categorical {
			return nil, refuse("the column %q of %v holds texts, which have no order in time: if they are dates, say how they are written by %v", c.name, Call{Option: "Time"}, Call{Option: "DateLayout"})
		}
		f.columns = append(f.columns, c)
	}
	places := f.places()
	for _, j := range inputs {
		at := places[p.names[j]]
		if c := f.columns[at]; c.kind != Date {
			if err := p.checkLevels(c); err != nil {
				return nil, err
			}
			if c.remark == nil {
				f.columns[at].remark = c.sparse()
			}
			f.inputs = append(f.inputs, f.terms(at)...)
		} else if p.dated[j] {
			if err := f.addDates(at, p.o.Missing); err != nil {
				return nil, err
			}
		}
	}
	if at := f.find(f.roles.Time); at >= 0 && slices.Contains(p.o.Dates, f.roles.Time) {
		if err := f.addDates(at, p.o.Missing); err != nil {
			return nil, err
		}
	}
	if p.target != none {
		f.target = p.names[p.target]
	}
	f.lay()
	if err := f.checkNames(); err != nil {
		return nil, err
	}
	return f.weighed()
}

// faults returns a *CellError if there are cells that cannot be used.
func (p *plan) faults(t table) error {
	type found struct {
		fault
		column, order int
		fill          Filling // that would do, "" if none does
	}
	var all []found
	add := func(e fault, j, order int, by Filling) {
		if e.count > 0 {
			all = append(all, found{e, j, order, by})
		}
	}
	targets := p.targets()
	for order, j := range slices.Concat(p.inputs, p.others) {
		if slices.Contains(targets, j) {
			continue
		}
		c := t.fields[j]
		c.name = p.names[j]
		add(c.stray, j, order, "")
		how, err := p.filling(j, c.column)
		if err != nil {
			return err
		}
		if p.dated[j] && how == "" {
			by, err := datesFilled(p.o.Missing, c.column)
			if err != nil {
				return err
			}
			if by != "" {
				add(c.empty, j, order, by)
			}
		}
		if how == "" && order < len(p.inputs) && c.kind != Date {
			by := Mean
			if c.kind == Categorical {
				by = MissingLevel
			}
			add(c.empty, j, order, by)
		}
	}
	for k, j := range targets {
		c, order := t.fields[j], len(p.names)+k
		if !slices.ContainsFunc(p.o.Missing, func(r missingRule) bool {
			return (r.How == Missing || r.How == leftOut) && (len(r.Names) == 0 || slices.Contains(r.Names, p.names[j]))
		}) {
			add(c.empty, j, order, Missing)
		}
		add(p.notTarget(c), j, order, "")
	}
	if len(all) == 0 {
		return nil
	}
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.order, b.order))
	})
	first := all[0]
	bad := &CellError{Line: t.at(first.row), Column: p.names[first.column], Text: first.text, Reason: first.reason, More: -1, ofTarget: slices.Contains(targets, first.column), unit: t.unit, fill: first.fill, found: first.fault}
	bad.found.others, bad.found.days = p.o.apart(first.others, t.comma), dayOrder{}
	for _, e := range all {
		if (e.fill == "") == (first.fill == "") && e.layout() == first.layout() {
			bad.More += e.count
			bad.found.days = bad.found.days.and(e.days)
			if e.column == first.column || !slices.Contains(targets, e.column) { // it can be no factor, and not be left out
				bad.add(p.names[e.column])
			}
		}
	}
	const most = 6 // names in a message
	bad.Advice = bad.advised(bad.Columns[:min(len(bad.Columns), most)])
	return bad
}

// notTarget returns the cells of a target that are no numbers, and none of its classes.
func (p *plan) notTarget(c field) fault {
	if p.o.Classes == nil && (c.kind == Numeric || c.kind == Integer) {
		return c.stray
	}
	bad := fault{texts: c.labels()}
	for i, v := range c.values {
		if math.IsNaN(v) {
			continue
		}
		text := c.text(i)
		if p.o.Classes == nil {
			bad.add(i, text, fmt.Sprintf("%q is not a number", text))
		} else if _, reason := p.o.Classes.value(text); reason != "" {
			bad.add(i, text, reason)
		}
	}
	return bad
}

// leastIdentifier is the number of rows from which a column of texts that all differ is taken
// for an identifier. Fewer rows may have as many levels.
const leastIdentifier = 9

// checkLevels refuses a categorical input with too many levels, and one that has another level
// in nearly every row if nobody has called it a factor.
func (p *plan) checkLevels(c column) error {
	if err := c.checkLevels(); err != nil {
		return refusal(err).about("identifier", "", advise("it tells the rows apart, and is no input", "Key", c.name), advise("it is to be left out", "Drop", c.name))
	}
	missing, _ := c.missing()
	n := len(c.values) - missing
	if c.kind != Categorical || n < leastIdentifier || 10*len(c.levels) <= 9*n || slices.Contains(p.factors, c.name) || slices.Contains(p.o.Keep, c.name) {
		return nil
	}
	found := fmt.Sprintf("%d texts in %d rows", len(c.levels), n)
	if len(c.levels) == n {
		found = fmt.Sprintf("another text in each of the %d rows", n)
	}
	return refuse("the column %q has %s, as an identifier has", c.name, found).about("identifier", "",
		advise("it tells the rows apart, and is no input", "Key", c.name), advise("it is to be left out", "Drop", c.name), advise("it holds categories", "Factor", c.name))
}

// checkLevels refuses more levels than can be told apart.
func (c column) checkLevels() error {
	if c.kind == Categorical && len(c.levels) > maxLevels {
		return refuse("the factor %q has %d levels: more than %d cannot be told apart; is it an identifier? Then leave it out", c.name, len(c.levels), maxLevels)
	}
	return nil
}

// columns returns the indices of the columns that the options name.
func (o *readOptions) columns(header []string) (inputs []int, target int, others []int, err error) {
	find := func(name, role string) (int, error) {
		j := slices.Index(header, name)
		if j < 0 {
			return 0, fmt.Errorf("%s %q is not among the columns: %sthere are %s", role, name, spelling.Question(name, header), quoteList(header))
		}
		return j, nil
	}
	fail := func(format string, args ...any) ([]int, int, []int, error) {
		return nil, 0, nil, fmt.Errorf(format, args...)
	}
	if err := o.checkTargets(); err != nil {
		return nil, 0, nil, err
	}
	dropped, apart := make([]bool, len(header)), make([]bool, len(header))
	for _, name := range o.Drop {
		j, err := find(name, "the column to drop")
		if err != nil {
			return nil, 0, nil, err
		}
		for k := j; k < len(header); k++ { // several can have no name
			dropped[k] = dropped[k] || header[k] == name
		}
	}
	for _, name := range o.Roles.names() {
		j, err := find(name, "the "+o.Roles.of(name))
		switch {
		case err != nil:
			return nil, 0, nil, err
		case dropped[j]:
			return fail("the %s %q is also dropped", o.Roles.of(name), name)
		case apart[j]:
			return fail("%q has two of the roles target, key, group, time and weight: give it one", name)
		}
		apart[j] = true
		others = append(others, j)
	}

	target = len(header) - 1
	switch {
	case o.NoTarget && o.Target != "":
		return nil, 0, nil, refuse("the target is %q, and there is none by %v: give one of the two", o.Target, Call{Option: "NoTarget"})
	case o.NoTarget:
		target = none
	case o.Target != "":
		target, err = find(o.Target, "the target")
		if err != nil {
			return nil, 0, nil, err
		}
	default:
		for target > 0 && (dropped[target] || apart[target]) {
			target--
		}
	}
	if target != none && dropped[target] {
		return fail("the target %q is also dropped", header[target])
	}
	if target != none && apart[target] {
		return fail("%q is both the target and the %s", header[target], o.Roles.of(header[target]))
	}

	if o.Inputs == nil {
		for j := range header {
			if j != target && !dropped[j] && !apart[j] {
				inputs = append(inputs, j)
			}
		}
	}
	used := map[int]bool{}
	for _, name := range o.Inputs {
		j, err := find(name, "the input")
		switch {
		case err != nil:
			return nil, 0, nil, err
		case j == target:
			return fail("%q is both an input and the target", name)
		case dropped[j]:
			return fail("the input %q is also dropped", name)
		case apart[j]:
			return fail("%q is both an input and the %s", name, o.Roles.of(name))
		case used[j]:
			return fail("the input %q is named twice", name)
		}
		used[j] = true
		inputs = append(inputs, j)
	}
	if len(inputs) == 0 && len(others) == 0 {
		beside := ""
		if target != none {
			beside = fmt.Sprintf(" beside the target %q", header[target])
		}
		return nil, 0, nil, refuse("no inputs are left (d = 0)%s: at least one is needed", beside).about("", "", advise("there is no target", "NoTarget"))
	}
	return inputs, target, others, nil
}
