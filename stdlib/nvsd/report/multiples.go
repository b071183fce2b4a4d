package report

// Multiples is bars of the same inputs several times, beside each other on one scale. An input
// has the same row in all.
type Multiples struct {
	Title, Axis string
	What        string // names the values in a phrase, such as "derivative norms"
	Names       []string
	Columns     []BarColumn
	Top         float64 // the end of the scale; 0 for the largest value
}

// A BarColumn is one of the columns of a [Multiples].
type BarColumn struct {
	Label  string
	Values []float64 // of each input, at least 0
	In     []bool    // which inputs are in, and drawn full
}
