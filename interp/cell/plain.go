package cell

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// A Passage is one cell of what [Session.Plain] writes: code, or text that
// becomes a comment.
type Passage struct {
	Source
	Text string // if not empty, there is no code
}

// DisplayPath is the package whose Show stands for what a cell displays.
const DisplayPath = "github.com/nvsd-kernel/nvsd-kernel/display"

// Plain returns the Go program that a notebook stands for: of package main,
// formatted, with the imports, the errors, the contexts and the displays
// written out that cells leave out. doc is the comment before its package
// clause. The session must be a fresh one; its importer must know the packages
// that the program needs beside those of the cells: display, log, context, os
// and os/signal.
//
// Declarations stand at the level of the package, statements in main, in the
// order of the cells; a cell that defers, returns or has labels becomes a
// function that main calls. Variables are main's, except those that functions
// share. What a later cell declares anew has a number behind its name. The
// user's comments stay.
func (s *Session) Plain(doc string, cells []Passage) ([]byte, error) {
	p := &plain{
		session: s, objs: map[types.Object]*place{}, now: map[string]*place{}, held: map[*place]bool{},
		spelled: map[string]bool{}, locals: map[string]bool{}, taken: map[string]bool{},
		predeclared: map[string]bool{"nil": true, "any": true, "error": true, "panic": true},
		imports:     map[importKey]*plainImport{}, helpers: map[helper]bool{},
	}
	defer func() { s.settled = nil }()
	for _, c := range cells {
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
	return s.finishPlain(text)
}

// plain gathers the program of a notebook.
type plain struct {
	session *Session
	objs    map[types.Object]*place // what the cells' objects are in the program
	now     map[string]*place       // what the session means by its names
	held    map[*place]bool         // those that function literals and pointers keep
	places  []*place                // in the order of their declarations
	taken   map[string]bool         // the names that places have

	spelled     map[string]bool // every identifier of the cells
	locals      map[string]bool // the names that functions declare
	predeclared map[string]bool // the names of the language in use
	imports     map[importKey]*plainImport
	helpers     map[helper]bool // in use
	context     usage           // of the context of the cells

	decls   []*passage
	main    []*passage
	cells   []*passage // the functions that stand for cells
	within  []*passage // what stands in them
	defines []*define
	pending []string // comments that wait for what they stand before
	failed  error    // why there is no such program
}

// usage says from where something is used.
type usage int

const (
	unused usage = iota
	byMain
	byFunctions
)

// A passage is a piece of the program: a declaration or a statement.
type passage struct {
	lead  string // comments before it
	text  func() string
	trail string        // a comment behind it
	after func() string // what follows the comment; may be nil
	uses  map[*place]bool
	// gives are the places that a passage declares that is only written if
	// one of them is used; nil of what is always written.
	gives []*place
	fn    bool // a declaration, or in a function that stands for a cell
	live  bool
	cell  int  // whose statement it is; cells stand apart
	apart bool // an empty line stands before it
}

// cell adds the passages of a cell.
func (p *plain) cell(src Source) error {
	src.Code = withoutMagics(src.Code)
	p.session.settled = func(a *attempt) {
		c := &plainCell{plain: p, attempt: a, inits: map[*ast.Ident]*place{}}
		c.gather()
	}
	prog, err := p.session.Check(src)
	if err != nil {
		return err
	}
	p.session.Commit(prog)
	return nil
}

// note keeps a comment for what comes next. An empty line may end it.
func (p *plain) note(comment string) { p.pending = append(p.pending, comment) }

// lead takes the comments that wait.
func (p *plain) lead() string {
	lead := strings.Join(p.pending, "")
	p.pending = nil
	return lead
}

// choosePlaces decides which passages are written, which variables are main's,
// and what everything is called.
func (p *plain) choosePlaces() {
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
