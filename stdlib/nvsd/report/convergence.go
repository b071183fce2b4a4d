package report

// Convergence holds the progress of a solver to its result, over its iterations.
type Convergence struct {
	Title      string
	Measure    string    // what falls, such as "relative gap"
	Iterations []int     // rising, at least 0
	Falls      []float64 // the measure at each of the iterations, on a logarithmic axis
	Level      *Level    // where the run may end; nil for nothing
	Objective  []float64 // at each of the iterations
	Bound      []float64 // lower bounds of the least objective, NaN where there is none; may be nil
}
