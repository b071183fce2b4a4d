package viz

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// least is the least size of a text, in points.
const least = 9

// legible checks that every text of a figure can be read: it is inside the picture, in
// letters that are not too small, and no other text lies over it.
func legible(t fatal, f *Figure) {
	t.Helper()
	inside(t, f)
	all := slices.DeleteFunc(texts(t, f), func(e svgText) bool { return strings.TrimSpace(e.content) == "" })
	for i, e := range all {
		if e.size < least {
			t.Fatalf("%q is %v points high, less than %v", e.content, e.size, least)
		}
		for _, other := range all[:i] {
			if overlap(e.corners(), other.corners()) {
				t.Fatalf("%q at (%v, %v), %v long, lies over %q at (%v, %v), %v long",
					e.content, e.x, e.y, e.length, other.content, other.x, other.y, other.length)
			}
		}
	}
}

// inside checks that every text lies in the picture.
func inside(t fatal, f *Figure) {
	t.Helper()
	width, height := f.Size()
	const slack = 0.02 // of the decimals written
	for _, e := range texts(t, f) {
		for _, c := range e.corners() {
			if x, y := c.X.Points(), c.Y.Points(); x < margin.Points()-slack || x > width-margin.Points()+slack || y < 0 || y > height {
				t.Fatalf("%q from (%v, %v), %v long, leaves the picture of %v x %v", e.content, e.x, e.y, e.length, width, height)
			}
		}
	}
}

// corners returns the corners of a text: from below its base line to the height of its
// capitals.
func (e svgText) corners() []vg.Point {
	const below, above = 0.2, 0.72 // of the size
	sin, cos := math.Sincos(e.angle * math.Pi / 180)
	var corners []vg.Point
	for _, c := range [][2]float64{{0, below}, {e.length, below}, {e.length, -above}, {0, -above}} {
		along, down := c[0], c[1]*e.size
		corners = append(corners, vg.Point{X: vg.Length(e.x + along*cos - down*sin), Y: vg.Length(e.y + along*sin + down*cos)})
	}
	return corners
}

// overlap reports whether two rectangles have an area in common: no side of either parts
// them.
func overlap(a, b []vg.Point) bool {
	for _, box := range [][]vg.Point{a, b} {
		for i := range 2 {
			side := box[i+1].Sub(box[i])
			aLow, aHigh := shadow(a, side)
			bLow, bHigh := shadow(b, side)
			const touch = 0.05 // of the decimals written
			length := vg.Length(math.Hypot(float64(side.X), float64(side.Y)))
			if aHigh <= bLow+touch*length || bHigh <= aLow+touch*length {
				return false
			}
		}
	}
	return true
}

// shadow returns the range of the corners along a direction.
func shadow(corners []vg.Point, along vg.Point) (low, high vg.Length) {
	low, high = vg.Length(math.Inf(1)), vg.Length(math.Inf(-1))
	for _, c := range corners {
		low, high = min(low, c.Dot(along)), max(high, c.Dot(along))
	}
	return low, high
}

func TestOverlap(t *testing.T) {
	at := func(x, y, angle float64) []vg.Point {
		return svgText{x: x, y: y, length: 50, size: 10, angle: angle}.corners()
	}
	for _, tc := range []struct {
		name string
		a, b []vg.Point
		want bool
	}{
		{"the same", at(0, 0, 0), at(0, 0, 0), true},
		{"side by side", at(0, 0, 0), at(51, 0, 0), false},
		{"a line below", at(0, 0, 0), at(0, 9.3, 0), false},
		{"half a line below", at(0, 0, 0), at(0, 5, 0), true},
		{"crossing", at(0, 0, 0), at(25, 25, -90), true},
		{"beside a turned one", at(0, 0, 0), at(60, 25, -90), false},
		{"in the corner of a slanted one", at(0, 0, 0), at(52, 40, -45), false},
	} {
		if got := overlap(tc.a, tc.b); got != tc.want {
			t.Errorf("%s: overlap is %v", tc.name, got)
		}
	}
}

// source draws the data of charts: names of all kinds, and numbers of all magnitudes.
type source struct{ *rapid.T }

func (s source) count(most int) int { return rapid.IntRange(1, most).Draw(s.T, "count") }

