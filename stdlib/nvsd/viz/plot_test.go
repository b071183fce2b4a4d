package viz

import (
	"bytes"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

// userPlot is a plot as a user makes it, with nothing decided but what it is about.
func userPlot(t *testing.T) *plot.Plot {
	t.Helper()
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = "A <plot>", "x", "square"
	var xys plotter.XYs
	for i := range 21 {
		x := float64(i)/10 - 1
		xys = append(xys, plotter.XY{X: x, Y: x * x})
	}
	line, points, err := plotter.NewLinePoints(xys)
	if err != nil {
		t.Fatal(err)
	}
	points.Color = color.NRGBA{B: 0x80, A: 255}
	p.Add(line, points)
	p.Legend.Add("square", line, points)
	return p
}

func TestFromPlot(t *testing.T) {
	p := userPlot(t)
	before := *p
	f := FromPlot(p, 0, 0)
	if got := f.String(); got != "A <plot>. square over x." {
		t.Errorf("it is described as %q", got)
	}
	inside(t, f)
	golden.Check(t, "testdata/plot.svg", f.SVG())
	if w, h := f.Size(); w != defaultWidth.Points() || h != pathHeight.Points() {
		t.Errorf("its size is %v x %v", w, h)
	}
	if p.Title.TextStyle.Font != before.Title.TextStyle.Font || p.X.Tick.Marker != before.X.Tick.Marker || p.BackgroundColor != before.BackgroundColor {
		t.Error("the plot of the user has changed")
	}
	// Fonts, black and white of the defaults are the house's; the blue of the user is as it was.
	svg := f.SVG()
	if strings.Contains(svg, "Serif") || !strings.Contains(svg, `stroke="#000080"`) || !strings.Contains(svg, `stroke="#e4e4e4"`) {
		t.Error("it is not in the style of the house, or not in the colour of the user")
	}
}

// What a user has decided stays.
func TestFromPlotKeepsWhatIsDecided(t *testing.T) {
	p := userPlot(t)
	red := color.NRGBA{R: 0xcc, A: 255}
	p.Title.TextStyle.Color, p.X.Color, p.Y.Tick.Label.Font.Size = red, red, 14
	p.BackgroundColor = color.NRGBA{R: 0xff, G: 0xff, B: 0xcc, A: 255}
	p.X.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "middle"}}
	svg := FromPlot(p, 300, 200).SVG()
	for _, want := range []string{`width="300pt" height="200pt"`, `fill="#ffffcc"`, `fill="#cc0000">A &lt;plot&gt;`, `stroke="#cc0000"`, `font-size="14"`, ">middle<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the drawing has no %s", want)
		}
	}
	if strings.Contains(svg, ">0.5</text>\n<path") && strings.Contains(svg, ">-0.5<") {
		t.Error("there are ticks that the user has replaced")
	}
}

// Numbers that are no place leave a gap and are counted, in every form.
func TestFromPlotLeavesOutNaN(t *testing.T) {
	p := plot.New()
	line := &plotter.Line{XYs: plotter.XYs{{X: 0, Y: 1}, {X: 1, Y: 2}, {X: 2, Y: math.NaN()}, {X: 3, Y: 2}, {X: math.Inf(1), Y: 3}}, LineStyle: plotter.DefaultLineStyle}
	p.Add(&plotter.Scatter{XYs: line.XYs, GlyphStyle: plotter.DefaultGlyphStyle}, line, plotter.NewFunction(math.Log))
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -1, 4, 0, 3
	f := FromPlot(p, 0, 0)
	if !strings.Contains(f.String(), "marks are left out") {
		t.Errorf("in words: %v", f)
	}
	var pdf, png bytes.Buffer
	if err := f.WritePDF(&pdf); err != nil {
		t.Error(err)
	}
	if err := f.WritePNG(&png, 96); err != nil {
		t.Error(err)
	}
	for form, doc := range map[string]string{"SVG": f.SVG(), "PGF": f.PGF()} {
		doc = strings.ReplaceAll(doc, "NaN, infinite", "") // as the caption says
		if strings.Contains(doc, "NaN") || strings.Contains(doc, "Inf ") || strings.Contains(doc, "+Inf") {
			t.Errorf("the %s has coordinates that are none", form)
		}
	}
}

// A plot whose ranges are unknown, and one with nothing in it, are drawn.
func TestFromPlotWithoutARange(t *testing.T) {
	p := plot.New()
	p.X.Min, p.Y.Max = math.NaN(), math.NaN()
	for _, p := range []*plot.Plot{p, plot.New()} {
		f := FromPlot(p, 0, 0)
		inside(t, f)
		if !slices.ContainsFunc(texts(t, f), func(e svgText) bool { return e.content == "0" }) {
			t.Error("its axes have no numbers")
		}
	}
}
