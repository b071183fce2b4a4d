package data

import (
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Split is a Frame that is divided into parts that share no row. A part that was
// not asked for is nil.
type Split struct {
	Train, Valid, Test *Frame
}

// Report returns the sizes of the parts that were asked for as a table.
func (s Split) Report() report.Report {
	t := report.Table{Columns: report.Columns("part", "observations")}
	for _, part := range s.parts() {
		if part.frame != nil {
			t.Rows = append(t.Rows, []any{part.name, part.frame.N()})
		}
	}
	return report.Report{t}
}

// A namedPart is a part of a Split, nil if it was not asked for.
type namedPart struct {
	name  string
	frame *Frame
}

func (s Split) parts() [3]namedPart {
	return [3]namedPart{{"Train", s.Train}, {"Valid", s.Valid}, {"Test", s.Test}}
}

// A SplitOption is a setting of a split: the size of a part, or the draw of the rows.
type SplitOption func(*splitOptions)

// splitOptions are all that the options of a split say. Every field is exported, since an
// [Origin] has them as JSON.
type splitOptions struct {
	Count    [3]int     `json:"count,omitzero"` // train, valid, test
	Fraction [3]float64 `json:"fraction,omitzero"`
	Counted  bool       `json:"counted,omitempty"`
	Seed     uint64     `json:"seed"`
	By       division   `json:"by,omitempty"`
	Strata   string     `json:"strata,omitempty"` // a column
}

// Rest is the size of a part that gets every row that the other parts leave.
const Rest = -1

// Train asks for a training part of n rows.
func Train(n int) SplitOption { return part(0, n) }

// Valid asks for a validation part of n rows.
func Valid(n int) SplitOption { return part(1, n) }

// Test asks for a test part of n rows.
func Test(n int) SplitOption { return part(2, n) }

func part(p, n int) SplitOption {
	return func(o *splitOptions) { o.Count[p], o.Counted = n, true }
}

// Fractions asks for the three parts as fractions of the rows, each between 0 and 1 and
// together at most 1. Each is rounded down. If they are all of the rows, the rows that rounding
// leaves go to the training part.
func Fractions(train, valid, test float64) SplitOption {
	return func(o *splitOptions) { o.Fraction = [3]float64{train, valid, test} }
}

// Seed is the seed of the draw; the same seed gives the same split. The default is 0.
func Seed(seed uint64) SplitOption {
	return func(o *splitOptions) { o.Seed = seed }
}

// stream is the second half of every PCG seed of this package.
const stream = 0x6e767364

// Split divides the rows at random, without replacement, or as [ByGroup], [ByTime] or
// [Stratified] say.
//
// It is an error to ask for no training rows, for more rows than there are, or for both counts
// and fractions.
func (f *Frame) Split(opts ...SplitOption) (Split, error) {
	var o splitOptions
	for _, opt := range opts {
		opt(&o)
	}
	count, err := o.counts(f.N())
	if err != nil {
		return Split{}, fmt.Errorf("data: split of %d rows: %w", f.N(), err)
	}
	rows, err := f.divide(&o, count)
	if err != nil {
		return Split{}, fmt.Errorf("data: split of %d rows: %w", f.n, err)
	}
	var parts [3]*Frame
	for p, name := range []string{"Train", "Valid", "Test"} {
		if count[p] > 0 {
			parts[p] = f.rows(rows[p]).step(f, Step{Verb: "Split", Split: &o, Part: name})
		}
	}
	learnDates(parts[0], slices.DeleteFunc(slices.Clone(parts[:]), func(f *Frame) bool { return f == nil }))
	return Split{Train: parts[0], Valid: parts[1], Test: parts[2]}, nil
}

// counts returns how many of n rows each part gets.
func (o *splitOptions) counts(n int) ([3]int, error) {
	names := partNames
	count := o.Count
	if o.Fraction != [3]float64{} {
		if o.Counted {
			return count, fmt.Errorf("counts and fractions are both given: give one of them")
		}
		sum := 0.0
		for p, share := range o.Fraction {
			if !(share >= 0 && share <= 1) {
				return count, fmt.Errorf("the fraction of the %s part is %v: it must be between 0 and 1", names[p], share)
			}
			sum += share
			count[p] = int(math.Floor(share*float64(n) + 1e-9))
		}
		if sum > 1+1e-9 {
			return count, fmt.Errorf("the fractions add up to %v: at most 1 is possible", sum)
		}
		if sum > 1-1e-9 {
			count[0] += n - count[0] - count[1] - count[2]
		}
		for p, share := range o.Fraction {
			if share > 0 && count[p] == 0 {
				return count, fmt.Errorf("the fraction %v of the %s part is less than a row: ask for more, or leave it out by 0", share, names[p])
			}
		}
	}

	used, rest := 0, -1
	for p, c := range count {
		switch {
		case c == Rest && rest >= 0:
			return count, fmt.Errorf("the %s and the %s part both ask for the rest", names[rest], names[p])
		case c == Rest:
			rest = p
		case c < 0:
			return count, fmt.Errorf("%d rows are asked for the %s part: a count is not negative", c, names[p])
		default:
			used += c
		}
	}
	if used > n {
		return count, fmt.Errorf("%d + %d + %d = %d rows are asked for: ask for fewer", max(count[0], 0), max(count[1], 0), max(count[2], 0), used)
	}
	if rest >= 0 {
		count[rest] = n - used
		if count[rest] == 0 {
			return count, fmt.Errorf("the other parts leave no row for the %s part, which asks for the rest", names[rest])
		}
	}
	if count[0] == 0 {
		return count, fmt.Errorf("the training part is empty: ask for rows with data.Train(n)")
	}
	return count, nil
}
