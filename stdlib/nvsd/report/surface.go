package report

// Surface is a function of two inputs, on a grid.
type Surface struct {
	Title               string
	XAxis, YAxis, ZAxis string
	X, Y                []float64   // the grid, rising
	Z                   [][]float64 // Z[i][j] at X[i], Y[j]

	// Far says how far the nodes of the grid are from all points: where it is above 1, too far
	// for Z to be known from data. It may be nil.
	Far [][]float64

	PointsX, PointsY []float64 // where there are data; may be empty
	Points           string    // what several points are called, such as "observations"
	Note             string    // small print below: what else there is to know
}
