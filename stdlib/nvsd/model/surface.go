package model

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// A Surface is a model as a function of two inputs, with the other inputs held at one value
// each.
type Surface struct {
	A, B, Target string
	GridA, GridB []float64   // values of the two inputs, in their own units
	Value        [][]float64 // Value[i][j] is the prediction at GridA[i] and GridB[j]

	// Distance[i][j] is the distance to the nearest of the points in the two inputs, in standard
	// deviations. Above Reach the prediction is a guess. Reach is twice the distance that 19 in 20
	// training observations have at most to their nearest other one.
	Distance [][]float64
	Reach    float64

	// The two inputs of the training observations: of those with the level at which a
	// categorical input was asked to be held.
	PointsA, PointsB []float64
	Held             []Held // the values of the other inputs that the model depends on
}

// Held is the value at which an input is held: a number, or a level of a categorical input.
type Held struct {
	Input string
	Value float64
	Level string // "" for a number
}

// String returns the input with its value, as "x3 = 0.5".
func (h Held) String() string {
	if h.Level != "" {
		return h.Input + " = " + h.Level
	}
	return h.Input + " = " + report.Number(h.Value)
}

// surfaceGrid is the number of values of each of the two inputs.
const surfaceGrid = 41

// Surface returns the model's predictions over two inputs, at 41 x 41 values, evenly spaced over
// their ranges in the training part.
func (m *Model) Surface(ctx context.Context, a, b string, at ...Held) (*Surface, error) {
	pair, err := m.surfaceInputs(a, b)
	if err != nil {
		return nil, err
	}
	row, held, err := m.hold(pair, at)
	if err != nil {
		return nil, err
	}
	s := &Surface{A: a, B: b, Target: m.Target(), Held: held}
	s.GridA, s.GridB = m.span(pair[0], surfaceGrid), m.span(pair[1], surfaceGrid)
	s.Value = make([][]float64, surfaceGrid)
	_, err = progress.Units{Of: "surface", Unit: "row", All: surfaceGrid}.Each(ctx, func(_ context.Context, i int) error {
		column := mat.NewDense(surfaceGrid, m.D(), nil)
		for j, vb := range s.GridB {
			column.SetRow(j, row)
			column.Set(j, pair[0], s.GridA[i])
			column.Set(j, pair[1], vb)
		}
		var err error
		s.Value[i], err = m.Predict(column)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.measure(m, pair, m.withLevels(at))
	return s, nil
}

// withLevels returns the training observations that have the levels at which categorical
// inputs are to be held.
func (m *Model) withLevels(at []Held) []int {
	var rows []int
	for i := range m.Train.N() {
		have := mat.Row(nil, i, m.Train.X())
		want := slices.Clone(have)
		for _, h := range at {
			for _, c := range m.Train.Categories() {
				if c.Name == h.Input {
					c.Set(want, slices.Index(c.Levels, h.Level))
				}
			}
		}
		if slices.Equal(have, want) {
			rows = append(rows, i)
		}
	}
	return rows
}

// surfaceInputs returns the columns of the two inputs.
func (m *Model) surfaceInputs(a, b string) (pair [2]int, err error) {
	if a == b {
		return pair, refusal.BadArgument("b", "a surface needs two inputs, and both are %q: PartialDependence is for one", a)
	}
	for k, name := range []string{a, b} {
		pair[k] = slices.Index(m.Train.Names(), name)
		for _, c := range m.Train.Categories() {
			if c.Name == name || slices.Contains(c.Columns, pair[k]) {
				return pair, refusal.BadArgument("ab"[k:k+1], "%q is categorical and has no axis: hold it at a level (nvsd.Held{Input: %q, Level: %q}), or see PartialDependence", name, c.Name, c.Levels[0])
			}
		}
		if pair[k] < 0 {
			return pair, refusal.NoInput(name, m.Train.Names())
		}
		if m.SD[pair[k]] == 0 {
			return pair, refusal.BadArgument("ab"[k:k+1], "the input %q is constant in the training part: a surface needs inputs that vary", name)
		}
	}
	return pair, nil
}

// hold returns a row in which all inputs are held, and what to say of those that the model
// depends on, but for the pair.
func (m *Model) hold(pair [2]int, at []Held) (row []float64, held []Held, err error) {
	row = make([]float64, m.D())
	for a, name := range m.Train.Names() {
		row[a] = stat.Mean(mat.Col(nil, a, m.Train.X()), nil)
		if m.In[a] && a != pair[0] && a != pair[1] {
			held = append(held, Held{Input: name, Value: row[a]})
		}
	}
	for _, c := range m.Train.Categories() {
		held = slices.DeleteFunc(held, func(h Held) bool { return slices.Contains(c.Columns, m.column(h.Input)) })
		level := mostFrequent(m.Train, c)
		c.Set(row, slices.Index(c.Levels, level))
		if slices.ContainsFunc(c.Columns, func(a int) bool { return m.In[a] }) {
			held = append(held, Held{Input: c.Name, Level: level})
		}
	}
	for _, h := range at {
		if err := m.holdAt(row, pair, h); err != nil {
			return nil, nil, err
		}
		held = slices.DeleteFunc(held, func(old Held) bool { return old.Input == h.Input })
		held = append(held, h)
	}
	return row, held, nil
}

func (m *Model) column(name string) int { return slices.Index(m.Train.Names(), name) }

// holdAt holds one input at the value asked for.
func (m *Model) holdAt(row []float64, pair [2]int, h Held) error {
	for _, c := range m.Train.Categories() {
		if c.Name != h.Input {
			continue
		}
		k := slices.Index(c.Levels, h.Level)
		if k < 0 {
			return refusal.BadArgument("at", "the input %q is to be held at the level %q: it has %s", h.Input, h.Level, strings.Join(c.Levels, ", "))
		}
		c.Set(row, k)
		return nil
	}
	a := m.column(h.Input)
	switch {
	case a < 0:
		return refusal.NoInput(h.Input, m.Train.Names())
	case a == pair[0] || a == pair[1]:
		return refusal.BadArgument("at", "the input %q is an axis of the surface, and cannot be held too", h.Input)
	case math.IsNaN(h.Value) || math.IsInf(h.Value, 0):
		return refusal.BadArgument("at", "the input %q is to be held at %v: the value must be finite", h.Input, h.Value)
	case h.Level != "":
		return refusal.BadArgument("at", "the input %q is to be held at the level %q: it is no categorical input, give a Value", h.Input, h.Level)
	}
	row[a] = h.Value
	return nil
}

// mostFrequent returns the level that most observations have; of several the first.
func mostFrequent(f *data.Frame, c data.Category) string {
	counts := make([]int, len(c.Levels))
	row := make([]float64, f.D())
	X := f.X()
	for i := range f.N() {
		mat.Row(row, i, X)
		for k := range c.Levels {
			want := slices.Clone(row)
			c.Set(want, k)
			if slices.Equal(want, row) {
				counts[k]++
			}
		}
	}
	return c.Levels[slices.Index(counts, slices.Max(counts))]
}

// measure sets the points, which are the given observations, the distances of the grid from them,
// and the Reach.
func (s *Surface) measure(m *Model, pair [2]int, rows []int) {
	allA, allB := mat.Col(nil, pair[0], m.Train.X()), mat.Col(nil, pair[1], m.Train.X())
	for _, i := range rows {
		s.PointsA, s.PointsB = append(s.PointsA, allA[i]), append(s.PointsB, allB[i])
	}
	nearest := func(pointsA, pointsB []float64, a, b float64, apart bool) float64 {
		least := math.Inf(1)
		for i, pa := range pointsA {
			if d := math.Hypot((pa-a)/m.SD[pair[0]], (pointsB[i]-b)/m.SD[pair[1]]); d < least && (d > 0 || !apart) {
				least = d
			}
		}
		return least
	}
	for _, a := range s.GridA {
		row := make([]float64, len(s.GridB))
		for j, b := range s.GridB {
			row[j] = nearest(s.PointsA, s.PointsB, a, b, false)
		}
		s.Distance = append(s.Distance, row)
	}
	const most = 1000 // observations whose neighbours are looked for
	var between []float64
	for _, i := range report.Evenly(len(allA), most) {
		between = append(between, nearest(allA, allB, allA[i], allB[i], true))
	}
	slices.Sort(between)
	s.Reach = 2 * stat.Quantile(0.95, stat.Empirical, between, nil)
}

// Report returns the surface as contours in colours, and a table of it at five values of
// each input.
func (s *Surface) Report() report.Report { return report.Report{s.chart(), s.table()} }

// String returns the table of the Report as plain text, with the values at which the other inputs are
// held, which the chart of the Report says in its caption.
func (s *Surface) String() string {
	t := s.table()
	t.Notes = append([]string{s.heldNote()}, t.Notes...)
	return t.String()
}

func (s *Surface) title() string {
	return fmt.Sprintf("Predicted %s over %s and %s", s.Target, s.A, s.B)
}

// heldNote says at which values the other inputs are held.
func (s *Surface) heldNote() string {
	const most = 8
	if len(s.Held) == 0 {
		return "the model depends on no other input"
	}
	var all []string
	for _, h := range s.Held[:min(most, len(s.Held))] {
		all = append(all, h.String())
	}
	text := "the other inputs are held at " + strings.Join(all, ", ")
	if more := len(s.Held) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func (s *Surface) table() report.Table {
	const most = 5
	t := report.Table{
		Title:   s.title(),
		Columns: []report.Column{{Name: s.A + " \\ " + s.B}},
		Notes:   []string{"a number in parentheses is far from all observations: a guess"},
	}
	columns := report.Evenly(len(s.GridB), most)
	for _, j := range columns {
		t.Columns = append(t.Columns, report.Column{Name: report.Number(s.GridB[j])})
	}
	for _, i := range report.Evenly(len(s.GridA), most) {
		row := []any{s.GridA[i]}
		for _, j := range columns {
			if s.Distance[i][j] > s.Reach {
				row = append(row, "("+report.Number(s.Value[i][j])+")")
			} else {
				row = append(row, s.Value[i][j])
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (s *Surface) chart() report.Surface {
	far := make([][]float64, len(s.Distance))
	for i, row := range s.Distance {
		for _, d := range row {
			far[i] = append(far[i], d/s.Reach)
		}
	}
	note := s.heldNote()
	return report.Surface{
		Title: s.title(), XAxis: s.A, YAxis: s.B, ZAxis: "predicted " + s.Target,
		X: s.GridA, Y: s.GridB, Z: s.Value, Far: far,
		PointsX: s.PointsA, PointsY: s.PointsB, Points: "training observations", Note: strings.ToUpper(note[:1]) + note[1:] + ".",
	}
}

// Figure draws the chart of the Report.
func (s *Surface) Figure() (*viz.Figure, error) { return viz.OfReport(s.Report()) }
