package viz

import (
	"fmt"
	"math"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/vg"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// PGF returns the figure as a pgfpicture of LaTeX, no wider than the line. The document uses the
// packages pgf, xcolor and graphicx. The texts have its font without serifs, and the widths of
// the layout. Pictures in the figure are left out, since LaTeX reads them from files of their own.
func (f *Figure) PGF() string {
	var w pgfWriter
	width, height := f.Size()
	fmt.Fprintf(&w.out, "\\resizebox{\\ifdim%[1]gpt>\\linewidth\\linewidth\\else %[1]gpt\\fi}{!}{%%\n\\begin{pgfpicture}%[2]s\n", round2(width), pgfMacros)
	fmt.Fprintf(&w.out, "\\pgfpathrectangle{\\pgfpointorigin}{\\pgfqpoint{%gpt}{%gpt}}\\pgfusepath{use as bounding box}\n", round2(width), round2(height))
	for _, s := range f.shapes(false) {
		w.write(s)
	}
	w.out.WriteString("\\end{pgfpicture}}\n")
	return w.out.String()
}

// pgfMacros are short names, since a drawing has thousands of points: to move, a line, a curve, an
// arc, a disc.
const pgfMacros = `\def\vM#1,#2;{\pgfpathmoveto{\pgfqpoint{#1pt}{#2pt}}}` +
	`\def\vL#1,#2;{\pgfpathlineto{\pgfqpoint{#1pt}{#2pt}}}` +
	`\def\vC#1,#2,#3,#4,#5,#6;{\pgfpathcurveto{\pgfqpoint{#1pt}{#2pt}}{\pgfqpoint{#3pt}{#4pt}}{\pgfqpoint{#5pt}{#6pt}}}` +
	`\def\vA#1,#2,#3;{\pgfpatharc{#1}{#2}{#3pt}}` +
	`\def\vD#1,#2,#3;{\pgfpathcircle{\pgfqpoint{#1pt}{#2pt}}{#3pt}}`

// A pgfWriter writes shapes as commands of PGF.
type pgfWriter struct {
	out   strings.Builder
	style string // what colours and lines have been set to
}

func (w *pgfWriter) write(s shape) {
	switch s.kind {
	case area:
		w.set(s, "")
		w.path(s.path)
		w.out.WriteString("\\pgfusepath{fill}\n")
	case line:
		var dashes strings.Builder
		for range 1 + len(s.dashes)%2 { // the pattern of PGF has an even length
			for _, d := range s.dashes {
				fmt.Fprintf(&dashes, "{%spt}", short(d))
			}
		}
		w.set(s, fmt.Sprintf("\\pgfsetlinewidth{%spt}\\pgfsetdash{%s}{%spt}", short(s.width), dashes.String(), short(s.offset)))
		w.path(s.path)
		w.out.WriteString("\\pgfusepath{stroke}\n")
	case disc:
		w.set(s, "")
		fmt.Fprintf(&w.out, "\\vD%s,%s;\\pgfusepath{fill}\n", pgfPoint(s.at), short(s.radius))
	case words:
		w.set(s, "")
		w.words(s)
	}
}

// set sets the colour of a shape, and what else is said of its style, where it differs from that of
// the shape before.
func (w *pgfWriter) set(s shape, more string) {
	t, opacity := toneOf(s.colour, s.kind == area)
	style := fmt.Sprintf("\\definecolor{nvsd}{HTML}{%06X}\\pgfsetcolor{nvsd}\\pgfsetfillopacity{%.3[2]g}\\pgfsetstrokeopacity{%.3[2]g}%[3]s", t.light, opacity, more)
	if style != w.style {
		w.out.WriteString(style + "\n")
		w.style = style
	}
}

func (w *pgfWriter) words(s shape) {
	weight := ""
	if s.face.Font.Weight >= xfont.WeightSemiBold {
		weight = `\bfseries`
	}
	x, y, _ := strings.Cut(pgfPoint(s.at), ",")
	fmt.Fprintf(&w.out, "\\pgftext[left,base,x=%spt,y=%spt,rotate=%s]{\\resizebox{%spt}{\\height}{\\color{nvsd}\\sffamily%s\\fontsize{%[6]s}{%[6]s}\\selectfont %s}}\n",
		x, y, short(vg.Length(s.turn*180/math.Pi)), short(s.face.Width(s.text)), weight, short(s.face.Font.Size), report.EscapeLaTeX(s.text))
}

func (w *pgfWriter) path(path vg.Path) {
	for i, comp := range path {
		switch comp.Type {
		case vg.MoveComp:
			fmt.Fprintf(&w.out, "\\vM%s;", pgfPoint(comp.Pos))
		case vg.LineComp:
			fmt.Fprintf(&w.out, "\\vL%s;", pgfPoint(comp.Pos))
		case vg.CurveComp:
			fmt.Fprintf(&w.out, "\\vC%s,%s,%s;", pgfPoint(comp.Control[0]), pgfPoint(comp.Control[1]), pgfPoint(comp.Pos))
		case vg.ArcComp:
			if from := pgfPoint(onCircle(comp, comp.Start)); i == 0 || from != pgfPoint(path[i-1].Pos) {
				fmt.Fprintf(&w.out, "\\vL%s;", from)
			}
			const degrees = 180 / math.Pi
			fmt.Fprintf(&w.out, "\\vA%s,%s,%s;", short(vg.Length(comp.Start*degrees)), short(vg.Length((comp.Start+comp.Angle)*degrees)), short(comp.Radius))
		case vg.CloseComp:
			w.out.WriteString("\\pgfpathclose")
		}
	}
}

func pgfPoint(pt vg.Point) string { return short(pt.X) + "," + short(pt.Y) }

func round2(v float64) float64 { return math.Round(100*v) / 100 }
