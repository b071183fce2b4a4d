package data

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

// Dates names columns of dates of which inputs are made, by the [DatePart] each. The column stays beside them. Which parts there are, and the
// first date, is learned when the table is read, and by [Frame.Split] from the training part. A model makes the same inputs of the dates
// of new rows, which need the column of dates alone.
//
// Parts that the dates cannot show are left out: those that hardly vary, the day of the week where the dates are within a week, the time of
// the year where they are within less than a year, and the time of day where all are at midnight or within a day. Times are in UTC. A missing date is
// missing in each of the inputs, for which [Impute] and [DropMissing] take the name of the column too.
func Dates(names ...string) ReadOption {
	return func(o *readOptions) { o.Dates = append(o.Dates, names...) }
}

// A DatePart is a number or a category that a date has.
type DatePart string

// The parts of a date. Sines and cosines are of the angle that has gone by of the year, or of the day.
const (
	DateDays    DatePart = "days" // since the first date of training
	DateYearSin DatePart = "year sin"
	DateYearCos DatePart = "year cos"
	DateWeekday DatePart = "weekday" // a category: Monday, ..., Sunday
	DateDaySin  DatePart = "day sin"
	DateDayCos  DatePart = "day cos"
)

// A DateInput is an input that is made of a column of dates, by the option [Dates].
type DateInput struct {
	Name   string    `json:"name"`   // of the input
	Column string    `json:"column"` // of the dates
	Part   DatePart  `json:"part"`
	Origin time.Time `json:"origin"` // the first date, from which days count
}

// A dateKind is a part of dates, or the sine and the cosine of one.
type dateKind struct {
	says  string
	parts []DatePart
	lacks func(first, last time.Time) string // the reason why dates in this range do not show the part; "" if they do
}

// dateKinds lists the parts of dates.
var dateKinds = []dateKind{
	{"days since %s", []DatePart{DateDays}, func(first, last time.Time) string { return "" }},
	{"the time of the year", []DatePart{DateYearSin, DateYearCos}, func(first, last time.Time) string {
		if last.Before(first.AddDate(1, 0, -1)) {
			return "the dates are within less than a year"
		}
		return ""
	}},
	{"the day of the week", []DatePart{DateWeekday}, func(first, last time.Time) string {
		if last.Before(first.AddDate(0, 0, 6)) {
			return "the dates are within less than a week"
		}
		return ""
	}},
	{"the time of day", []DatePart{DateDaySin, DateDayCos}, func(first, last time.Time) string {
		if last.Before(first.AddDate(0, 0, 1)) {
			return "the dates are within less than a day"
		}
		return ""
	}},
}

// leastDateSpread is the least difference of sines or cosines that is told from none: 1 January is at another angle in leap years.
const leastDateSpread = 0.02

