package data

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
)

// Classes reads a target of two labels, texts or codes: the negative one as -1 and the
// positive one as +1. Its report names the labels, and any other label is a *CellError.
//
// A target of two texts, or of truth values, is read so without the option. Then a label such as no, false or absent is the negative one, and
// else the first in the order of the alphabet. A file that is read in parts needs the option.
func Classes(negative, positive string) ReadOption {
	return func(o *readOptions) {
		o.Classes = &classes{Negative: strings.TrimSpace(negative), Positive: strings.TrimSpace(positive)}
	}
}

// Class reads a target of several labels, texts or codes, as one class against the rest: this one as +1 and all others as -1.
func Class(label string) ReadOption {
	label = strings.TrimSpace(label)
	return func(o *readOptions) { o.Classes = &classes{"not " + label, label, true} }
}

// classes are the labels of the target's values -1 and +1.
type classes struct {
	Negative string `json:"negative"`
	Positive string `json:"positive"`
	Rest     bool   `json:"rest,omitempty"` // all labels but Positive are -1
}

// classesOf returns the classes of a target of two texts or truth values, nil of any other.
func classesOf(c column) *classes {
	labels := c.labels()
	if len(labels) != 2 {
		return nil
	}
	a, b := inOrder(labels[0], labels[1])
	return &classes{Negative: a, Positive: b}
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
	if c.Negative == c.Positive || c.Negative == "" || c.Positive == "" {
		return fmt.Errorf("the classes are %q and %q: two different labels are needed", c.Negative, c.Positive)
	}
	return nil
}

// value returns -1 or +1 for a cell, or the reason why the cell is neither label.
func (c *classes) value(cell string) (float64, string) {
	switch label := strings.TrimSpace(cell); label {
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

// column returns a column of labels as one of -1 and +1.
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
// target of numbers.
func (f *Frame) Classes() (negative, positive string, ok bool) {
	if f.classes == nil {
		return "", "", false
	}
	return f.classes.Negative, f.classes.Positive, true
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

// checkClasses returns the labels as classes, if the target has these two values.
func (f *Frame) checkClasses(labels []string) (*classes, error) {
	if len(labels) != 2 {
		return nil, fmt.Errorf("there are %d classes: two are needed", len(labels))
	}
	for i, v := range f.y {
		if v != -1 && v != 1 {
			return nil, fmt.Errorf("row %d of the target %q, of two classes, is %v: it must be -1 or 1", i+1, f.target, v)
		}
	}
	c := &classes{Negative: labels[0], Positive: labels[1]}
	return c, c.check()
}

func format(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
