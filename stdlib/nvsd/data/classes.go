package data

import (
	"fmt"
	"strconv"
	"strings"
)

// Classes says that the target holds two labels, texts or codes: the negative
// one is read as -1 and the positive one as +1. The Frame's warnings say so,
// and any other label is a *CellError.
func Classes(negative, positive string) ReadOption {
	return func(o *readOptions) { o.classes = &classes{strings.TrimSpace(negative), strings.TrimSpace(positive)} }
}

// classes are the labels of the target's values -1 and +1.
type classes struct{ negative, positive string }

// check reports labels that cannot be distinguished.
func (c *classes) check() error {
	if c.negative == c.positive || c.negative == "" || c.positive == "" {
		return fmt.Errorf("the classes are %q and %q: two different labels are needed", c.negative, c.positive)
	}
	return nil
}

// value returns -1 or +1 for a cell, or the reason why it is neither.
func (c *classes) value(cell string) (float64, string) {
	switch label := strings.TrimSpace(cell); label {
	case c.negative:
		return -1, ""
	case c.positive:
		return 1, ""
	default:
		return 0, fmt.Sprintf("%q is neither of the classes %q and %q", label, c.negative, c.positive)
	}
}

// Classes returns the labels that the target's values -1 and +1 stand for. ok is false if
// none were given.
func (f *Frame) Classes() (negative, positive string, ok bool) {
	if f.classes == nil {
		return "", "", false
	}
	return f.classes.negative, f.classes.positive, true
}

// WithClasses returns the Frame with -1 for the target's value negative, and +1 for positive.
// It is an error if the target has any other value.
func (f *Frame) WithClasses(negative, positive float64) (*Frame, error) {
	c := &classes{format(negative), format(positive)}
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	g := *f
	g.classes, g.y = c, f.Y()
	for i, v := range f.y {
		switch v {
		case negative:
			g.y[i] = -1
		case positive:
			g.y[i] = 1
		default:
			return nil, fmt.Errorf("data: row %d of the target %q is %g, which is neither of the classes %g and %g", i+1, f.target, v, negative, positive)
		}
	}
	return &g, nil
}

// checkClasses returns the labels as classes, if that is what the target has.
func (f *Frame) checkClasses(labels []string) (*classes, error) {
	if len(labels) != 2 {
		return nil, fmt.Errorf("there are %d classes: two are needed", len(labels))
	}
	for i, v := range f.y {
		if v != -1 && v != 1 {
			return nil, fmt.Errorf("row %d of the target %q, of two classes, is %v: it must be -1 or 1", i+1, f.target, v)
		}
	}
	c := &classes{labels[0], labels[1]}
	return c, c.check()
}

func format(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