func (s source) name() string {
	return rapid.OneOf(
		rapid.StringN(0, 80, 200),
		rapid.SampledFrom([]string{"a", "a", "", " ", "x1", strings.Repeat("W", 200), strings.Repeat("long name ", 20), "größe", "温度", "🌡", "عرض", "<b>&\"'"}),
	).Draw(s.T, "name")
}

// size draws a number of at least 0. It is seldom not finite.
func (s source) size() float64 {
	switch kind := rapid.IntRange(0, 20).Draw(s.T, "kind"); {
	case kind == 0:
		return rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), 1e308}).Draw(s.T, "bad")
	case kind < 4:
		return rapid.SampledFrom([]float64{0, 1, 1, 100}).Draw(s.T, "number")
	case kind < 12:
		return rapid.Float64Range(0, 100).Draw(s.T, "number")
	}
	return rapid.Float64Range(1, 9.99).Draw(s.T, "digits") * math.Pow(10, float64(rapid.IntRange(-300, 299).Draw(s.T, "power")))
}

func (s source) value() float64 {
	if rapid.Bool().Draw(s.T, "negative") {
		return -s.size()
	}
	return s.size()
}

func (s source) sizes(n int) []float64 { return s.list(n, s.size) }

func (s source) values(n int) []float64 { return s.list(n, s.value) }

func (s source) list(n int, draw func() float64) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = draw()
	}
	return list
}

func (s source) sure() bool { return rapid.Bool().Draw(s.T, "sure") }

