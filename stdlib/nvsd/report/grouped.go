package report

// GroupedBars is a number for each member of several series in each group, such as the error of every method on every
// problem, as bars from 0 that stand beside each other.
type GroupedBars struct {
	Title  string
	Axis   string   // what a bar measures, with its unit
	Groups []string // from left to right
	Series []Series // a bar in each group, NaN for none; SE is what a whisker has above the bar and below
	Note   string   // small print below: what the whiskers are, and what else there is to know
}
