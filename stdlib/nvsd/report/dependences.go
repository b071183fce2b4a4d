package report

// Dependences is functions of one input each, in a panel for each input. All panels have the
// same vertical scale.
type Dependences struct {
	Title  string
	Value  string // names the functions, such as "mean prediction of y"
	Slope  string // names their slopes, which are drawn below them
	Points string // what the ticks of the rugs are, such as "observations"
	Panels []DependencePanel
	More   int // inputs that have no panel
}

// A DependencePanel is a function of one input: a curve over numbers, or a value for each
// level.
type DependencePanel struct {
	Input     string
	X, Y      []float64 // X rises
	Slope, SD []float64 // at each X, and half the height of the band about it
	Rug       []float64 // where there are data
	Levels    []string  // of a categorical input, in the place of X; it has no Slope
}
