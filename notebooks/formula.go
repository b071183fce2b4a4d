package notebooks

import (
	"bytes"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/nvsd-kernel/nvsd-kernel/notebooks/mathml"
)

// formulaHTML returns a formula of TeX as MathML, or its source where package mathml does
// not know all of it. With display the formula has a line of its own.
func formulaHTML(tex string, display bool) string {
	if markup, err := mathml.Write(tex, display); err == nil {
		return markup
	}
	return `<code class="math">` + html.EscapeString(tex) + "</code>"
}

// latexHTML returns a rendering of type text/latex: a formula, with or without dollars.
func latexHTML(s string) string {
	s = strings.TrimSpace(s)
	if tex, ok := strings.CutPrefix(s, "$$"); ok {
		return formulaHTML(strings.TrimSuffix(tex, "$$"), true)
	}
	if tex, ok := strings.CutPrefix(s, "$"); ok {
		return formulaHTML(strings.TrimSuffix(tex, "$"), false)
	}
	return formulaHTML(s, true)
}

// A formula is TeX inside Markdown.
type formula struct {
	ast.BaseInline
	tex     string
	display bool // has a line of its own
}

var kindFormula = ast.NewNodeKind("Formula")

func (*formula) Kind() ast.NodeKind { return kindFormula }

func (f *formula) Dump(src []byte, level int) {
	ast.DumpHelper(f, src, level, map[string]string{"TeX": f.tex}, nil)
}

// formulaRenderer renders formulas.
type formulaRenderer struct{}

func (formulaRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(kindFormula, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		f := n.(*formula)
		_, err := w.WriteString(formulaHTML(f.tex, f.display))
		return ast.WalkContinue, err
	})
}

// formulaParser reads TeX between dollars, $...$ or $$...$$, and an environment on its own,
// \begin{align}...\end{align}, as JupyterLab does. As in Pandoc, single dollars have no
// space inside and no digit behind them, so that prices are not formulas.
type formulaParser struct{}

func (formulaParser) Trigger() []byte { return []byte{'$', '\\'} }

func (formulaParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, start := block.PeekLine()
	switch {
	case bytes.HasPrefix(line, []byte("$$")):
		if tex, ok := across(block, "$$", "$$"); ok {
			return &formula{tex: tex, display: true}
		}
		block.Advance(2)
		return ast.NewTextSegment(start.WithStop(start.Start + 2))
	case line[0] == '$':
		if end := closing(line[1:]); end >= 0 {
			block.Advance(end + 2)
			return &formula{tex: string(line[1 : end+1])}
		}
		block.Advance(1)
		return ast.NewTextSegment(start.WithStop(start.Start + 1))
	}
	name, ok := bytes.CutPrefix(line, []byte(`\begin{`))
	brace := bytes.IndexByte(name, '}')
	if !ok || brace < 0 {
		return nil // an escape of Markdown
	}
	open, end := `\begin{`+string(name[:brace+1]), `\end{`+string(name[:brace+1])
	if tex, ok := across(block, open, end); ok {
		return &formula{tex: open + tex + end, display: true}
	}
	return nil
}

// across reads the text between open, which block is at, and end, over several lines. If
// there is no end in the paragraph, block stays where it is.
func across(block text.Reader, open, end string) (tex string, ok bool) {
	l, pos := block.Position()
	block.Advance(len(open))
	var b strings.Builder
	for {
		line, _ := block.PeekLine()
		if line == nil {
			block.SetPosition(l, pos)
			return "", false
		}
		if at := bytes.Index(line, []byte(end)); at >= 0 {
			b.Write(line[:at])
			block.Advance(at + len(end))
			return b.String(), true
		}
		b.Write(line)
		block.AdvanceLine()
	}
}

// closing returns the place in the line of the dollar that closes a formula, or -1.
func closing(line []byte) int {
	if len(line) == 0 || util.IsSpace(line[0]) {
		return -1
	}
	for i := 1; i < len(line); i++ {
		if line[i] == '$' && line[i-1] != '\\' && !util.IsSpace(line[i-1]) &&
			(i+1 == len(line) || line[i+1] < '0' || line[i+1] > '9') {
			return i
		}
	}
	return -1
}