// value returns the part of a date that is so many seconds after the beginning of 1970, NaN for NaN. Of a weekday it is the place in weekdays.
func (d DateInput) value(at float64) float64 {
	if math.IsNaN(at) {
		return at
	}
	t := moment(at)
	var from, to time.Time
	switch d.Part {
	case DateWeekday:
		return float64((int(t.Weekday()) + 6) % 7)
	case DateYearSin, DateYearCos:
		from = time.Date(t.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
		to = from.AddDate(1, 0, 0)
	case DateDaySin, DateDayCos:
		from = t.Truncate(24 * time.Hour)
		to = from.Add(24 * time.Hour)
	default:
		return (at - seconds(d.Origin)) / (24 * 60 * 60)
	}
	angle := 2 * math.Pi * (float64(t.Sub(from)) / float64(to.Sub(from)))
	if d.Part == DateYearSin || d.Part == DateDaySin {
		return math.Sin(angle)
	}
	return math.Cos(angle)
}

// weekdays are the days of the week in order.
var weekdays = [...]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// of returns the input that is made of the dates. The levels of a weekday are those that occur, unless some are learned.
func (d DateInput) of(dates []float64, learned []string) column {
	c := column{name: d.Name, values: make([]float64, len(dates)), dated: &d}
	for i, v := range dates {
		c.values[i] = d.value(v)
	}
	if d.Part != DateWeekday {
		return c
	}
	c.kind, c.levels = Categorical, weekdays[:]
	if learned == nil {
		return c.withLevelsInUse()
	}
	return c
}

// checkDates refuses columns of the option Dates that cannot be ones of dates, and sets their uses.
func (p *plan) checkDates() error {
	for k, name := range p.o.Dates {
		j, call := slices.Index(p.names, name), Call{Option: "Dates"}
		switch {
		case j < 0:
			return refuse("the column %q of %v is not among the columns: %sthere are %s", name, call, spelling.Question(name, p.names), quoteList(p.names))
		case slices.Contains(p.o.Dates[:k], name):
			return refuse("the column %q of %v is named twice", name, call)
		case slices.Contains(p.targets(), j):
			return refuse("the target %q cannot be one of %v, whose columns are inputs", name, call)
		case p.uses[j] == skip:
			return refuse("the column %q of %v is among the columns that other options leave out", name, call)
		case p.uses[j] == asText:
			return refuse("the column %q is a factor and one of %v: it is one of them", name, call)
		case name != p.o.Roles.Time && p.o.Roles.of(name) != "":
			return refuse("the column %q is the %s and one of %v: it is one of them", name, p.o.Roles.of(name), call)
		}
		p.uses[j], p.dated[j] = asDate, true
	}
	return nil
}

// madeOfDates is a part of each remark on such inputs.
const madeOfDates = "made of the dates"

// datesOf returns the inputs that are made of a column of dates, learned from its cells, with a sentence on them.
func datesOf(c column) (inputs []column, remark *Remark) {
	known := slices.DeleteFunc(slices.Clone(c.values), math.IsNaN)
	if len(known) == 0 {
		return nil, &Remark{Says: fmt.Sprintf("no input is "+madeOfDates+" %q: all are missing", c.name)}
	}
	first, last := moment(slices.Min(known)), moment(slices.Max(known))
	if first.Equal(last) {
		return nil, &Remark{Says: fmt.Sprintf("no input is "+madeOfDates+" %q: all are the same", c.name)}
	}
	var made, left []string
	for _, kind := range dateKinds {
		says, names := kind.says, []string(nil)
		why := kind.lacks(first, last)
		for _, part := range kind.parts {
			if why != "" {
				break
			}
			input := DateInput{Name: c.name + ":" + string(part), Column: c.name, Part: part, Origin: first}.of(c.values, nil)
			if input.varies() {
				inputs, names = append(inputs, input), append(names, fmt.Sprintf("%q", input.name))
			}
		}
		if strings.Contains(says, "%") {
			says = fmt.Sprintf(says, first.Format(layoutOf(first)))
		}
		switch {
		case names != nil:
			made = append(made, fmt.Sprintf("%s (%s)", strings.Join(names, " and "), says))
		case why != "":
			left = append(left, fmt.Sprintf("%s, since %s", says, why))
		default:
			left = append(left, fmt.Sprintf("%s, which is the same in all", says))
		}
	}
	says := fmt.Sprintf("inputs "+madeOfDates+" %q: %s", c.name, strings.Join(made, ", "))
	if left != nil {
		says += "; not " + strings.Join(left, "; not ")
	}
	return inputs, &Remark{Says: says}
}

// layoutOf returns the layout of a date with as much of a time as there is.
func layoutOf(t time.Time) string {
	if t.Equal(t.Truncate(24 * time.Hour)) {
		return time.DateOnly
	}
	return time.DateTime
}

// varies reports whether an input that is made of dates differs in some rows.
func (c column) varies() bool {
	known := slices.DeleteFunc(slices.Clone(c.values), math.IsNaN)
	least := leastDateSpread
	if c.dated.Part == DateDays || c.kind == Categorical {
		least = 0
	}
	return slices.Max(known)-slices.Min(known) > least
}

// addDates adds the inputs that are made of column j, which holds dates.
func (f *Frame) addDates(j int, rules []missingRule) error {
	inputs, remark := datesOf(f.columns[j])
	for k, c := range inputs {
		how, err := filling(ofPart(rules, c), c)
		if err != nil {
			return err
		}
		if how == leftOut {
			how = ""
		}
		if f.find(c.name) >= 0 {
			return refuse("there is a column %q, which is the name of an input that %v makes: give the column another name", c.name, Call{"Dates", []string{f.columns[j].name}})
		}
		c = c.filled(how)
		if k == 0 {
			c.remark = remark
		}
		f.columns = append(f.columns, c)
		f.inputs = append(f.inputs, f.terms(len(f.columns)-1)...)
	}
	if len(inputs) == 0 {
		f.remarks = append(slices.Clip(f.remarks), *remark)
	}
	return nil
}

// ofPart returns the rules in which the column of the dates stands for an input that is made of it.
func ofPart(rules []missingRule, c column) []missingRule {
	var own []missingRule
	for _, r := range rules {
		if slices.Contains(r.Names, c.dated.Column) {
			if !r.How.suits(c.kind) {
				continue
			}
			r.Names = append(slices.Clone(r.Names), c.name)
		}
		own = append(own, r)
	}
	return own
}

// datesFilled returns a Filling that the missing cells of a column of dates need beside the rules, "" if none.
func datesFilled(rules []missingRule, c column) (Filling, error) {
	inputs, _ := datesOf(c)
	if len(inputs) == 0 { // of a few rows, or of one date
		inputs = []column{{name: c.name, dated: &DateInput{Column: c.name}}}
	}
	for _, input := range inputs {
		how, err := filling(ofPart(rules, input), input)
		if err != nil || how != "" {
			continue
		}
		if input.kind == Categorical {
			return MissingLevel, nil
		}
		return Mean, nil
	}
	return "", nil
}

// DateInputs returns the inputs that are made of columns of dates, in the order of the columns of X.
func (f *Frame) DateInputs() []DateInput {
	var inputs []DateInput
	last := none
	for _, t := range f.inputs {
		if d := f.columns[t.column].dated; d != nil && t.column != last {
			own := *d
			own.Name = f.columns[t.column].name
			inputs = append(inputs, own)
		}
		last = t.column
	}
	return inputs
}

// SourceOf returns the name of the column that an input comes from: of the column of dates that it is made of, and else its own.
func (f *Frame) SourceOf(input string) string {
	if j := f.find(input); j >= 0 && f.columns[j].dated != nil {
		return f.columns[j].dated.Column
	}
	return input
}

// conformDates returns the input that a model has learned to make of dates, from the dates of the Frame. ok is false if it has no such column.
func (f *Frame) conformDates(learned column, places map[string]int) (c column, ok bool, err error) {
	if j, is := places[learned.name]; is && f.columns[j].dated != nil && *f.columns[j].dated == *learned.dated && slices.Equal(f.columns[j].levels, learned.levels) {
		return f.columns[j], true, nil
	}
	j, is := places[learned.dated.Column]
	if !is {
		j, is = places[learned.name]
		if is && f.columns[j].dated != nil {
			return f.columns[j].sinceOrigin(*learned.dated), true, nil
		}
		return c, false, nil
	}
	dates := f.columns[j]
	if count, _ := dates.missing(); dates.kind != Date && count < f.n {
		return c, false, fmt.Errorf("data: %w", dates.misfit(dates.firstText(), "dates"))
	}
	return learned.dated.of(dates.values, learned.levels), true, nil
}

// sinceOrigin returns an input of days as one that counts from another date.
func (c column) sinceOrigin(d DateInput) column {
	if d.Part != DateDays || c.dated.Part != DateDays {
		return c
	}
	shift := d.value(seconds(c.dated.Origin))
	c.values, c.dated = slices.Clone(c.values), &d
	for i := range c.values {
		c.values[i] += shift
	}
	return c
}

// learnDates makes the inputs of dates those that a training part shows, in it and in the other parts.
func learnDates(train *Frame, parts []*Frame) {
	var sources []string
	for _, d := range train.DateInputs() {
		if !slices.Contains(sources, d.Column) {
			sources = append(sources, d.Column)
		}
	}
	for _, name := range sources {
		j := train.find(name)
		if j < 0 || train.columns[j].kind != Date {
			continue // the dates themselves are gone
		}
		shown, remark := datesOf(train.columns[j])
		for _, f := range parts {
			f.keepDates(name, shown, remark)
		}
	}
}

// keepDates removes the inputs that are made of a column of dates and are not among those that are shown, from whose origin the days count.
func (f *Frame) keepDates(name string, shown []column, remark *Remark) {
	gone, first := make([]bool, len(f.columns)), true
	for j, c := range f.columns {
		if c.dated == nil || c.dated.Column != name {
			continue
		}
		k := slices.IndexFunc(shown, func(s column) bool { return s.dated.Part == c.dated.Part })
		gone[j] = k < 0
		if k < 0 {
			continue
		}
		f.columns[j] = c.sinceOrigin(*shown[k].dated)
		own := *shown[k].dated
		own.Name = c.name
		f.columns[j].dated, f.columns[j].remark = &own, nil
		if first {
			f.columns[j].remark, first = remark, false
		}
	}
	f.without(gone)
	f.lay()
}

// filling returns the Filling of column j of the plan. One for the inputs that are made of dates is not for the dates.
func (p *plan) filling(j int, c column) (Filling, error) {
	rules := p.o.Missing
	if p.dated[j] {
		rules = slices.DeleteFunc(slices.Clone(rules), func(r missingRule) bool { return !r.How.suits(Date) })
	}
	return filling(rules, c)
}

// setDates sets the inputs that are made of dates in a Frame.
func (p *Plain) setDates(f *Frame) error {
	for _, d := range p.Dates {
		j := f.find(d.Name)
		if j < 0 {
			return fmt.Errorf("there is no input %q, which is said to be made of dates", d.Name)
		}
		if err := d.check(f.columns[j].kind); err != nil {
			return err
		}
		f.columns[j].dated = &d
	}
	return nil
}

// check reports a part that there is not, or that is of another kind than a column.
func (d DateInput) check(kind Kind) error {
	known := slices.ContainsFunc(dateKinds, func(k dateKind) bool { return slices.Contains(k.parts, d.Part) })
	if !known || (d.Part == DateWeekday) != (kind == Categorical) {
		return fmt.Errorf("the %v input %q is said to be the part %q of dates", kind, d.Name, d.Part)
	}
	return nil
}
