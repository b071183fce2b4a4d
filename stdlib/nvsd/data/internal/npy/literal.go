package npy

import (
	"fmt"
	"strconv"
	"strings"
)

// A literal is a literal of Python in a header: a string, an int64, a bool, a list (of a list or a
// tuple) or a dict.
type (
	list []any
	dict map[string]any
)

// A literalReader reads a literal.
type literalReader struct {
	text  string
	depth int
}

// parseLiteral returns the literal that a text begins with.
func parseLiteral(text string) (any, error) {
	r := &literalReader{text: text}
	return r.value()
}

// next skips blanks and reports whether the given character follows, which it skips too.
func (r *literalReader) next(c string) bool {
	r.text = strings.TrimLeft(r.text, " \t\n")
	rest, is := strings.CutPrefix(r.text, c)
	r.text = rest
	return is
}

// value reads one value.
func (r *literalReader) value() (any, error) {
	const deepest = 20
	r.depth++
	if r.depth > deepest {
		return nil, fmt.Errorf("it is too deep")
	}
	defer func() { r.depth-- }()
	switch {
	case r.next("("):
		return r.list(")")
	case r.next("["):
		return r.list("]")
	case r.next("{"):
		return r.dict()
	case r.next("'"):
		return r.quoted("'")
	case r.next(`"`):
		return r.quoted(`"`)
	case r.next("True"):
		return true, nil
	case r.next("False"):
		return false, nil
	}
	end := strings.IndexFunc(r.text, func(c rune) bool { return c != '-' && (c < '0' || c > '9') })
	if end < 0 {
		end = len(r.text)
	}
	n, err := strconv.ParseInt(r.text[:end], 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%.20q is no value", r.text)
	}
	r.text = strings.TrimPrefix(r.text[end:], "L") // of Python 2
	return n, nil
}

// list reads values up to an end.
func (r *literalReader) list(end string) (l list, err error) {
	for !r.next(end) {
		v, err := r.value()
		if err != nil {
			return nil, err
		}
		l = append(l, v)
		if !r.next(",") && !strings.HasPrefix(r.text, end) {
			return nil, fmt.Errorf("there is no %s before %.20q", end, r.text)
		}
	}
	return l, nil
}

// dict reads names and values up to the end.
func (r *literalReader) dict() (dict, error) {
	d := make(dict)
	for !r.next("}") {
		key, err := r.value()
		if err != nil {
			return nil, err
		}
		name, is := key.(string)
		if !is || !r.next(":") {
			return nil, fmt.Errorf("there is no name before %.20q", r.text)
		}
		d[name], err = r.value()
		if err != nil {
			return nil, err
		}
		if !r.next(",") && !strings.HasPrefix(r.text, "}") {
			return nil, fmt.Errorf("there is no } before %.20q", r.text)
		}
	}
	return d, nil
}

// quoted reads a string up to the quote. NumPy writes names by Python's repr.
func (r *literalReader) quoted(quote string) (string, error) {
	var b strings.Builder
	for r.text != "" && !strings.HasPrefix(r.text, quote) {
		c, _, rest, err := strconv.UnquoteChar(r.text, quote[0])
		if err != nil {
			return "", fmt.Errorf("the text %.20q cannot be read", r.text)
		}
		b.WriteRune(c)
		r.text = rest
	}
	if !r.next(quote) {
		return "", fmt.Errorf("a quote begins a text and none ends it")
	}
	return b.String(), nil
}
