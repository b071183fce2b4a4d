package export

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// A cellExporter collects the pieces of one checked cell.
type cellExporter struct {
	*exporter
	*cell.Analysis
	before map[string]*place     // what names meant before the cell
	renews map[string]bool       // names that mean something else in the program
	inits  map[*ast.Ident]*place // the functions init, by their names
	fn     bool                  // the cell becomes a function: what it does to its function ends with the cell
	uses   map[*place]bool       // by the piece at hand
	body   []*piece
}

// gather adds the code of the cell to the program.
func (c *cellExporter) gather() {
	c.before = maps.Clone(c.now)
	c.noteWords()
	c.renews = c.renewed()
	redone := c.keepUnchanged()
	c.declare(slices.Concat(c.Own, redone))
	c.fn = endsItsFunction(c.Block)
	c.carry()
	c.walkChunks()
	c.noteHeld()
	for _, d := range redone {
		c.declaration(d, "", "")
	}
	if len(c.pending) > 0 { // behind the last of the cell
		c.add(&piece{lead: c.lead(), text: text(""), uses: map[*place]bool{}})
	}
	if !c.fn {
		c.main = append(c.main, c.body...)
		return
	}
	name := &place{name: "cell" + strconv.Itoa(c.Source.Count)}
	c.places = append(c.places, name)
	body := c.body
	c.within = append(c.within, body...)
	c.cells = append(c.cells, &piece{fn: true, apart: true, text: func() string {
		var b strings.Builder
		writePieces(&b, body)
		return "func " + name.final + "() {\n" + b.String() + "}\n"
	}})
	c.main = append(c.main, &piece{cell: c.Source.Count, text: func() string { return name.final + "()" }, uses: map[*place]bool{name: true}})
}

// noteHeld records the variables that the cell's function literals and pointers hold: if
// they are declared again, these keep the old ones.
func (c *cellExporter) noteHeld() {
	hold := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if pl := c.objs[c.Info.Uses[id]]; pl != nil {
					c.held[pl] = true
				}
			}
			return true
		})
	}
	for _, s := range c.Block.List {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				hold(n.Body)
				return false
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					hold(n.X)
				}
			}
			return true
		})
	}
}

// add appends a statement.
func (c *cellExporter) add(x *piece) {
	x.fn = c.fn
	x.cell = c.Source.Count
	c.body = append(c.body, x)
}

// endsItsFunction reports whether statements are about the function that they stand
// in: defer, return, and labels, whose names belong to d.
func endsItsFunction(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt, *ast.ReturnStmt, *ast.LabeledStmt:
			found = true
		}
		return true
	})
	return found
}

// walkChunks goes over the chunks of the cell in their order, with the comments between.
func (c *cellExporter) walkChunks() {
	from := len(c.body)
	c.callInits()
	at := 0
	var last *piece
	// gap adds the comments before an offset to the pieces that they are about.
	gap := func(to int) (apart bool) {
		text := c.Source.Code[at:to]
		trail, lead, apart := partGap(text)
		if last != nil {
			last.trail = strings.TrimSpace(last.trail + " " + trail)
		} else {
			lead = firstGap(text)
		}
		if lead != "" {
			c.note(lead)
		}
		return apart
	}
	for _, ch := range c.Chunks {
		apart := gap(ch.Off)
		if got := c.chunk(ch, apart); got != nil {
			last = got
		}
		at = ch.End
	}
	gap(len(c.Source.Code))
	slices.SortStableFunc(c.body[from:], func(x, y *piece) int { return x.at - y.at })
}

// callInits adds the calls of the functions init.
func (c *cellExporter) callInits() {
	for i, s := range c.Block.List {
		id := cell.InitCalled(s)
		if id == nil {
			continue
		}
		for name, pl := range c.inits {
			if name.Pos() == id.Pos() {
				c.add(&piece{at: i, text: func() string { return pl.final + "()" }, uses: map[*place]bool{pl: true}})
			}
		}
	}
}

