// Package compare lists the differences between the outputs of a notebook and those of an earlier
// run of it.
//
// Outputs are compared cell by cell and MIME type by MIME type. A number may differ within a
// [Tolerance], wherever it stands: in text, HTML, SVG, LaTeX, JSON, or the page of a PDF. Where it
// says the place of something in a picture, it may differ by as much of the picture's size.
// Other text is compared exactly, but for times and addresses, which are left out.
package compare

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

// A Tolerance is a rule for the numbers that count as the same: a and b, if |a - b| <=
// max(Absolute, Relative max(|a|, |b|)).
//
//	|a - b| <= max(Absolute, Relative max(|a|, |b|)).
//
// Two numbers without a point or an exponent are counts. They are the same if they are equal,
// unless Absolute is 1 or more.
type Tolerance struct {
	Relative float64 `json:"relative"`
	Absolute float64 `json:"absolute"`
	// LastDigit accepts numbers with a point or an exponent that differ by one in the last digit of the
	// longer one: a number that is rounded to a digit or two may be rounded otherwise elsewhere.
	LastDigit bool `json:"last_digit,omitempty"`
}

// DefaultTolerance is the tolerance of [Notebooks] unless another one is given. Displays have
// four digits. One unit in the last of them, which the last bit of a number may turn over on
// another machine, is at most 1e-3 of the number. What is 0 but for rounding is below 1e-9 in
// the units of most data.
var DefaultTolerance = Tolerance{Relative: 1e-3, Absolute: 1e-9}

// of returns the largest difference of two numbers that count as the same.
func (t Tolerance) of(a, b token) float64 {
	relative := t.Relative * max(math.Abs(a.value), math.Abs(b.value))
	if !strings.ContainsAny(a.text+b.text, ".eE") {
		relative = min(relative, 0.5)
	} else if t.LastDigit {
		relative = max(relative, 1.01*min(lastDigit(a.text), lastDigit(b.text)))
	}
	return max(t.Absolute, relative)
}

// lastDigit returns the value of one in the last digit of a number.
func lastDigit(number string) float64 {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	power, _ := strconv.Atoi(exponent)
	if _, decimals, found := strings.Cut(mantissa, "."); found {
		power -= len(decimals)
	}
	return math.Pow(10, float64(power))
}

// IgnoreTag is the tag of a cell that is run, and whose outputs are not compared.
const IgnoreTag = "nvsd-ignore"

// Options holds the settings of a comparison.
type Options struct {
	Tolerance Tolerance
	Ignore    []string // tags of cells that are not compared, beside [IgnoreTag]
}

// Notebooks compares the outputs of now, which was run after [notebooks.Notebook.Clear], with those
// of old. Both have the same cells.
func Notebooks(old, now *notebooks.Notebook, opts Options) *Report {
	r := &Report{Notebook: old.Name(), Tolerance: opts.Tolerance, Notes: records(old, now)}
	for i, c := range old.Cells() {
		if c.Kind() == notebooks.Code {
			r.Cells = append(r.Cells, compareCell(i, c, now.Cells()[i], opts))
		}
	}
	return r
}

// compareCell compares the outputs of one cell.
func compareCell(i int, old, now *notebooks.Cell, opts Options) Cell {
	cell := Cell{Number: i + 1, ID: old.ID(), Title: old.Summary(), Outcome: Same}
	tags := old.Tags()
	ignored := slices.ContainsFunc(append(slices.Clone(opts.Ignore), IgnoreTag), func(tag string) bool { return slices.Contains(tags, tag) })
	before, after := merged(old.Outputs()), merged(now.Outputs())
	switch {
	case now.Count() == 0:
		cell.Outcome = NotRun
		return cell
	case ignored:
		cell.Outcome = Ignored
		return cell
	case len(before) == 0 && old.Count() == 0 && len(after) > 0:
		cell.add(Difference{Text: fmt.Sprintf("%s, and the notebook stores none: was the cell run before it was saved?", plural(len(after), "output", "outputs"))})
	case len(before) != len(after):
		cell.add(Difference{Text: fmt.Sprintf("%s (%s), there were %d (%s)", plural(len(after), "output", "outputs"), kinds(after), len(before), kinds(before))})
	}
	for j := range min(len(before), len(after)) {
		output(&cell, j+1, before[j], after[j], opts.Tolerance)
	}
	return cell
}

// merged joins the outputs of one stream that follow each other: a client may store them apart.
func merged(outs []notebooks.Output) []notebooks.Output {
	var all []notebooks.Output
	for _, out := range outs {
		if n := len(all); n > 0 && out.Type == notebooks.StreamOutput && all[n-1].Type == out.Type && all[n-1].Name == out.Name {
			all[n-1].Written += out.Written
			continue
		}
		all = append(all, out)
	}
	return all
}

// kinds lists the types of the outputs.
func kinds(outs []notebooks.Output) string {
	var names []string
	for _, out := range outs {
		names = append(names, kindOf(out))
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func kindOf(out notebooks.Output) string {
	switch out.Type {
	case notebooks.StreamOutput:
		return out.Name
	case notebooks.ErrorOutput:
		return "error " + out.Failure.Name
	}
	return out.Type
}

func plural(n int, one, more string) string {
	if n == 1 {
		more = one
	}
	return fmt.Sprintf("%d %s", n, more)
}
