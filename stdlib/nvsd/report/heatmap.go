package report

// HeatMap is a table of numbers as colours.
type HeatMap struct {
	Title   string
	Rows    []string    // names
	Columns []string    // names, along an axis
	Axis    string      // the title of that axis
	Value   string      // what the numbers are
	Values  [][]float64 // of each row, at each column; a field of 0 is empty

	// Marks fills the fields without colours for their numbers: a field is filled or empty.
	Marks bool
	// Correlations expects numbers from -1 to 1. Colours tell their signs then, no field of a
	// number is empty, and the number stands in it where there is room.
	Correlations bool
	// Log colours the fields by orders of magnitude.
	Log bool

	Note string // small print below: what else there is to know
}
