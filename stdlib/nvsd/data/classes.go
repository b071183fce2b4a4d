package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Classes reads a target of labels, texts or codes: of two the first one as -1 and the second, the
// positive one, as +1; of more as their numbers from 0. Its report names the labels, and any other label is a *CellError.
//
// A target of texts, or of truth values, is read so without the option, if there are at most 30. Then of two labels one such as no, false or absent is
// the negative one, and else they are in the order of the alphabet. A file that is read in parts needs the option.
func Classes(labels ...string) ReadOption {
	labels = slices.Clone(labels)
	for i, label := range labels {
		labels[i] = strings.TrimSpace(label)
	}
	return func(o *readOptions) { o.Classes = newClasses(labels) }
}

// Class reads a target of several labels, texts or codes, as one class against the rest: this one as +1 and all others as -1.
func Class(label string) ReadOption {
	label = strings.TrimSpace(label)
	return func(o *readOptions) { o.Classes = &classes{Negative: "not " + label, Positive: label, Rest: true} }
}

// classes are the labels of the target's values -1 and +1, or of 0, 1, 2 and so on if there are more.
type classes struct {
	Negative string   `json:"negative,omitempty"`
	Positive string   `json:"positive,omitempty"`
	Rest     bool     `json:"rest,omitempty"`   // all labels but Positive are -1
	Several  []string `json:"labels,omitempty"` // three or more; then there is no negative and no positive one
}

// newClasses returns the classes of some labels, which check may refuse.
func newClasses(labels []string) *classes {
	if len(labels) > 2 {
		return &classes{Several: labels}
	}
	c := &classes{}
	for i, label := range labels {
		*[]*string{&c.Negative, &c.Positive}[i] = label
	}
	return c
}

// all returns the labels, in the order of their values.
func (c *classes) all() []string {
	if c.Several != nil {
		return slices.Clone(c.Several)
	}
	return []string{c.Negative, c.Positive}
}

// String returns the values of the labels, in a phrase.
func (c *classes) String() string {
	if c.Several == nil {
		return fmt.Sprintf("-1 for %q, +1 for %q", c.Negative, c.Positive)
	}
	parts := make([]string, len(c.Several))
	for k, label := range c.Several {
		parts[k] = fmt.Sprintf("%d for %q", k, label)
	}
	return report.Listed(parts)
}

// same reports whether two targets have the same classes; nil is a number.
func (c *classes) same(other *classes) bool {
	if c == nil || other == nil {
		return c == other
	}
	return c.Rest == other.Rest && slices.Equal(c.all(), other.all())
}

// mostLabels is the largest number of texts that are classes without being told.
const mostLabels = 30

// classesOf returns the classes of a target of texts or truth values, nil of any other and of too many or too few.
func classesOf(c column) *classes {
	labels := c.labels()
	switch {
	case len(labels) < 2 || len(labels) > mostLabels:
		return nil
	case len(labels) == 2:
		labels[0], labels[1] = inOrder(labels[0], labels[1])
	}
	return newClasses(labels)
}

// labels returns the texts or truth values that a column has, in the order of the alphabet; none of other kinds.
func (c column) labels() []string {
	words := c.levels
	if c.kind == Boolean {
		words = c.words()
	} else if c.kind != Categorical {
		return nil
	}
	used := make([]bool, len(words))
	for _, v := range c.values {
		if !math.IsNaN(v) {
			used[int(v)] = true
		}
	}
	labels := lists.Marked(words, used)
	slices.Sort(labels)
	return labels
}

// inOrder returns two labels, the one that says no first.
func inOrder(a, b string) (negative, positive string) {
	if isNegative(b) && !isNegative(a) {
		return b, a
	}
	return a, b
}

// isNegative reports whether a label says no.
func isNegative(label string) bool {
	return slices.Contains([]string{"no", "n", "false", "f", "0", "negative", "neg", "absent", "control", "healthy", "benign", "off", "failure", "fail", "low", "dead", "died"}, strings.ToLower(label))
}

// check reports labels that cannot be distinguished.
func (c *classes) check() error {
	if all := c.all(); c.Several != nil {
		sorted := slices.Sorted(slices.Values(all))
		if len(slices.Compact(sorted)) < len(all) || sorted[0] == "" {
			return fmt.Errorf("the classes are %s: different labels are needed", quoteList(all))
		}
		return nil
	}
	if c.Negative == c.Positive || c.Negative == "" || c.Positive == "" {
		return fmt.Errorf("the classes are %q and %q: two different labels are needed", c.Negative, c.Positive)
	}
	return nil
}

