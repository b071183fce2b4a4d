package notebooks

import (
	"bytes"
	"io/fs"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	goldmarkhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown turns the Markdown of one page into HTML. It keeps HTML in the Markdown, as
// Jupyter does; the page does not let it run scripts or load anything.
type markdown struct {
	md    goldmark.Markdown
	files fs.FS      // holds the pictures; may be nil
	ids   parser.IDs // of the headings, unique on the page
	title string     // the text of the first heading
}

func newMarkdown(files fs.FS) *markdown {
	return &markdown{
		files: files,
		ids:   parser.NewContext().IDs(),
		md: goldmark.New(
			goldmark.WithExtensions(extension.GFM),
			goldmark.WithParserOptions(
				parser.WithAutoHeadingID(),
				parser.WithInlineParsers(util.Prioritized(formulaParser{}, 150)),
			),
			goldmark.WithRendererOptions(
				goldmarkhtml.WithUnsafe(),
				renderer.WithNodeRenderers(util.Prioritized(codeRenderer{}, 100), util.Prioritized(formulaRenderer{}, 100)),
			),
		),
	}
}

// render returns Markdown as HTML. cell has the attachments; it may be nil.
func (m *markdown) render(source string, cell *Cell) (string, error) {
	src := []byte(source)
	doc := m.md.Parser().Parse(text.NewReader(src), parser.WithContext(parser.NewContext(parser.WithIDs(m.ids))))
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			if h, ok := n.(*ast.Heading); ok && m.title == "" {
				m.title = plainText(h, src)
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return "", err
	}
	var buf bytes.Buffer
	if err := m.md.Renderer().Render(&buf, src, doc); err != nil {
		return "", err
	}
	return m.embedAll(buf.String(), cell), nil
}

// plainText returns the text of a node without its markup.
func plainText(n ast.Node, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(src))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
			continue
		}
		b.WriteString(plainText(c, src))
	}
	return b.String()
}

// codeRenderer renders fenced code with a class for each token.
type codeRenderer struct{}

func (codeRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindFencedCodeBlock, func(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		block := n.(*ast.FencedCodeBlock)
		_, err := w.WriteString(highlight(string(block.Lines().Value(src)), string(block.Language(src))))
		return ast.WalkSkipChildren, err
	})
}
