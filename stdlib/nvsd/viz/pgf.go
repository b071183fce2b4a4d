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
	w.write(f.shapes(false))
	w.out.WriteString("\\end{pgfpicture}}\n")
	return w.out.String()
}

// pgfMacros are short names, since a drawing has thousands of points: to move, a line, a piece of a line,
// a curve, an arc, a disc of the radius \vr; to fill, to stroke; a colour, its opacity, a style of lines; a text.
const pgfMacros = `\def\vM#1,#2;{\pgfpathmoveto{\pgfqpoint{#1pt}{#2pt}}}` +
	`\def\vL#1,#2;{\pgfpathlineto{\pgfqpoint{#1pt}{#2pt}}}` +
	`\def\vS#1,#2,#3,#4;{\vM#1,#2;\vL#3,#4;}` +
	`\def\vC#1,#2,#3,#4,#5,#6;{\pgfpathcurveto{\pgfqpoint{#1pt}{#2pt}}{\pgfqpoint{#3pt}{#4pt}}{\pgfqpoint{#5pt}{#6pt}}}` +
	`\def\vA#1,#2,#3;{\pgfpatharc{#1}{#2}{#3pt}}` +
	`\def\vD#1,#2;{\pgfpathcircle{\pgfqpoint{#1pt}{#2pt}}{\vr pt}}` +
	`\def\vF{\pgfusepath{fill}}\def\vP{\pgfusepath{stroke}}` +
	`\def\vK#1{\definecolor{nvsd}{HTML}{#1}\pgfsetcolor{nvsd}}` +
	`\def\vO#1;{\pgfsetfillopacity{#1}\pgfsetstrokeopacity{#1}}` +
	`\def\vW#1,#2,#3;{\pgfsetlinewidth{#1pt}\pgfsetdash{#2}{#3pt}}` +
	`\def\vT#1,#2,#3,#4,#5;#6{\pgftext[left,base,x=#1pt,y=#2pt,rotate=#3]{\resizebox{#4pt}{\height}` +
	`{\color{nvsd}\sffamily\fontsize{#5}{#5}\selectfont#6}}}`

// A pgfWriter writes shapes as commands of PGF.
type pgfWriter struct {
	out                   strings.Builder
	colour, opacity, line string // the commands that have set them
}

func (w *pgfWriter) write(shapes []shape) {
	for len(shapes) > 0 {
		s, n := shapes[0], 1
		w.paint(s)
		switch s.kind {
		case area:
			w.path(s.path)
			w.out.WriteString("\\vF\n")
		case line:
			n = alike(shapes)
			w.lines(shapes[:n])
		case disc:
			n = alike(shapes)
			w.discs(shapes[:n])
		case words:
			w.words(s)
		}
		shapes = shapes[n:]
	}
}

// paint sets the colour of a shape.
func (w *pgfWriter) paint(s shape) {
	t, opacity := toneOf(s.colour, s.kind == area)
	w.set(&w.colour, fmt.Sprintf("\\vK{%06X}", t.light))
	w.set(&w.opacity, fmt.Sprintf("\\vO%.3g;", opacity))
}

// set writes a command if it differs from the last one of its kind.
func (w *pgfWriter) set(last *string, command string) {
	if command != *last {
		w.out.WriteString(command)
		*last = command
	}
}

func (w *pgfWriter) lines(lines []shape) {
	s := lines[0]
	var dashes strings.Builder
	for range 1 + len(s.dashes)%2 { // the pattern of PGF has an even length
		for _, d := range s.dashes {
			fmt.Fprintf(&dashes, "{%spt}", short(d))
		}
	}
	w.set(&w.line, fmt.Sprintf("\\vW%s,%s,%s;", short(s.width), dashes.String(), short(s.offset)))
	for _, s := range lines {
		w.path(s.path)
	}
	w.out.WriteString("\\vP\n")
}

func (w *pgfWriter) discs(discs []shape) {
	fmt.Fprintf(&w.out, "\\def\\vr{%s}", short(discs[0].radius))
	_, opacity := toneOf(discs[0].colour, false)
	for _, s := range discs {
		fmt.Fprintf(&w.out, "\\vD%s;", pgfPoint(s.at))
		if opacity < 1 { // each by itself, so that one is seen through another
			w.out.WriteString("\\vF")
		}
	}
	if opacity == 1 {
		w.out.WriteString("\\vF")
	}
	w.out.WriteByte('\n')
}

func (w *pgfWriter) words(s shape) {
	text := report.EscapeLaTeX(s.text)
	if s.face.Font.Weight >= xfont.WeightSemiBold {
		text = `\bfseries ` + text
	}
	fmt.Fprintf(&w.out, "\\vT%s,%s,%s,%s;{%s}\n", pgfPoint(s.at), short(vg.Length(s.turn*180/math.Pi)),
		short(s.face.Width(s.text)), short(s.face.Font.Size), text)
}

func (w *pgfWriter) path(path vg.Path) {
	if len(path) == 2 && path[0].Type == vg.MoveComp && path[1].Type == vg.LineComp {
		fmt.Fprintf(&w.out, "\\vS%s,%s;", pgfPoint(path[0].Pos), pgfPoint(path[1].Pos))
		return
	}
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
