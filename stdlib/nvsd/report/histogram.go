package report

// Histogram holds the counts of numbers in bins.
type Histogram struct {
	Title, Axis string
	Bins        Bins
	Dates       bool   // the edges are seconds since 1970
	Points      string // what is counted, such as "observations"
	Note        string // small print below: how the bins are chosen, and what else there is to know
}

// Bins are ranges beside each other, and how many numbers are in each. Bin k is from Edges[k] to
// Edges[k+1], without the latter but for the last bin.
type Bins struct {
	Edges  []float64 // rising
	Counts []int     // one fewer
}