// chunk adds the code of a chunk; it returns the last piece, if any.
func (c *cellExporter) chunk(ch cell.Chunk, apart bool) *piece {
	var last *piece
	switch ch.Kind {
	case cell.DeclChunk:
		at := ch.Off
		for _, d := range c.Own {
			if d.Chunk.Off != ch.Off {
				continue
			}
			lead := ""
			from, to := c.bounds(d.Node)
			if d.Type != nil { // of a group: its comments stand in the group
				gap := commentsOnly(c.Source.Code[at:from])
				lead = firstGap(gap)
				if last != nil {
					last.trail, lead, _ = partGap(gap)
				}
				at = to
			}
			last = c.declaration(d, c.lead(), lead)
		}
		if at > ch.Off {
			var lead string
			last.trail, lead, _ = partGap(commentsOnly(c.Source.Code[at:ch.End]))
			if lead != "" {
				c.note(lead + "\n")
			}
		}
	case cell.StmtChunk:
		for i, s := range c.Block.List {
			if from, _ := c.bounds(s); from < ch.Off || from >= ch.End {
				continue
			}
			if _, empty := s.(*ast.EmptyStmt); empty {
				continue
			}
			c.uses = map[*place]bool{}
			last = &piece{lead: c.lead(), apart: apart, at: i}
			if last.lead != "" { // which stands right above the statement
				last.lead = strings.TrimRight(last.lead, "\n") + "\n"
			}
			c.statement(last, ch, s)
			last.uses = c.uses
			c.add(last)
		}
	case cell.ImportChunk:
		c.blankImports(ch)
	}
	return last
}

// blankImports keeps the imports that are for their effect.
func (c *cellExporter) blankImports(ch cell.Chunk) {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p;"+ch.Code[ch.Off:ch.End], parser.ImportsOnly)
	if err != nil {
		return // it has been checked
	}
	for _, spec := range file.Imports {
		if spec.Name != nil && spec.Name.Name == "_" {
			path, _ := strconv.Unquote(spec.Path.Value) // as it was checked
			im := c.importOf("_", path, "_")
			im.alias = "_"
		}
	}
}

// bounds returns the beginning and the end of a node in the cell.
func (c *cellExporter) bounds(n ast.Node) (from, to int) {
	from, _ = c.Offset(n.Pos())
	to, _ = c.Offset(n.End())
	return from, to
}

// declaration adds a declaration, of the cell or made again for d.
func (c *cellExporter) declaration(d *cell.Declaration, outer, lead string) *piece {
	if outer != "" && lead != "" { // two comments, not one
		outer = strings.TrimRight(outer, "\n") + "\n\n"
	}
	x := &piece{lead: outer + lead, fn: true, apart: true}
	c.uses = map[*place]bool{}
	e := c.editor(d.Chunk)
	e.funcs = 1
	from, to := e.bounds(d.Node)
	if fn, ok := d.Node.(*ast.FuncDecl); ok && d.Stale != "" {
		e.walk(&ast.FuncDecl{Recv: fn.Recv, Name: fn.Name, Type: fn.Type})
		_, to = e.bounds(fn.Type)
		head, msg := e.text(from, to), d.Stale
		x.text = func() string { return head() + " {\npanic(" + strconv.Quote(msg) + ")\n}" }
	} else {
		e.walk(d.Node)
		body := e.text(from, to)
		x.text = body
		if d.Type != nil {
			x.text = func() string { return "type " + body() }
		}
	}
	x.uses = c.uses
	if !slices.Contains(c.Own, d) {
		x.gives = []*place{}
		for _, name := range d.Live {
			if recv, _, ok := strings.Cut(name, "."); ok {
				name = recv
			}
			if pl := c.now[name]; pl != nil {
				x.gives = append(x.gives, pl)
			}
		}
	}
	c.decls = append(c.decls, x)
	return x
}
