package report

// NormsAxis is the usual axis title of derivative norms.
const NormsAxis = "derivative norm, per standard deviation of the input"

// Bars is a value for each input, as bars, the largest first.
type Bars struct {
	Title, Axis string
	What        string // names the values in a phrase, such as "selection frequencies"
	Of          string // what a bar is of if not of an input, such as "level"; no bar is then told apart as selected
	Bars        []Bar
	Level       *Level // what the bars are compared with; nil for nothing
}

// A Bar is one input of a model.
type Bar struct {
	Name     string
	Norm     float64 // ||d_a f||_n or what else is shown, at least 0
	Selected bool
	Verdict  Verdict // NoVerdict where nothing is proved of any input
}

// A Verdict is a proved statement about an input at the optimum.
type Verdict string

const (
	NoVerdict    Verdict = ""
	CertainlyIn  Verdict = "certainly in"
	Undecided    Verdict = "undecided"
	CertainlyOut Verdict = "certainly out"
)

// BarsOf returns a bar for each of the names.
func BarsOf(names []string, values []float64, selected []bool) []Bar {
	bars := make([]Bar, len(names))
	for a, name := range names {
		bars[a] = Bar{Name: name, Norm: values[a], Selected: selected[a]}
	}
	return bars
}

// A Level is a value that others are compared with.
type Level struct {
	Value float64 // at least 0
	Text  string  // what it is, with its number
}

// Lines is a measure of each input as a function of a weight.
type Lines struct {
	Title           string
	Measure, Weight string // the names of the axes
	Weights         []float64
	Lines           []Line
	Certain         []int   // how many inputs are certainly in at each weight; nil where that is unknown
	Scale           Scale   // of the measure; Linear by default
	Chosen          float64 // a weight that is marked; 0 for none
}

// A Scale is the type of the axis of a measure.
type Scale string

const (
	Linear   Scale = ""         // from 0 to the largest value of all inputs
	Relative Scale = "relative" // every input from 0 to its own largest value
	Log      Scale = "log"      // by the logarithm, over at most six decades
)

// A Line is one input along a path.
type Line struct {
	Name     string
	Norms    []float64 // ||d_a f||_n at each tau, or another measure at each weight
	In       []bool    // whether the input is in at each weight; nil: it is where its norm is above 0
	Selected bool      // at the chosen tau
}

// LinesOf returns a line for each of the names, of norms that are given for each weight.
func LinesOf(names []string, norms [][]float64) []Line {
	lines := make([]Line, len(names))
	for a, name := range names {
		lines[a].Name = name
		for _, u := range norms {
			lines[a].Norms = append(lines[a].Norms, u[a])
		}
	}
	return lines
}

// Errors is errors of prediction as functions of a weight.
type Errors struct {
	Title         string
	Weight, Error string // the names of the axes
	Weights       []float64
	Rising        bool  // the axis of the weights rises evenly, as for whole numbers; else it falls by the logarithm
	Inputs        []int // how many inputs are in at each weight; nil where that says nothing
	Series        []Series
	Limit         *Level // errors from the least up to this one are told apart; nil for none
	Choices       []Choice
}

// A Series is an error of prediction as a function of a weight, or a number in each group of [GroupedBars].
type Series struct {
	Name string    // what stands in the key
	Y    []float64 // the error at each weight, or the number in each group
	SE   []float64 // half the length of the bar about it, NaN where there is none; nil without bars
}

// A Choice is a place on the axis of weights that is marked.
type Choice struct {
	At    int     // index of the weight
	Text  string  // what it is, for the key
	Error float64 // of what is marked there, where no series has it; else 0
}

// Intervals is a value for each input and the range in which it varies.
type Intervals struct {
	Title, Axis  string
	Point, Range string // what the two marks mean
	Intervals    []Interval
}

// An Interval is a value and the range in which it varies.
type Interval struct {
	Name             string
	Value, Low, High float64
}

// Points is values of either sign, each with a name.
type Points struct {
	Title, Axis string
	Points      []Point
}

// A Point is a value with a name.
type Point struct {
	Name  string
	Value float64
}

// Curves is functions of one input, a panel each.
type Curves struct {
	Title  string
	Input  string // the name of the horizontal axis
	X      []float64
	Panels []Panel
}

// A Panel is one function of an input.
type Panel struct {
	Label string    // of the vertical axis
	Name  string    // of the curve, in the key beside its Comparison; "" if the title says enough
	Y     []float64 // at each x
	Band  []float64 // half the height of a band about Y; nil where there is none
	Zero  bool      // whether 0 is on the axis, whatever Y

	Comparison *Comparison // drawn dashed beside it; nil for none
}

// A Comparison is a function that another one is compared with.
type Comparison struct {
	Name string
	Y    []float64 // at each x
}
