package nvsd

import (
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A term is an input as people count them: a column, or the columns of the levels of a categorical input.
type term struct {
	name     string
	columns  []int
	category int // its number among the categories of the Frame; -1 if it is none
}

// termsOf returns the inputs of a Frame in the order of its columns.
func termsOf(f *data.Frame) []term {
	names := f.Names()
	var terms []term
	for _, columns := range f.Groups() {
		t := term{names[columns[0]], columns, categoryOf(f, columns)}
		if t.category >= 0 {
			t.name = f.Categories()[t.category].Name
		}
		terms = append(terms, t)
	}
	return terms
}

// selectedTerms reports which of the terms have a column that is in.
func selectedTerms(terms []term, in []bool) []bool {
	selected := make([]bool, len(terms))
	for j, t := range terms {
		selected[j] = slices.ContainsFunc(t.columns, func(a int) bool { return in[a] })
	}
	return selected
}

// categoryOf returns the number of the categorical input that has these columns, -1 for none.
func categoryOf(f *data.Frame, columns []int) int {
	return slices.IndexFunc(f.Categories(), func(c data.Category) bool { return slices.Equal(c.Columns, columns) })
}
