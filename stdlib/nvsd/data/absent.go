package data

import (
	"fmt"
	"slices"
	"strings"
)

// NA names more texts that stand for a missing cell, as they are written, beside those that do in
// any case: an empty cell, and in a text NA, n/a, #N/A, <NA>, nan, null, none, nil, a question mark, a
// hyphen and a point. A number stands for all cells of its value.
//
//	data.CSV("trees.csv", data.NA("-999", "unknown"), data.Impute(data.Median))
//
// The options add up. Of an ARFF file these cells are missing beside its question marks.
func NA(cells ...string) ReadOption {
	return func(o *readOptions) { o.MoreNA = append(o.MoreNA, cells...) }
}

// NAOnly names the texts that stand for a missing cell in place of the usual ones, so that none may
// be a level. An empty cell is missing in any case.
func NAOnly(cells ...string) ReadOption {
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
	usual   bool // what does if nothing is said stands for one too
}

// absent returns what the options say.
func (o *readOptions) absent() *absent {
	if o.NA == nil && o.MoreNA == nil {
		return nil
	}
	a := &absent{texts: map[string]bool{}, usual: o.NA == nil}
	for _, s := range slices.Concat(o.NA, o.MoreNA) {
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

// reason returns the reason why a cell of a text holds nothing, or "" if it holds something.
func (a *absent) reason(s string) string {
	if reason := a.named(s); reason != "" || a != nil && !a.usual {
		return reason
	}
	return missing(s)
}

// named is reason for a file whose texts are none of the usual ones.
func (a *absent) named(s string) string {
	switch {
	case s == "":
		return noCell
	case a != nil && a.texts[s]:
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
