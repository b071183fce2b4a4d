package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// A Kind is a type of cells: numbers, whole numbers, truth values, dates or categories.
type Kind int

// The kinds of columns.
const (
	Numeric     Kind = iota // numbers
	Integer                 // whole numbers, at most 2^53 in size
	Boolean                 // false and true
	Date                    // moments, in UTC
	Categorical             // one of several levels, without order or distance
)

// kinds are the names of the kinds.
var kinds = [...]string{"numeric", "integer", "boolean", "date", "categorical"}

// String returns the name of the kind.
func (k Kind) String() string {
	if k < 0 || int(k) >= len(kinds) {
		return fmt.Sprintf("Kind(%d)", int(k))
	}
	return kinds[k]
}

// MarshalText returns the name of the kind.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText sets the kind by its name.
func (k *Kind) UnmarshalText(text []byte) error {
	i := slices.Index(kinds[:], string(text))
	if i < 0 {
		return fmt.Errorf("data: %q is no kind of column: there are %s", text, quoteList(kinds[:]))
	}
	*k = Kind(i)
	return nil
}

// A column holds the cells of one variable, one for each row. Every kind holds its cells as
// numbers, so that all of them are moved and compared in one way. Its slices never change.
type column struct {
	name   string
	kind   Kind
	values []float64  // 0 and 1 for a Boolean, seconds since 1970 for a Date, indices of levels for a Categorical; NaN where a cell is missing
	levels []string   // of a Categorical, sorted as sortLevels does; of a Boolean, how false and true were written, if not so
	layout string     // of a Date: how it was written, as package time writes layouts
	fill   Filling    // what a fit does where a cell is missing
	remark *Remark    // of its reader, nil if there is none
	dated  *DateInput // how it is made of dates, nil for other columns
}

// rows returns the column with only the cells of the given rows.
func (c column) rows(index []int) column {
	values := make([]float64, len(index))
	for i, row := range index {
		values[i] = c.values[row]
	}
	c.values = values
	return c
}

// withLevelsInUse returns the column without levels that no row has, if it is Categorical.
func (c column) withLevelsInUse() column {
	if c.kind != Categorical {
		return c
	}
	var levels []string
	place := slices.Repeat([]int{-1}, len(c.levels)) // in levels
	for _, v := range c.values {
		if !math.IsNaN(v) {
			place[int(v)] = 0
		}
	}
	for k, level := range c.levels {
		if place[k] == 0 {
			place[k] = len(levels)
			levels = append(levels, level)
		}
	}
	values := slices.Clone(c.values)
	for i, v := range values {
		if !math.IsNaN(v) {
			values[i] = float64(place[int(v)])
		}
	}
	c.levels, c.values = levels, values
	return c
}

// named returns the column with another name.
func (c column) named(name string) column {
	c.name = name
	return c
}

// missing returns how many cells are missing, and the first of their rows.
func (c column) missing() (count, first int) {
	first = -1
	for i, v := range c.values {
		if math.IsNaN(v) {
			count++
			if first < 0 {
				first = i
			}
		}
	}
	return count, first
}

// texts returns how many cells of a Categorical column are not missing, and 0 for others.
func (c column) texts() int {
	if c.kind != Categorical {
		return 0
	}
	missing, _ := c.missing()
	return len(c.values) - missing
}

// text returns the cell of row i as it is written to a file; "" where it is missing.
func (c column) text(i int) string {
	v := c.values[i]
	switch {
	case math.IsNaN(v):
		return ""
	case c.kind == Categorical:
		return c.levels[int(v)]
	case c.kind == Boolean:
		return c.words()[int(v)]
	case c.kind == Date:
		return moment(v).Format(cmp.Or(c.layout, time.RFC3339Nano))
	case c.kind == Integer:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return format(v)
}

// words returns how false and true are written in a Boolean column, nil for others.
func (c column) words() []string {
	switch {
	case c.kind != Boolean:
		return nil
	case c.levels != nil:
		return c.levels
	}
	return []string{"false", "true"}
}

// moment returns the time that is so many seconds after the beginning of 1970, in UTC, to the
// nearest microsecond.
func moment(seconds float64) time.Time {
	whole := math.Floor(seconds)
	micros := math.Round((seconds - whole) * 1e6)
	return time.Unix(int64(whole), int64(micros)*1000).UTC()
}

// seconds returns a time as the number that moment makes a time of.
func seconds(t time.Time) float64 {
	return typed.Seconds(t.Unix(), int64(t.Nanosecond()))
}

// sortLevels returns the levels in order, by number if all are numbers and else by text, and
// the place there of every one of them.
func sortLevels(levels []string) (sorted []string, place []int) {
	numbers := make(map[string]float64)
	for _, level := range levels {
		if v, err := strconv.ParseFloat(level, 64); err == nil && finite(v) {
			numbers[level] = v
		}
	}
	order := make([]int, len(levels))
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(a, b int) int {
		s, t := levels[a], levels[b]
		if len(numbers) == len(levels) {
			return cmp.Or(cmp.Compare(numbers[s], numbers[t]), cmp.Compare(s, t))
		}
		return cmp.Compare(s, t)
	})
	place = make([]int, len(levels))
	for p, k := range order {
		sorted = append(sorted, levels[k])
		place[k] = p
	}
	return sorted, place
}

// categorical returns a column of the texts, in which "" stands for a missing cell.
func categorical(name string, texts []string) column {
	codes := make(map[string]int)
	var levels []string
	values := make([]float64, len(texts))
	for i, text := range texts {
		text = strings.TrimSpace(text)
		if text == "" {
			values[i] = math.NaN()
			continue
		}
		k, known := codes[text]
		if !known {
			k = len(levels)
			codes[text] = k
			levels = append(levels, text)
		}
		values[i] = float64(k)
	}
	return column{name: name, kind: Categorical, values: values, levels: levels}.inOrder()
}

// inOrder returns a Categorical column with its levels sorted.
func (c column) inOrder() column {
	levels, place := sortLevels(c.levels)
	values := make([]float64, len(c.values))
	for i, v := range c.values {
		values[i] = v
		if !math.IsNaN(v) {
			values[i] = float64(place[int(v)])
		}
	}
	c.levels, c.values = levels, values
	return c
}
