package report

// Pairs is columns of numbers against each other: a scatter plot for each pair, and a histogram
// of each column.
type Pairs struct {
	Title   string
	Columns []PairColumn
	R       [][]float64 // the correlation of each pair, NaN where there is none
	Points  string      // what several points are called, such as "observations"
	Note    string      // small print below: what else there is to know
}

// A PairColumn is one of the columns of [Pairs]. All have as many values.
type PairColumn struct {
	Name   string
	Values []float64 // NaN where one is missing
	Bins   Bins
	Dates  bool // the values are seconds since 1970
}
