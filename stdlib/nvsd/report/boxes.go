package report

// Boxes is box plots of a number, one for each level of a factor.
type Boxes struct {
	Title, Axis string
	Boxes       []Box
	Dates       bool   // the numbers are seconds since 1970
	Points      string // what several numbers are called, such as "observations"
	Note        string // small print below: what else there is to know
}

// A Box is the numbers of one level: their quartiles, whiskers to the least and the largest
// number that is not far from these, and those that are.
type Box struct {
	Name           string
	Count          int // of the numbers
	Q1, Median, Q3 float64
	Low, High      float64   // the ends of the whiskers
	Far            []float64 // numbers beyond the whiskers
	Few            []float64 // all of the numbers, if they are too few for quartiles to mean anything; they are drawn then, without a box
}
