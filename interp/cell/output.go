package cell

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/scanner"
	"go/token"
	"strconv"
	"strings"
)

// An output collects the text of a program and, for each line, where it comes
// from.
type output struct {
	smap  *sourceMap
	body  strings.Builder
	lines []Position
}

// decl prints one declaration. The printer tells by //line comments from
// which line of which chunk each of its lines comes; they are taken out again,
// since the interpreter must see one file under one name.
func (o *output) decl(d ast.Decl) {
	var b bytes.Buffer
	conf := printer.Config{Mode: printer.SourcePos | printer.UseSpaces, Tabwidth: 4}
	if err := conf.Fprint(&b, o.smap.fset, d); err != nil {
		panic("cell: " + err.Error()) // only a malformed tree
	}
	b.WriteByte('\n')
	directives := directivesIn(b.Bytes())
	var pos Position
	for i, line := range strings.SplitAfter(b.String(), "\n") {
		if directives[i+1] {
			pos = o.smap.directive(line)
			continue
		}
		if line == "" {
			continue
		}
		o.body.WriteString(line)
		o.lines = append(o.lines, pos)
		if pos.Line > 0 {
			pos.Line++
		}
	}
}

// directivesIn returns the numbers of the lines that are //line comments.
// There are no other comments, but a string may look like one.
func directivesIn(text []byte) map[int]bool {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, scanner.ScanComments)
	lines := map[int]bool{}
	for {
		pos, tok, _ := s.Scan()
		switch tok {
		case token.EOF:
			return lines
		case token.COMMENT:
			lines[file.PositionFor(pos, false).Line] = true
		}
	}
}

// directive reads "//line 3:5": line 5 of chunk 3.
func (m *sourceMap) directive(line string) Position {
	name, num, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "//line ")), ":")
	i, err := strconv.Atoi(name)
	n, err2 := strconv.Atoi(num)
	if err != nil || err2 != nil || i >= len(m.order) {
		return Position{}
	}
	c := m.order[i]
	first := c.src.errorAt(c.off, "").Line
	return Position{Label: c.src.Label, Line: first + n - 1}
}

// finish puts the parts together.
func (o *output) finish(imports string) (code string, lines []Position) {
	head := "package main\n" + imports
	return head + o.body.String(), append(make([]Position, strings.Count(head, "\n")), o.lines...)
}

// parseExprAt parses an expression of the rewriter's own, all of it at pos.
func parseExprAt(pos token.Pos, text string) ast.Expr {
	e, err := parser.ParseExpr(text)
	if err != nil {
		panic("cell: " + err.Error())
	}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			n.NamePos = pos
		case *ast.BasicLit:
			n.ValuePos = pos
		case *ast.BinaryExpr:
			n.OpPos = pos
		case *ast.ParenExpr:
			n.Lparen, n.Rparen = pos, pos
		}
		return true
	})
	return e
}
