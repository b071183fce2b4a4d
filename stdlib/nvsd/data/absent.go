package data

import (
	"fmt"
	"slices"
	"strings"
)

// NA names the texts that stand for a missing cell, as they are written, in place of those that
// do if nothing is said: NA, n/a, #N/A, <NA>, nan, null, none, nil, a question mark, a hyphen and
// a point. An empty cell is missing in any case. A number stands for all cells of its value.
//
//	data.CSV("trees.csv", data.NA("NA", "-999"), data.Impute(data.Median))
//
// Of an ARFF file these cells are missing beside its question marks.
func NA(cells ...string) ReadOption {
	return func(o *readOptions) {
		if o.NA == nil {
			o.NA = []string{}
		}
		o.NA = append(o.NA, cells...)
	}
}

// absent is what stands for a missing cell; nil for what does if nothing is said.
type absent struct {
	texts   map[string]bool
	numbers []float64
}

// absent returns what the options say.
func (o *readOptions) absent() *absent {
	if o.NA == nil {
		return nil
	}
	a := &absent{texts: map[string]bool{"": true}}
	for _, s := range o.NA {
		s = strings.TrimSpace(s)
		a.texts[s] = true
		if v, reason := o.numerals().read(s); reason == "" {
			a.numbers = append(a.numbers, v.value)
		}
	}
	return a
}

// number returns the reason why a number is a missing cell, "" if it is none.
func (a *absent) number(v float64) string {
	if a == nil || !slices.Contains(a.numbers, v) {
		return ""
	}
	return fmt.Sprintf("the value is missing (%s)", format(v))
}

// reason returns the reason why a cell holds nothing, or "" if it holds something.
func (a *absent) reason(s string) string {
	switch {
	case a == nil:
		return missing(s)
	case s == "":
		return noCell
	case a.texts[s]:
		return fmt.Sprintf(missingText, s)
	}
	return ""
}

const (
	noCell      = "the cell is empty"
	missingText = "the value is missing (%q)"
)

// missing returns the reason why a cell holds nothing, or "" if it holds something, where nothing
// is said of what that is.
func missing(s string) string {
	if len(s) > 4 {
		return ""
	}
	switch strings.ToLower(s) {
	case "":
		return noCell
	case "na", "n/a", "#n/a", "<na>", "nan", "null", "none", "nil", "?", "-", ".":
		return fmt.Sprintf(missingText, s)
	}
	return ""
}
