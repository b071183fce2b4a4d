package viz

import (
	"errors"
	"maps"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// OfReport draws the charts of a report, below each other if there are several. It is an
// error when there is none, or when one cannot be drawn ([Draw]).
func OfReport(r report.Report) (*Figure, error) {
	var figures []*Figure
	for _, chart := range r.Charts() {
		f, err := Draw(chart)
		if err != nil {
			return nil, err
		}
		figures = append(figures, f)
	}
	if len(figures) == 0 {
		return nil, errors.New("viz: there is nothing to draw: the report holds no chart")
	}
	return Stack(figures...), nil
}

// Stack returns figures below each other as one. One figure stays what it is.
func Stack(figures ...*Figure) *Figure {
	if len(figures) == 1 {
		return figures[0]
	}
	all := &Figure{height: 2 * margin, full: map[string]string{}}
	var titles, words []string
	for _, f := range figures {
		all.width = max(all.width, f.width)
		all.height += f.total() - 2*margin
		titles, words = append(titles, f.title), append(words, f.String())
		maps.Copy(all.full, f.full)
	}
	all.height += stackGap * vg.Length(len(figures)-1)
	all.title, all.desc = strings.Join(titles, "; "), strings.Join(words, " ")
	all.draw = func(c draw.Canvas) {
		for _, f := range figures {
			height := f.total() - 2*margin
			own := draw.Crop(c, 0, f.width-all.width, c.Size().Y-height, 0)
			f.draw(f.drawCaption(own))
			c = draw.Crop(c, 0, 0, 0, -height-stackGap)
		}
	}
	return all
}

// stackGap is the distance of two figures of a stack.
const stackGap = 2 * margin