// kinds makes a chart of every kind, with the data that a source draws.
var kinds = map[string]func(source) report.Part{
	"Bars": func(s source) report.Part {
		c := report.Bars{Title: s.name(), Axis: s.name(), What: "norms"}
		for range s.count(40) {
			v := rapid.SampledFrom([]report.Verdict{"", report.CertainlyIn, report.Undecided, report.CertainlyOut}).Draw(s.T, "verdict")
			c.Bars = append(c.Bars, Bar{Name: s.name(), Norm: s.size(), Selected: s.sure(), Verdict: v})
		}
		if s.sure() {
			c.Level = &report.Level{Value: 3, Text: s.name()}
		}
		if s.sure() {
			c.Of = "level"
		}
		return c
	},
	"Lines": func(s source) report.Part {
		n := s.count(12)
		c := report.Lines{Title: s.name(), Measure: s.name(), Weight: s.name(), Weights: s.sizes(n), Scale: rapid.SampledFrom([]report.Scale{report.Linear, report.Relative, report.Log}).Draw(s.T, "scale")}
		c.Chosen = c.Weights[rapid.IntRange(0, n-1).Draw(s.T, "chosen")]
		for range s.count(30) {
			c.Lines = append(c.Lines, Line{Name: s.name(), Norms: s.sizes(n), Selected: s.sure()})
		}
		if s.sure() {
			c.Certain = make([]int, n)
			for i := range c.Certain {
				c.Certain[i] = rapid.IntRange(0, len(c.Lines)).Draw(s.T, "certain")
			}
		}
		return c
	},
	"Errors": func(s source) report.Part {
		n := s.count(12)
		c := report.Errors{Title: s.name(), Weight: s.name(), Error: s.name(), Weights: s.sizes(n)}
		c.Rising = s.sure()
		if s.sure() {
			c.Limit = &report.Level{Value: s.size(), Text: s.name()}
			for range n {
				c.Inputs = append(c.Inputs, rapid.IntRange(0, 10000).Draw(s.T, "inputs"))
			}
		}
		for range s.count(3) {
			c.Series = append(c.Series, Series{Name: s.name(), Y: s.sizes(n), SE: s.sizes(n)})
			c.Choices = append(c.Choices, Choice{At: rapid.IntRange(0, n-1).Draw(s.T, "at"), Text: s.name()})
		}
		return c
	},
	"Multiples": func(s source) report.Part {
		c := report.Multiples{Title: s.name(), Axis: "norm", What: "norms", Top: s.size()}
		for range s.count(40) {
			c.Names = append(c.Names, s.name())
		}
		for range s.count(10) {
			column := report.BarColumn{Label: s.name(), Values: s.sizes(len(c.Names))}
			for range c.Names {
				column.In = append(column.In, s.sure())
			}
			c.Columns = append(c.Columns, column)
		}
		return c
	},
	"Intervals": func(s source) report.Part {
		c := report.Intervals{Title: s.name(), Axis: s.name(), Point: s.name(), Range: s.name()}
		for range s.count(40) {
			low, high := s.size(), s.size()
			c.Intervals = append(c.Intervals, Interval{Name: s.name(), Value: s.size(), Low: min(low, high), High: max(low, high)})
		}
		return c
	},
	"Curves": func(s source) report.Part {
		n := s.count(12)
		c := report.Curves{Title: s.name(), Input: s.name(), X: s.values(n)}
		for range s.count(3) {
			p := Panel{Label: s.name(), Y: s.values(n), Zero: s.sure()}
			if s.sure() {
				p.Band = s.sizes(n)
			}
			c.Panels = append(c.Panels, p)
		}
		return c
	},
	"Points": func(s source) report.Part {
		c := report.Points{Title: s.name(), Axis: s.name()}
		for range s.count(40) {
			c.Points = append(c.Points, Point{Name: s.name(), Value: s.value()})
		}
		return c
	},
	"Scatter": func(s source) report.Part {
		c := report.Scatter{Title: s.name(), Points: s.name(), Compared: s.name(), Bars: s.name(), Note: s.name()}
		for range s.count(2) {
			n := s.count(20)
			line := rapid.SampledFrom([]report.Reference{report.NoLine, report.Identity, report.ZeroLine}).Draw(s.T, "line")
			p := report.ScatterPlot{XAxis: s.name(), YAxis: s.name(), X: s.values(n), Y: s.values(n), Line: line}
			p.Trend = report.Trend{X: p.X, Y: p.Y}
			if s.sure() {
				p.Low, p.High = s.values(n), s.values(n)
			}
			p.Dates = report.DateAxes{X: s.sure(), Y: s.sure()}
			c.Plots = append(c.Plots, p)
		}
		if p := &c.Plots[0]; len(c.Plots) == 1 && s.sure() {
			p.By = &report.By{Name: s.name(), Values: s.values(len(p.X)), Dates: s.sure()}
			if s.sure() {
				p.By.Levels = s.names(9)
				for i := range p.By.Values {
					p.By.Values[i] = float64(s.count(len(p.By.Levels)) - 1)
				}
			}
		}
		return c
	},
	"Histogram": func(s source) report.Part {
		return report.Histogram{Title: s.name(), Axis: s.name(), Bins: s.bins(), Dates: s.sure(), Points: s.name(), Note: s.name()}
	},
	"Boxes": func(s source) report.Part {
		c := report.Boxes{Title: s.name(), Axis: s.name(), Dates: s.sure(), Points: s.name(), Note: s.name()}
		for _, name := range s.names(35) {
			b := report.Box{Name: name, Count: s.count(100000), Far: s.values(3)}
			if s.sure() {
				b.Few = s.values(2)
			}
			marks := s.values(5)
			slices.Sort(marks)
			b.Low, b.Q1, b.Median, b.Q3, b.High = marks[0], marks[1], marks[2], marks[3], marks[4]
			c.Boxes = append(c.Boxes, b)
		}
		return c
	},
	"Pairs": func(s source) report.Part {
		c := report.Pairs{Title: s.name(), Points: s.name(), Note: s.name()}
		n := s.count(9)
		for range 1 + s.count(maxPairs-1) {
			c.Columns = append(c.Columns, report.PairColumn{Name: s.name(), Values: s.values(n), Bins: s.bins(), Dates: s.sure()})
		}
		for range c.Columns {
			c.R = append(c.R, s.correlations(len(c.Columns)))
		}
		return c
	},
	"GroupedBars": func(s source) report.Part {
		c := report.GroupedBars{Title: s.name(), Axis: s.name(), Groups: s.names(35), Note: s.name()}
		for _, name := range s.names(7) {
			series := Series{Name: name, Y: s.sizes(len(c.Groups))}
			if s.sure() {
				series.SE = s.sizes(len(c.Groups))
			}
			c.Series = append(c.Series, series)
		}
		return c
	},
	"Surface": func(s source) report.Part {
		c := report.Surface{Title: s.name(), XAxis: s.name(), YAxis: s.name(), ZAxis: s.name(), Points: s.name(), Note: s.name()}
		c.X, c.Y = s.rising(6), s.rising(6)
		for range c.X {
			c.Z, c.Far = append(c.Z, s.values(len(c.Y))), append(c.Far, s.values(len(c.Y)))
		}
		n := s.count(10)
		c.PointsX, c.PointsY = s.values(n), s.values(n)
		return c
	},
	"Dependences": func(s source) report.Part {
		c := report.Dependences{Title: s.name(), Value: s.name(), Slope: s.name(), Points: s.name()}
		for range s.count(13) {
			p := report.DependencePanel{Input: s.name(), X: s.rising(6), Rug: s.values(3)}
			n := len(p.X)
			p.Y = s.values(n)
			if s.sure() {
				p.Slope, p.SD = s.values(n), s.sizes(n)
			} else if s.sure() {
				p.X = nil
				for range n {
					p.Levels = append(p.Levels, s.name())
				}
			}
			c.Panels = append(c.Panels, p)
		}
		return c
	},
	"HeatMap": func(s source) report.Part {
		c := report.HeatMap{Title: s.name(), Axis: s.name(), Value: s.name(), Note: s.name(), Log: s.sure(), Marks: s.sure()}
		for range s.count(20) {
			c.Columns = append(c.Columns, s.name())
		}
		for range s.count(35) {
			c.Rows, c.Values = append(c.Rows, s.name()), append(c.Values, s.sizes(len(c.Columns)))
		}
		if s.sure() {
			c.Log, c.Marks, c.Correlations = false, false, true
			for i := range c.Values {
				c.Values[i] = s.correlations(len(c.Columns))
			}
		}
		return c
	},
	"Convergence": func(s source) report.Part {
		c := report.Convergence{Title: s.name(), Measure: s.name()}
		n := s.count(8)
		for at := range n {
			c.Iterations = append(c.Iterations, rapid.SampledFrom([]int{1, 7, 300, 10_000}).Draw(s.T, "step")*(at+1)*(at+1)*(at+1))
		}
		slices.Sort(c.Iterations)
		c.Falls, c.Objective, c.Bound = s.sizes(n), s.values(n), s.values(n)
		if s.sure() {
			c.Level = &report.Level{Value: 1e-4, Text: s.name()}
		}
		return c
	},
}

