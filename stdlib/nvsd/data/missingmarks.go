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
// The options add up. Files that say themselves which cells are missing (Parquet, ARFF, NPY) have none
// of the usual texts. Of those that are named, a text stands for a missing cell there if it is just
// the same, blanks and all.
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

// missingMarks is the set of texts and numbers that mark a missing cell; nil for the usual
// texts.
type missingMarks struct {
	texts   map[string]bool
	numbers []float64
	exact   []string // those that are named, as they are written in the options
	usual   bool     // what does if nothing is said stands for one too
}

// absent returns the marks of a missing cell that the options name.
func (o *readOptions) absent() *missingMarks {
	if o.NA == nil && o.MoreNA == nil {
		return nil
	}
	a := &missingMarks{texts: map[string]bool{}, usual: o.NA == nil, exact: slices.Concat(o.NA, o.MoreNA)}
	for _, s := range a.exact {
		s = strings.TrimSpace(s)
		a.texts[s] = true
		if v, reason := o.numerals().read(s); reason == "" {
			a.numbers = append(a.numbers, v.value)
		}
	}
	return a
}

// names reports whether the options name just this text. In a file of which each text is known
// to be one, no other stands for a missing cell.
func (a *missingMarks) names(text string) bool { return a != nil && slices.Contains(a.exact, text) }

// number returns the reason why a number is a missing cell, "" if it is none.
func (a *missingMarks) number(v float64) string {
	if a == nil || !slices.Contains(a.numbers, v) {
		return ""
	}
	return fmt.Sprintf("the value is missing (%s)", format(v))
}

// reason returns the reason why a cell of a text is missing, or "" if it holds a value.
func (a *missingMarks) reason(s string) string {
	switch {
	case s == "":
		return noCell
	case a != nil && a.texts[s]:
		return fmt.Sprintf(missingText, s)
	case a == nil || a.usual:
		return missing(s)
	}
	return ""
}

const (
	noCell      = "the cell is empty"
	missingText = "the value is missing (%q)"
)

// missing returns the reason why a cell is missing by the usual marks, or "" if it holds a value.
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
