// Package tidy formats cells as gofmt formats Go. It leaves magics, lines of the shell and
// questions as they are.
package tidy

import (
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
)

// Cell returns the code of a cell in the form of gofmt. White space at both ends of the cell
// stays. The cell means the same: a semicolon at its end, which keeps a value from being
// displayed, stays too. If the cell cannot be parsed the error is a [*cell.Errors], in which
// the cell is called label.
func Cell(label, code string) (string, error) {
	for range mostRounds {
		next, err := once(label, code)
		if err != nil || next == code {
			return next, err
		}
		code = next
	}
	return code, nil
}

// mostRounds is the largest number of times that a cell is formatted until it stays as it is.
// Package format lays out a comment that directly precedes a statement as a doc comment, but
// only where white space was already as it should be.
const mostRounds = 4

// once formats a cell once. A cell whose parts would then be others stays as it is: a written
// semicolon at the end of a line joins the next line to %time.
func once(label, code string) (string, error) {
	was, err := partsOf(label, code)
	if err != nil {
		return "", err
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "", code, parser.PackageClauseOnly); err == nil { // a whole file
		next, err := format.Source([]byte(code))
		if err != nil {
			return code, nil // it goes on as a cell
		}
		const space = " \t\r\n"
		return strings.TrimRight(string(next), space) + code[len(strings.TrimRight(code, space)):], nil
	}
	sections, err := sectionsOf(code, was)
	if err != nil {
		return "", fmt.Errorf("%s: %w", label, err)
	}
	next := replace(code, sections)
	is, err := partsOf(label, next)
	if err != nil || len(is.pieces) != len(was.pieces) || len(is.edits) != len(was.edits) {
		return code, nil
	}
	return next, nil
}

// parts holds the magics and the pieces of a cell.
type parts struct {
	blank  string // the cell with spaces for its magics
	edits  []cell.Edit
	pieces []cell.Piece // of blank
}

func partsOf(label, code string) (parts, error) {
	m, err := magic.Parse(code)
	var wrong *magic.Error
	switch {
	case errors.As(err, &wrong):
		return parts{}, cell.Fault(cell.Source{Label: label, Code: code}, wrong.Off, wrong.Msg)
	case err != nil:
		return parts{}, fmt.Errorf("%s: %w", label, err)
	}
	p := parts{blank: magic.Blank(code, m.Edits), edits: m.Edits}
	p.pieces, err = cell.Pieces(cell.Source{Label: label, Code: p.blank})
	return p, err
}

// replace returns a cell with its sections in their new form, and the white space at its ends.
func replace(code string, sections []section) string {
	if len(sections) == 0 {
		return code
	}
	start := len(code) - len(strings.TrimLeft(code, " \t\r\n"))
	start = strings.LastIndexByte(code[:start], '\n') + 1 // the indentation of the first line goes
	end := len(strings.TrimRight(code, " \t\r\n"))
	end = max(end, sections[len(sections)-1].end) // the body of a magic may end with white space
	return code[:start] + join(code, sections) + code[end:]
}

// A section is a part of a cell that is formatted by itself, or a magic, with its new text.
type section struct {
	off, end int
	text     string
}

// sectionsOf divides a cell at its magics, and the Go between two of them where its kind
// changes.
func sectionsOf(code string, p parts) ([]section, error) {
	var sections []section
	pos, pieces := 0, p.pieces
	goUntil := func(end int) error {
		var here []cell.Piece
		for len(pieces) > 0 && pieces[0].Off < end {
			here, pieces = append(here, pieces[0]), pieces[1:]
		}
		more, err := goSections(p.blank, pos, end, here)
		sections = append(sections, more...)
		return err
	}
	for _, e := range p.edits {
		if e.Off == e.End { // only puts something in
			continue
		}
		if err := goUntil(e.Off); err != nil {
			return nil, err
		}
		sections = append(sections, section{e.Off, e.End, strings.TrimRight(code[e.Off:e.End], " \t\r")})
		pos = e.End
	}
	return sections, goUntil(len(code))
}

// goSections formats the Go between off and end: neighbouring pieces of one kind together, with
// the comments before them and behind the last on its line.
func goSections(blank string, off, end int, pieces []cell.Piece) ([]section, error) {
	if len(pieces) == 0 {
		return addSection(nil, blank, off, end, nil)
	}
	var sections []section
	var err error
	from := 0
	for i := range pieces {
		if i+1 < len(pieces) && alike(pieces[i], pieces[i+1]) {
			continue
		}
		until := end
		if i+1 < len(pieces) {
			until = lineEnd(blank, pieces[i].End, pieces[i+1].Off)
		}
		sections, err = addSection(sections, blank, off, until, pieces[from:i+1])
		if err != nil {
			return nil, err
		}
		off, from = until, i+1
	}
	return sections, nil
}

