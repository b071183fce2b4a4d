package viz

import (
	"fmt"
	"math"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/vg"
)

// PGF returns the figure as a pgfpicture of LaTeX, whose document loads the packages pgf and
// graphicx. Its texts have the document's font without serifs, and the widths of the layout.
// Pictures in it, which LaTeX reads from files of their own, are left out.
func (f *Figure) PGF() string {
	var b strings.Builder
	w, h := f.Size()
	fmt.Fprintf(&b, "\\resizebox{\\ifdim%[1]gpt>\\linewidth\\linewidth\\else %[1]gpt\\fi}{!}{%%\n\\begin{pgfpicture}\n", round2(w))
	fmt.Fprintf(&b, "\\pgfpathrectangle{\\pgfpointorigin}{\\pgfqpoint{%gpt}{%gpt}}\\pgfusepath{use as bounding box}\n", round2(w), round2(h))
	for _, s := range f.shapes(false) {
		writePGF(&b, s)
	}
	b.WriteString("\\end{pgfpicture}}\n")
	return b.String()
}

func writePGF(b *strings.Builder, s shape) {
	t, opacity := toneOf(s.colour, s.kind == area)
	fmt.Fprintf(b, "\\definecolor{nvsd}{HTML}{%06X}\\pgfsetcolor{nvsd}", t.light)
	if opacity < 1 {
		fmt.Fprintf(b, "\\pgfsetfillopacity{%.3g}\\pgfsetstrokeopacity{%[1].3g}", opacity)
		defer b.WriteString("\\pgfsetfillopacity{1}\\pgfsetstrokeopacity{1}\n")
	}
	switch s.kind {
	case area:
		pgfPath(b, s.path)
		b.WriteString("\\pgfusepath{fill}\n")
	case line:
		var dashes strings.Builder
		for _, d := range s.dashes {
			fmt.Fprintf(&dashes, "{%spt}", short(d))
		}
		if len(s.dashes)%2 == 1 { // the pattern of PGF has an even length
			dashes.WriteString(dashes.String())
		}
		fmt.Fprintf(b, "\\pgfsetlinewidth{%spt}\\pgfsetdash{%s}{%spt}", short(s.width), dashes.String(), short(s.offset))
		pgfPath(b, s.path)
		b.WriteString("\\pgfusepath{stroke}\n")
	case disc:
		fmt.Fprintf(b, "\\pgfpathcircle{%s}{%spt}\\pgfusepath{fill}\n", pgfPoint(s.at), short(s.radius))
	case words:
		weight := ""
		if s.face.Font.Weight >= xfont.WeightSemiBold {
			weight = `\bfseries`
		}
		size := s.face.Font.Size
		fmt.Fprintf(b, "\\pgftext[left,base,at={%s},rotate=%s]{\\resizebox{%spt}{\\height}{\\color{nvsd}\\sffamily%s\\fontsize{%[5]s}{%[5]s}\\selectfont %s}}\n",
			pgfPoint(s.at), short(vg.Length(s.turn*180/math.Pi)), short(s.face.Width(s.text)), weight, short(size), texEscaper.Replace(s.text))
	}
}

// texEscaper writes a text so that LaTeX sets it as it is.
var texEscaper = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `%`, `\%`, `#`, `\#`, `_`, `\_`,
	`~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`, `<`, `\textless{}`, `>`, `\textgreater{}`, `|`, `\textbar{}`, `"`, `\textquotedbl{}`,
	`-`, `{-}`, "`", "{`}", `'`, `{'}`,
)

func pgfPath(b *strings.Builder, path vg.Path) {
	for _, comp := range asCurves(path) {
		switch comp.Type {
		case vg.MoveComp:
			fmt.Fprintf(b, "\\pgfpathmoveto{%s}", pgfPoint(comp.Pos))
		case vg.LineComp:
			fmt.Fprintf(b, "\\pgfpathlineto{%s}", pgfPoint(comp.Pos))
		case vg.CurveComp:
			fmt.Fprintf(b, "\\pgfpathcurveto{%s}{%s}{%s}", pgfPoint(comp.Control[0]), pgfPoint(comp.Control[1]), pgfPoint(comp.Pos))
		case vg.CloseComp:
			b.WriteString("\\pgfpathclose")
		}
	}
}

func pgfPoint(pt vg.Point) string {
	return fmt.Sprintf("\\pgfqpoint{%spt}{%spt}", short(pt.X), short(pt.Y))
}

func round2(v float64) float64 { return math.Round(100*v) / 100 }