func (s source) names(most int) []string {
	list := make([]string, s.count(most))
	for i := range list {
		list[i] = s.name()
	}
	return list
}

func (s source) correlations(n int) []float64 {
	return s.list(n, func() float64 {
		return rapid.SampledFrom([]float64{-1, -0.999, -0.25, 0, 0.5, 1, math.NaN()}).Draw(s.T, "r")
	})
}

func (s source) bins() report.Bins {
	b := report.Bins{Edges: s.rising(9)}
	for range b.Edges[1:] {
		b.Counts = append(b.Counts, s.count(1_000_000)-1)
	}
	return b
}

// rising returns at least two numbers that rise.
func (s source) rising(most int) []float64 {
	list := s.values(1 + s.count(most-1))
	slices.Sort(list)
	return list
}

// Whatever the data, every chart that is drawn can be read. What cannot be drawn is refused
// in words.
func TestEveryChartIsLegible(t *testing.T) {
	for name, chart := range kinds {
		t.Run(name, func(t *testing.T) {
			drawn := 0
			rapid.Check(t, func(rt *rapid.T) {
				f, err := Draw(chart(source{rt}))
				if err != nil {
					if !strings.HasPrefix(err.Error(), "viz: ") {
						rt.Fatalf("refused with %v", err)
					}
					return
				}
				drawn++
				legible(rt, f)
			})
			if drawn == 0 {
				t.Error("none was drawn")
			}
		})
	}
}

// A kind of chart that is missing here has a reason.
func TestEveryChartHasAGeometry(t *testing.T) {
	elsewhere := []string{"Table"}
	files, err := filepath.Glob("../report/*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "part" {
				continue
			}
			found++
			kind := f.Recv.List[0].Type.(*ast.Ident).Name
			if kinds[kind] == nil && !slices.Contains(elsewhere, kind) {
				t.Errorf("nothing makes a chart of the kind %s", kind)
			}
		}
	}
	if found == 0 {
		t.Error("package report has no parts")
	}
}