// value returns the value of a cell, or the reason why the cell is none of the labels.
func (c *classes) value(cell string) (float64, string) {
	label := strings.TrimSpace(cell)
	if c.Several != nil {
		at := slices.Index(c.Several, label)
		if at < 0 {
			return 0, fmt.Sprintf("%q is none of the classes %s", label, quoteList(c.Several))
		}
		return float64(at), ""
	}
	switch label {
	case c.Negative:
		return -1, ""
	case c.Positive:
		return 1, ""
	default:
		if c.Rest {
			return -1, ""
		}
		return 0, fmt.Sprintf("%q is neither of the classes %q and %q", label, c.Negative, c.Positive)
	}
}

// column returns a column of labels as one of their values.
func (c *classes) column(of column) column {
	values := make([]float64, len(of.values))
	for i, v := range of.values {
		values[i] = v
		if !math.IsNaN(v) {
			values[i], _ = c.value(of.text(i))
		}
	}
	return column{name: of.name, kind: Integer, values: values}
}

// Classes returns the labels that the target's values -1 and +1 stand for. ok is false of a
// target of numbers, and of three classes or more.
func (f *Frame) Classes() (negative, positive string, ok bool) {
	if f.classes == nil || f.classes.Several != nil {
		return "", "", false
	}
	return f.classes.Negative, f.classes.Positive, true
}

// Labels returns the labels of the classes of the target, in the order of their values: -1 and 1 of two, and 0, 1, 2 and so on of more. It is nil of a target of numbers.
func (f *Frame) Labels() []string {
	if f.classes == nil {
		return nil
	}
	return f.classes.all()
}

// ManyClasses reports whether the target has three classes or more, whose values in Y are their numbers from 0, and no quantities.
func (f *Frame) ManyClasses() bool { return f.classes != nil && f.classes.Several != nil }

// WithClass returns the Frame with one class of the target against the rest: +1 for this label, and -1 for all others. It is an error
// if the target has no such class.
func (f *Frame) WithClass(label string) (*Frame, error) {
	at := slices.Index(f.Labels(), label)
	if at < 0 {
		return nil, fmt.Errorf("data: WithClass: the target %q has no class %q: its classes are %s", f.target, label, cmp.Or(quoteList(f.Labels()), "none, as it is a number"))
	}
	own := float64(at)
	if f.classes.Several == nil {
		own = float64(2*at - 1)
	}
	y := f.Y()
	for i, v := range y {
		y[i] = -1
		if v == own {
			y[i] = 1
		}
	}
	g := f.withY(y)
	g.classes = &classes{Negative: "not " + label, Positive: label, Rest: true}
	return g.step(f, Step{Verb: "WithClass", Text: label}), nil
}

// WithClasses returns the Frame with -1 for the target's value negative, and +1 for positive.
// It is an error if the target has any other value.
func (f *Frame) WithClasses(negative, positive float64) (*Frame, error) {
	c := &classes{Negative: format(negative), Positive: format(positive)}
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	if f.y == nil {
		return nil, fmt.Errorf("data: there is no target that could have classes: name one by WithTarget")
	}
	if len(f.roles.Targets) > 0 {
		return nil, fmt.Errorf("data: WithClasses: there are %d targets, which are numbers: take one of them, such as by WithTarget(%q)", len(f.Targets()), f.target)
	}
	y := f.Y()
	for i, v := range f.y {
		switch v {
		case negative:
			y[i] = -1
		case positive:
			y[i] = 1
		default:
			return nil, fmt.Errorf("data: row %d of the target %q is %g, which is neither of the classes %g and %g", i+1, f.target, v, negative, positive)
		}
	}
	g := f.withY(y)
	g.classes = c
	return g.step(f, Step{Verb: "WithClasses", Values: []float64{negative, positive}}), nil
}

// checkClasses returns the labels as classes, if the target has their values alone.
func (f *Frame) checkClasses(labels []string) (*classes, error) {
	if len(labels) < 2 {
		return nil, fmt.Errorf("there are %d classes: two or more are needed", len(labels))
	}
	c := newClasses(labels)
	for i, v := range f.y {
		if c.Several == nil && v != -1 && v != 1 {
			return nil, fmt.Errorf("row %d of the target %q, of two classes, is %v: it must be -1 or 1", i+1, f.target, v)
		}
		if c.Several != nil && (v != math.Trunc(v) || v < 0 || v >= float64(len(labels))) {
			return nil, fmt.Errorf("row %d of the target %q, of %d classes, is %v: it must be a number from 0 to %d", i+1, f.target, len(labels), v, len(labels)-1)
		}
	}
	return c, c.check()
}

func format(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