// alike reports whether two pieces are formatted together. An import may follow a declaration
// in a cell, but not in a file, and several values are no Go at all.
func alike(a, b cell.Piece) bool { return a.Kind == b.Kind && !a.List && !b.List }

// lineEnd returns the end of the text that belongs to a piece which ends at off: behind the
// comments that begin on its line.
func lineEnd(blank string, off, next int) int {
	end := off
	for _, c := range commentsIn(blank[off:next]) {
		if strings.Contains(blank[end:off+c.off], "\n") {
			break
		}
		end = off + c.end
	}
	if semi := strings.IndexByte(blank[end:next], ';'); semi >= 0 {
		return end + semi + 1
	}
	return end
}

// addSection adds the section between off and end, unless it is empty.
func addSection(sections []section, blank string, off, end int, pieces []cell.Piece) ([]section, error) {
	text := blank[off:end]
	trimmed := strings.TrimLeft(text, " \t\r\n;")
	off += len(text) - len(trimmed)
	trimmed = strings.TrimRight(trimmed, " \t\r\n")
	if trimmed == "" {
		return sections, nil
	}
	formatted, err := formatGo(trimmed, pieces)
	if err != nil {
		return nil, err
	}
	return append(sections, section{off, off + len(trimmed), formatted}), nil
}

// formatGo formats pieces of one kind with their comments.
func formatGo(text string, pieces []cell.Piece) (string, error) {
	const open, shut = "_(", ")"
	n := len(pieces)
	list := n == 1 && pieces[0].List
	if list {
		text = open + text + shut
		if strings.Contains(text, "//") || strings.Contains(text, "/*") {
			return text[len(open) : len(text)-len(shut)], nil // a comment may stand before the bracket
		}
	}
	header := ""
	if n > 0 && pieces[0].Kind != cell.StmtChunk {
		header = "package p\n\n" // so that imports are sorted
	}
	out, err := format.Source([]byte(header + text))
	if err != nil {
		return "", err
	}
	formatted := strings.Trim(strings.TrimPrefix(string(out), header), "\n")
	switch {
	case list:
		return formatted[len(open) : len(formatted)-len(shut)], nil
	case n > 0 && pieces[n-1].Ended && pieces[n-1].Kind == cell.StmtChunk:
		return endStatement(formatted), nil
	}
	return formatted, nil
}

// endStatement puts a semicolon behind the last statement, if it is an expression, whose
// value would be displayed without. gofmt removes it.
func endStatement(text string) string {
	const prefix = "package p;func _(){"
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", prefix+text+"\n}", parser.SkipObjectResolution)
	if err != nil || len(f.Decls) == 0 {
		return text
	}
	body := f.Decls[0].(*ast.FuncDecl).Body.List
	if len(body) == 0 {
		return text
	}
	last, ok := body[len(body)-1].(*ast.ExprStmt)
	if !ok {
		return text
	}
	at := fset.Position(last.End()).Offset - len(prefix)
	return text[:at] + ";" + text[at:]
}

// join puts sections together, each on lines of its own, with at most one empty line between
// two of them. What follows a magic on its line stays there.
func join(code string, sections []section) string {
	var b strings.Builder
	for i, s := range sections {
		if i > 0 {
			switch gap := code[sections[i-1].end:s.off]; strings.Count(gap, "\n") {
			case 0:
				b.WriteString(separator(sections[i-1].text))
			case 1:
				b.WriteString("\n")
			default:
				b.WriteString("\n\n")
			}
		}
		b.WriteString(s.text)
	}
	return b.String()
}

// separator returns the text between a section and the next, which began on the same line.
func separator(before string) string {
	if strings.HasPrefix(before, "%") {
		return " "
	}
	return "\n"
}

// A comment is the place of a comment in a text.
type comment struct{ off, end int }

func commentsIn(text string) []comment {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, []byte(text), nil, scanner.ScanComments)
	var found []comment
	for {
		pos, tok, lit := s.Scan()
		switch tok {
		case token.EOF:
			return found
		case token.COMMENT:
			off := file.Offset(pos)
			found = append(found, comment{off, min(off+len(lit), len(text))})
		}
	}
}
