// Package export writes the Go program that the cells of a notebook stand for. The
// program needs no kernel.
//
// Each cell is checked as the session checks it ([cell.Session.Analyze]). What it
// declares and states becomes pieces of the program (cell.go, declare.go,
// statement.go): the user's own text, edited where the program needs other names or
// what the conveniences of cells leave out (edit.go), with the user's comments
// (gap.go, comment.go). A later cell may give a name another meaning; what depends
// on it is then written again (renew.go). When all cells are known, everything gets
// its name (name.go) and the pieces become a file (file.go), which is checked as the
// compiler would (check.go). Magics have no Go and are left out (magic.go).
package export

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// A Passage is one cell of the input of [Go]: code, or text that becomes a comment.
type Passage struct {
	cell.Source
	Text string // if not empty, there is no code
}

// displayPath is the path of the package whose Show replaces the display of a cell.
const displayPath = "github.com/nvsd-kernel/nvsd-kernel/display"

// Go returns the Go program that a notebook stands for: of package main,
// formatted, with the imports, the errors, the contexts and the displays
// written out that cells leave out. doc is the comment before its package
// clause. The session must be a fresh one; its importer must know the packages
// that the program needs beside those of the cells: display, log, context, os
// and os/signal. An error of a cell is a [*cell.Errors].
//
// Declarations stand at the level of the package, statements in main, in the
// order of the cells; a cell that defers, returns or has labels becomes a
// function that main calls. Variables are main's, except those that functions
// share. What a later cell declares anew has a number behind its name. The
// user's comments stay.
func Go(s *cell.Session, doc string, passages []Passage) ([]byte, error) {
	p := &exporter{
		session: s, objs: map[types.Object]*place{}, now: map[string]*place{}, held: map[*place]bool{},
		spelled: map[string]bool{}, locals: map[string]bool{}, taken: map[string]bool{},
		predeclared: map[string]bool{"nil": true, "any": true, "error": true, "panic": true},
		imports:     map[importKey]*imported{}, helpers: map[helper]bool{},
	}
	for _, c := range passages {
		if c.Text != "" {
			p.note(commentOf(c.Text) + "\n")
			continue
		}
		if err := p.cell(c.Source); err != nil {
			return nil, err
		}
	}
	p.choosePlaces()
	text := p.file(doc)
	if p.failed != nil {
		return nil, p.failed
	}
	return finish(s, text)
}

// An exporter gathers the program of a notebook.
type exporter struct {
	session *cell.Session
	objs    map[types.Object]*place // what the cells' objects are in the program
	now     map[string]*place       // what the session means by its names
	held    map[*place]bool         // those that function literals and pointers keep
	places  []*place                // in the order of their declarations
	taken   map[string]bool         // the names that places have

	spelled     map[string]bool // every identifier of the cells
	locals      map[string]bool // the names that functions declare
	predeclared map[string]bool // the names of the language in use
	imports     map[importKey]*imported
	helpers     map[helper]bool // in use
	context     usage           // of the context of the cells

	decls   []*piece
	main    []*piece
	cells   []*piece // the functions that stand for cells
	within  []*piece // what stands in them
	defines []*define
	pending []string // comments that wait for what they stand before
	failed  error    // why there is no such program
}

// A usage is a place from which something is used.
type usage int

const (
	unused usage = iota
	byMain
	byFunctions
)

// A piece of the program is a declaration or a statement.
type piece struct {
	lead  string // comments before it
	text  func() string
	trail string        // a comment behind it
	after func() string // what follows the comment; may be nil
	uses  map[*place]bool
	// gives are the places that a piece declares which is only written if
	// one of them is used; nil of what is always written.
	gives []*place
	fn    bool // a declaration, or in a function that stands for a cell
	live  bool
	cell  int  // whose statement it is; cells stand apart
	at    int  // of a statement its place among those of its cell
	apart bool // an empty line stands before it
}

// cell adds the pieces of a cell.
func (p *exporter) cell(src cell.Source) error {
	if err := leaveOutMagics(&src); err != nil {
		return err
	}
	a, err := p.session.Analyze(src)
	if err != nil {
		return err
	}
	c := &cellExporter{exporter: p, Analysis: a, inits: map[*ast.Ident]*place{}}
	c.gather()
	program, err := a.Program()
	if err != nil {
		return err
	}
	p.session.Commit(program)
	return nil
}

// note keeps a comment for the next piece. An empty line may end it.
func (p *exporter) note(comment string) { p.pending = append(p.pending, comment) }

// lead takes the comments that wait.
func (p *exporter) lead() string {
	lead := strings.Join(p.pending, "")
	p.pending = nil
	return lead
}

// choosePlaces selects the pieces that are written and the variables that are main's, and
// sets all names.
func (p *exporter) choosePlaces() {
	all := slices.Concat(p.decls, p.main, p.cells, p.within)
	used := map[*place]bool{}
	for grown := true; grown; {
		grown = false
		for _, x := range all {
			if x.live {
				continue
			}
			x.live = x.gives == nil
			for _, pl := range x.gives {
				x.live = x.live || used[pl]
			}
			if !x.live {
				continue
			}
			grown = true
			for pl := range x.uses {
				used[pl] = true
				pl.shared = pl.shared || x.fn
			}
		}
	}
	for grown := true; grown; {
		grown = false
		for _, d := range p.defines {
			grown = d.share() || grown
		}
	}
	for _, pl := range p.places {
		pl.final = p.uniqueName(pl.name)
	}
}
