package data

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Conform returns the Frame with the inputs of the Frame that a model was trained on, found by
// their names: in its order, and with its levels, so that X means the same in both. needed says
// which columns of its X are wanted; nil is all of them.
//
// Where training had numbers, numbers are taken as they are. Truth values and the numbers 0 and 1
// stand for one another. Where training had levels, each cell is the level that is written as the
// cell is, whatever the kind of its column. A column with no cell but missing ones has no kind of
// its own, and takes that of training. Any other cell is an error that names its row and column,
// and so is an input that is not there.
func (f *Frame) Conform(train *Frame, needed []bool) (*Frame, error) {
	g, places, inputs := f.copy(), f.places(), make([]bool, len(f.columns))
	g.columns, g.inputs = nil, nil
	for _, t := range f.inputs {
		inputs[t.column] = true
	}
	taken := slices.Clone(inputs)
	at := make(map[int]int) // of the columns of train, in g
	same := true            // no column had to be changed
	for a, t := range train.inputs {
		if needed != nil && !needed[a] {
			continue
		}
		learned := train.columns[t.column]
		if learned.dated != nil {
			if k, done := at[t.column]; done {
				g.inputs = append(g.inputs, term{k, t.level})
				continue
			}
			c, is, err := f.conformDates(learned, places)
			if err == nil && is && t.level != asNumber {
				c, err = c.conformedLevels(learned)
				c.dated = learned.dated
			}
			if err != nil {
				return nil, fmt.Errorf("data: %w", err)
			}
			if is {
				if j, own := places[learned.name]; own {
					taken[j] = true
					same = same && f.columns[j].dated != nil && *f.columns[j].dated == *learned.dated
				}
				at[t.column] = len(g.columns)
				g.columns, g.inputs = append(g.columns, c), append(g.inputs, term{len(g.columns), t.level})
				continue
			}
		}
		j, found := places[learned.name]
		if !found {
			c, err := f.alone(train.names[a], learned.name, t.level != asNumber)
			if err != nil {
				return nil, err
			}
			g.inputs = append(g.inputs, term{len(g.columns), asNumber})
			g.columns = append(g.columns, c)
			continue
		}
		if _, done := at[t.column]; !done {
			if err := f.checkInput(j, inputs[j]); err != nil {
				return nil, err
			}
			c, err := f.columns[j].conformed(learned)
			if err != nil {
				return nil, fmt.Errorf("data: %w", err)
			}
			same = same && c.kind == f.columns[j].kind && slices.Equal(c.levels, f.columns[j].levels)
			at[t.column], taken[j] = len(g.columns), true
			g.columns = append(g.columns, c)
		}
		g.inputs = append(g.inputs, term{at[t.column], t.level})
	}
	for j, c := range f.columns {
		if !taken[j] {
			g.columns = append(g.columns, c)
		}
	}
	g.lay()
	if same && slices.Equal(g.names, f.names) {
		return f, nil
	}
	if err := g.checkNames(); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return g, nil
}

// alone returns a column of X whose own name the Frame has, while it lacks the column of training
// of which it is one: 0 and 1 for a level, which were a column of their own before the Frame was
// made, or the other way round.
func (f *Frame) alone(name, learned string, level bool) (column, error) {
	a := slices.Index(f.names, name)
	if a < 0 {
		return column{}, f.unknown(learned)
	}
	c := column{name: name, values: f.cells(f.inputs[a])}
	if i := c.notTruth(); level && i >= 0 {
		return c, fmt.Errorf("data: row %d of %q is %s, and the model learned a level there: it must be 1 or 0", i+1, name, c.text(i))
	}
	return c, nil
}

// checkInput refuses column j if it is no input. Dates and columns without a level never are: what
// is wrong with them is for conformed to say.
func (f *Frame) checkInput(j int, input bool) error {
	c := f.columns[j]
	switch {
	case input:
		return nil
	case c.name == f.target:
		return fmt.Errorf("data: %q is the target of these data, and the model needs it as an input: read them with another target, or with data.NoTarget", c.name)
	case f.roles.of(c.name) != "":
		return fmt.Errorf("data: %q is the %s of these data, and the model needs it as an input: read them without that role", c.name, f.roles.of(c.name))
	case c.kind == Date || c.kind == Categorical && len(c.levels) == 0:
		return nil
	}
	return fmt.Errorf("data: %q is a column of these data, but no input, and the model needs it as one: name it by Inputs", c.name)
}

// conformed returns the column as one like that which a model learned.
func (c column) conformed(learned column) (column, error) {
	if count, _ := c.missing(); count == len(c.values) { // there is nothing that could be wrong
		return column{name: c.name, kind: learned.kind, values: c.values, levels: learned.levels, fill: c.fill}, nil
	}
	numbers := c.kind == Numeric || c.kind == Integer
	switch learned.kind {
	case Categorical:
		return c.conformedLevels(learned)
	case Boolean:
		if i := c.notTruth(); c.kind == Boolean || numbers && i < 0 {
			return c, nil
		} else if numbers {
			return c, c.misfit(i, "truth values, which are 0 and 1 as numbers")
		}
		return c, c.misfit(c.firstText(), "truth values")
	}
	if numbers || c.kind == Boolean && learned.notTruth() < 0 {
		return c, nil
	}
	return c, c.misfit(c.firstText(), "numbers"+learned.span())
}

// conformedLevels returns the column with the levels that were learned.
func (c column) conformedLevels(learned column) (column, error) {
	places := make(map[string]int, len(learned.levels))
	for p, level := range learned.levels {
		places[level] = p
	}
	to := column{name: c.name, kind: Categorical, values: make([]float64, len(c.values)), levels: learned.levels, fill: c.fill}
	for i, v := range c.values {
		to.values[i] = v
		if math.IsNaN(v) {
			continue
		}
		p, known := places[c.text(i)]
		if !known {
			return c, c.misfit(i, "the levels "+quoteList(learned.levels))
		}
		to.values[i] = float64(p)
	}
	return to, nil
}

// notTruth returns the first row of a cell that is neither 0 nor 1 nor missing, -1 without one.
func (c column) notTruth() int {
	return slices.IndexFunc(c.values, func(v float64) bool { return v != 0 && v != 1 && !math.IsNaN(v) })
}

// firstText returns the first row whose cell is not written as a number, or else the first row
// that is not missing.
func (c column) firstText() int {
	first := -1
	for i, v := range c.values {
		if math.IsNaN(v) {
			continue
		}
		if _, err := strconv.ParseFloat(c.text(i), 64); err != nil {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}

// span returns the least and the largest number, as the end of a phrase.
func (c column) span() string {
	known := slices.DeleteFunc(slices.Clone(c.values), math.IsNaN)
	if len(known) == 0 {
		return ""
	}
	return fmt.Sprintf(" from %.6g to %.6g", slices.Min(known), slices.Max(known))
}

// cellNames are the words for a cell of each kind.
var cellNames = [...]string{Numeric: "the number", Integer: "the number", Boolean: "the truth value", Date: "the date", Categorical: "the text"}

// misfit returns the error of a cell that does not fit the kind which a model learned.
func (c column) misfit(row int, learned string) error {
	text := c.text(row)
	if c.kind == Categorical {
		text = strconv.Quote(text)
	}
	return fmt.Errorf("row %d of %q is %s %s, and the model learned %s: mend such cells, or leave their rows out", row+1, c.name, cellNames[c.kind], text, learned)
}
