package problem

import (
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A Term is an input as people count them: a column, or the columns of the levels of a categorical input.
type Term struct {
	Name     string
	Columns  []int
	Category int // its number among the categories of the Frame; -1 if it is none
}

// TermsOf returns the inputs of a Frame in the order of its columns.
func TermsOf(f *data.Frame) []Term {
	names := f.Names()
	var terms []Term
	for _, columns := range f.Groups() {
		t := Term{names[columns[0]], columns, categoryOf(f, columns)}
		if t.Category >= 0 {
			t.Name = f.Categories()[t.Category].Name
		}
		terms = append(terms, t)
	}
	return terms
}

// SelectedTerms reports which of the terms have a column that is in.
func SelectedTerms(terms []Term, in []bool) []bool {
	selected := make([]bool, len(terms))
	for j, t := range terms {
		selected[j] = slices.ContainsFunc(t.Columns, func(a int) bool { return in[a] })
	}
	return selected
}

// categoryOf returns the number of the categorical input that has these columns, -1 for none.
func categoryOf(f *data.Frame, columns []int) int {
	return slices.IndexFunc(f.Categories(), func(c data.Category) bool { return slices.Equal(c.Columns, columns) })
}
