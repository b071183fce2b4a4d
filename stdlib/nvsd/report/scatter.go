package report

// Scatter is pairs of numbers as points, in plots that stand beside each other.
type Scatter struct {
	Title    string
	Plots    []ScatterPlot // one or two
	Points   string        // what several points are called, such as "observations"
	Compared string        // what the lines mean that points are compared with, such as "no error"
	Bars     string        // what the bars of the plots are, such as "90 % intervals"
	Note     string        // small print below: what else there is to know
}

// A ScatterPlot is one plot of a [Scatter].
type ScatterPlot struct {
	XAxis, YAxis string
	X, Y         []float64 // the points; those with a number that is not finite are left out and counted
	Low, High    []float64 // the ends of a vertical bar at each point, one that is not finite for no bar; nil for no bars
	Dates        DateAxes
	By           *By // what the colours of the points say; nil for nothing
	Line         Reference
	Trend        Trend
}

// DateAxes marks the axes of dates: their numbers are seconds since 1970.
type DateAxes struct{ X, Y bool }

// A By is one more variable of points, which their colours show.
type By struct {
	Name   string
	Levels []string  // the points of one look alike, and differ from others in more than colour; nil for numbers
	Values []float64 // of each point: the index of its level, or a number
	Dates  bool      // the numbers are seconds since 1970
}

// A Reference is a line that points are compared with.
type Reference string

const (
	NoLine   Reference = ""
	Identity Reference = "identity" // y = x; the plot is square then, and both axes are the same
	ZeroLine Reference = "zero"     // y = 0
)

// A Trend is a smooth curve through points, of rising X. It may be empty.
type Trend struct{ X, Y []float64 }
