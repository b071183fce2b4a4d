package viz

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// maxPairs is the largest number of columns that are drawn against each other.
const maxPairs = 6

// Pairs draws columns of numbers against each other in a square of panels: histograms on the
// diagonal, below it a scatter plot of each pair, and above it the correlation of the pair. Panels
// below each other have one horizontal axis, and those beside each other one vertical axis.
//
// A point of a pair that is not finite is left out. Of more points of a pair than a message has
// room for a fixed sample is drawn, the extremes among it; the caption says so. It is an error when there are not two
// to six columns, when lengths disagree, when a column has no finite number, and when its bins
// cannot be drawn ([Histogram]).
func Pairs(chart report.Pairs) (*Figure, error) {
	m := pairs{chart: chart, full: map[string]string{}}
	if err := m.add(); err != nil {
		return nil, err
	}
	m.arrange()
	head := header{title: clean(chart.Title)}
	return &Figure{
		width:   defaultWidth,
		height:  2*margin + head.height() + overMap + vg.Length(len(chart.Columns))*(m.height+pairGap) - pairGap + belowPane,
		draw:    func(c draw.Canvas) { m.draw(head.draw(c)) },
		title:   clean(chart.Title),
		desc:    m.inWords(),
		full:    m.full,
		caption: sentences(chart.Note, m.sampledNote()),
	}, nil
}

const pairGap = vg.Length(12)

// pairs is the layout of a square of panels.
type pairs struct {
	chart         report.Pairs
	n             int // of the values of each column
	axes          []scale
	names         []string
	left          vg.Length // of the numbers at the left
	width, height vg.Length // of a panel
	full          map[string]string
}

func (m *pairs) add() error {
	c := m.chart
	if k := len(c.Columns); k < 2 || k > maxPairs {
		return fmt.Errorf("viz: pairs of %d columns cannot be drawn: there are 2 to %d", k, maxPairs)
	}
	if len(c.R) != len(c.Columns) {
		return fmt.Errorf("viz: there are %d columns, and correlations of %d", len(c.Columns), len(c.R))
	}
	m.n = len(c.Columns[0].Values)
	for k, column := range c.Columns {
		if len(column.Values) != m.n || len(c.R[k]) != len(c.Columns) {
			return fmt.Errorf("viz: the column %q has %d values and %d correlations: %d and %d are needed", column.Name, len(column.Values), len(c.R[k]), m.n, len(c.Columns))
		}
		r := nowhere.with(only(column.Values)...)
		if r == nowhere {
			return fmt.Errorf("viz: the column %q has no number to draw: none of its %d is finite", column.Name, m.n)
		}
		if err := checkBins(column.Name, column.Bins); err != nil {
			return err
		}
		r = r.with(column.Bins.Edges...)
		r = roomy(r.lo, r.hi)
		r.dates = column.Dates
		m.axes = append(m.axes, r)
	}
	return nil
}

// most returns the largest number of points of a panel, such that the points of all panels
// together stay few enough for a message.
func (m *pairs) most() int {
	k := len(m.chart.Columns)
	return min(maxMarks, 3*maxMarks/(k*(k-1)/2))
}

// arrange sets the size of the panels.
func (m *pairs) arrange() {
	k := vg.Length(len(m.chart.Columns))
	for _, y := range m.axes[1:] {
		m.left = max(m.left, leftOf(y, 80, ""))
	}
	m.width = min((headerWidth-m.left-4-pairGap*(k-1))/k, 180)
	m.height = m.width
	for _, column := range m.chart.Columns {
		m.names = append(m.names, shortened(column.Name, panelName, m.width, m.full))
	}
}

func (m *pairs) draw(c draw.Canvas) {
	c.Max.Y -= overMap
	for i := range m.chart.Columns {
		for j := range m.chart.Columns {
			x := c.Min.X + m.left + vg.Length(j)*(m.width+pairGap)
			y := c.Max.Y - vg.Length(i)*(m.height+pairGap)
			box := vg.Rectangle{Min: vg.Point{X: x, Y: y - m.height}, Max: vg.Point{X: x + m.width, Y: y}}
			switch p := newPane(c, box, m.axes[j], m.axes[i]); {
			case i == j:
				m.drawColumn(p, i)
			case i > j:
				m.drawPair(p, i, j)
			default:
				m.writeCorrelation(p, i, j)
			}
		}
	}
}

// drawColumn draws the histogram of a column, with its name above.
func (m *pairs) drawColumn(p pane, i int) {
	bins := m.chart.Columns[i].Bins
	p.FillText(panelName, vg.Point{X: p.Min.X, Y: p.Max.Y - nameLine/2}, m.names[i])
	box := p.Rectangle
	box.Max.Y -= nameLine
	newPane(p.Canvas, box, p.x, countsOf(bins)).bins(bins)
	p.StrokeLine2(axisStyle, p.Min.X, p.Min.Y, p.Max.X, p.Min.Y)
	if i == len(m.chart.Columns)-1 {
		p.axisX("")
	}
}

// drawPair draws column i over column j.
func (m *pairs) drawPair(p pane, i, j int) {
	p.gridX()
	p.gridY(j == 0)
	x, y := m.points(i, j)
	const radius = vg.Length(1.2)
	discs(p.Canvas, radius, accent, p.line(x, y)) // opaque, which takes the least room of so many
	p.StrokeLine2(axisStyle, p.Min.X, p.Min.Y, p.Max.X, p.Min.Y)
	if i == len(m.chart.Columns)-1 {
		p.axisX("")
	}
}

// points returns the points of column i over column j that are drawn.
func (m *pairs) points(i, j int) (x, y []float64) {
	for row, v := range m.chart.Columns[j].Values {
		if w := m.chart.Columns[i].Values[row]; drawable(v) && drawable(w) {
			x, y = append(x, v), append(y, w)
		}
	}
	if len(x) == 0 {
		return nil, nil
	}
	rows := sampled(len(x), m.most(), extremesOf(x, y)...)
	return picked(x, rows), picked(y, rows)
}

// sampledNote returns a sentence for the caption, that not all points of a pair may be drawn. It
// returns "" if all are.
func (m *pairs) sampledNote() string {
	if m.n <= m.most() {
		return ""
	}
	return fmt.Sprintf("At most %d of the %d %s of a pair are drawn.", m.most(), m.n, clean(m.chart.Points))
}

// writeCorrelation writes the correlation of two columns, and a dash where there is none.
func (m *pairs) writeCorrelation(p pane, i, j int) {
	r := m.chart.R[i][j]
	said := "–"
	if drawable(r) {
		said = correlation(r)
	}
	style := sans(titleSize, ink)
	style.XAlign = text.XCenter
	p.FillText(style, vg.Point{X: (p.Min.X + p.Max.X) / 2, Y: (p.Min.Y + p.Max.Y) / 2}, said)
}

func (m *pairs) inWords() string {
	words := fmt.Sprintf("%d columns against each other: histograms, scatter plots and correlations.", len(m.names))
	k := len(m.names)
	order := make([]int, 0, k*k)
	for at := range k * k {
		if i, j := at/k, at%k; i < j && drawable(m.chart.R[i][j]) {
			order = append(order, at)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(math.Abs(m.chart.R[b/k][b%k]), math.Abs(m.chart.R[a/k][a%k]))
	})
	for _, at := range order {
		words += fmt.Sprintf(" %s and %s: %s.", m.names[at/k], m.names[at%k], correlation(m.chart.R[at/k][at%k]))
	}
	return words
}
