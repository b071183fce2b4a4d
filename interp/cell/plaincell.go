package cell

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A plainCell gathers the passages of one cell, as it was checked.
type plainCell struct {
	*plain
	*attempt
	before map[string]*place     // what names meant before the cell
	renews map[string]bool       // names that mean something else in the program
	inits  map[*ast.Ident]*place // the functions init, by their names
	fn     bool                  // the cell becomes a function: what it does to its function ends with the cell
	uses   map[*place]bool       // by the passage at hand
	body   []*passage
}

// gather adds what the cell says to the program.
func (c *plainCell) gather() {
	c.before = maps.Clone(c.now)
	c.noteWords()
	c.renews = c.renewed()
	made := c.settleItems()
	c.declare(made)
	c.fn = endsItsFunction(c.entry)
	c.carry()
	c.walkChunks()
	c.noteHeld()
	for _, it := range made[c.attempt.own:] {
		c.item(it, "", "")
	}
	if len(c.pending) > 0 { // behind the last of the cell
		c.add(&passage{lead: c.lead(), text: text(""), uses: map[*place]bool{}})
	}
	if !c.fn {
		c.main = append(c.main, c.body...)
		return
	}
	name := &place{name: "cell" + strconv.Itoa(c.src.Count)}
	c.places = append(c.places, name)
	body := c.body
	c.within = append(c.within, body...)
	c.cells = append(c.cells, &passage{fn: true, apart: true, text: func() string {
		var b strings.Builder
		writePassages(&b, body)
		return "func " + name.final + "() {\n" + b.String() + "}\n"
	}})
	c.main = append(c.main, &passage{cell: c.src.Count, text: func() string { return name.final + "()" }, uses: map[*place]bool{name: true}})
}

// noteHeld notes the variables that the cell's function literals and pointers hold: if
// they are declared again, these keep what they have.
func (c *plainCell) noteHeld() {
	hold := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if pl := c.objs[c.info.Uses[id]]; pl != nil {
					c.held[pl] = true
				}
			}
			return true
		})
	}
	for _, s := range c.stmts {
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
func (c *plainCell) add(x *passage) {
	x.fn = c.fn
	x.cell = c.src.Count
	c.body = append(c.body, x)
}

// endsItsFunction tells statements that mean their function: defer, return, and
// labels, whose names belong to it.
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

// walkChunks goes over what the cell says in the order in which it says it,
// with the comments between.
func (c *plainCell) walkChunks() {
	chunks, _ := split(c.src) // as it was checked
	at := 0
	var last *passage
	// gap gives the comments before an offset to what they are about.
	gap := func(to int) (apart bool) {
		text := c.src.Code[at:to]
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
	for _, ch := range chunks {
		apart := gap(ch.off)
		if got := c.chunk(ch, apart); got != nil {
			last = got
		}
		at = ch.end
	}
	gap(len(c.src.Code))
}

// chunk adds what a chunk says; it returns the last passage, if any.
func (c *plainCell) chunk(ch chunk, apart bool) *passage {
	var last *passage
	switch ch.kind {
	case declChunk:
		at := ch.off
		for _, it := range c.items[:c.attempt.own] {
			if it.chunk.off != ch.off {
				continue
			}
			lead := ""
			from, to := c.bounds(it.node)
			if it.typ != nil { // of a group: its comments stand in the group
				gap := commentsOnly(c.src.Code[at:from])
				lead = firstGap(gap)
				if last != nil {
					last.trail, lead, _ = partGap(gap)
				}
				at = to
			}
			last = c.item(it, c.lead(), lead)
		}
		if at > ch.off {
			var lead string
			if last.trail, lead, _ = partGap(commentsOnly(c.src.Code[at:ch.end])); lead != "" {
				c.note(lead + "\n")
			}
		}
	case stmtChunk:
		for _, s := range c.entry.List {
			if from, _ := c.bounds(s); from < ch.off || from >= ch.end {
				continue
			}
			if _, empty := s.(*ast.EmptyStmt); empty {
				continue
			}
			c.uses = map[*place]bool{}
			last = &passage{lead: c.lead(), apart: apart}
			if last.lead != "" { // which stands right above the statement
				last.lead = strings.TrimRight(last.lead, "\n") + "\n"
			}
			c.statement(last, ch, s)
			last.uses = c.uses
			c.add(last)
		}
	case importChunk:
		c.blankImports(ch)
	}
	return last
}

// blankImports keeps the imports that are for their effect.
func (c *plainCell) blankImports(ch chunk) {
	file, _ := newSourceMap().parse(ch)
	for _, spec := range importSpecs(file) {
		if spec.Name != nil && spec.Name.Name == "_" {
			path, _ := strconv.Unquote(spec.Path.Value) // as it was checked
			im := c.importOf("_", path, "_")
			im.alias = "_"
		}
	}
}

// bounds returns where in the cell a node begins and ends.
func (c *plainCell) bounds(n ast.Node) (from, to int) {
	_, from, _ = c.attempt.smap.chunkAt(n.Pos())
	_, to, _ = c.attempt.smap.chunkAt(n.End())
	return from, to
}

// item adds a declaration, of the cell or made again for it.
func (c *plainCell) item(it *item, outer, lead string) *passage {
	if outer != "" && lead != "" { // two comments, not one
		outer = strings.TrimRight(outer, "\n") + "\n\n"
	}
	x := &passage{lead: outer + lead, fn: true, apart: true}
	c.uses = map[*place]bool{}
	e := c.editor(it.chunk)
	e.funcs = 1
	from, to := e.bounds(it.node)
	fn := it.fn()
	if fn != nil && it.staleMsg != "" {
		e.walk(&ast.FuncDecl{Recv: fn.Recv, Name: fn.Name, Type: fn.Type})
		_, to = e.bounds(fn.Type)
		head, msg := e.text(from, to), it.staleMsg
		x.text = func() string { return head() + " {\npanic(" + strconv.Quote(msg) + ")\n}" }
	} else {
		e.walk(it.node)
		body := e.text(from, to)
		x.text = body
		if it.typ != nil {
			x.text = func() string { return "type " + body() }
		}
	}
	x.uses = c.uses
	if !slices.Contains(c.items[:c.attempt.own], it) {
		x.gives = []*place{}
		for _, name := range it.live {
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
