package cell

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/comments"
)

// These stand before a chunk when it is parsed. They are on its first line, so that
// lines keep their numbers.
const (
	declPrefix = "package main;"
	stmtPrefix = "package main;func _(){"
	listPrefix = "package main;var _=_("
)

// wrapping returns the code around a chunk when it is parsed.
func (c chunk) wrapping() (prefix, suffix string) {
	switch {
	case c.list:
		return listPrefix, ")"
	case c.kind == StmtChunk:
		return stmtPrefix, "\n}"
	}
	return declPrefix, ""
}

// statements returns the body of the function that a chunk of statements is parsed as. The
// body of several values is the call that displays them. It is nil where the chunk is no Go.
func (c chunk) statements(file *ast.File) *ast.BlockStmt {
	if len(file.Decls) == 0 {
		return nil
	}
	switch d := file.Decls[0].(type) {
	case *ast.FuncDecl:
		return d.Body
	case *ast.GenDecl:
		values, ok := d.Specs[0].(*ast.ValueSpec)
		if !ok || len(values.Values) == 0 {
			return nil
		}
		call, ok := values.Values[0].(*ast.CallExpr)
		if !ok {
			return nil
		}
		call.Fun = &ast.Ident{NamePos: call.Pos(), Name: hiddenShow}
		return &ast.BlockStmt{List: []ast.Stmt{&ast.ExprStmt{X: call}}}
	}
	return nil
}

// A sourceMap finds the cell behind a position of a file set.
type sourceMap struct {
	fset   *token.FileSet
	chunks map[*token.File]chunk
	order  []chunk // by the name of their file, which is a number
	// lenient makes parse return what it can read of a chunk that is no Go yet.
	lenient bool
}

func newSourceMap() *sourceMap {
	return &sourceMap{fset: token.NewFileSet(), chunks: map[*token.File]chunk{}}
}

// parse parses one chunk as a file of its own.
func (m *sourceMap) parse(c chunk) (*ast.File, []Error) {
	prefix, suffix := c.wrapping()
	name := strconv.Itoa(len(m.order))
	base := m.fset.Base()
	var mode parser.Mode
	if m.lenient {
		mode = parser.AllErrors // else it stops at the tenth
	}
	file, err := parser.ParseFile(m.fset, name, prefix+c.text()+suffix, mode)
	m.chunks[m.fset.File(token.Pos(base))] = c
	m.order = append(m.order, c)
	if m.lenient {
		return file, nil
	}
	if err == nil {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body == nil {
				return nil, []Error{c.src.errorAt(c.off, "missing function body")}
			}
		}
		return file, nil
	}
	if c.kind == StmtChunk && !c.list {
		// Where the text ends too early, say so, not that a brace follows
		// which the user did not write.
		if _, err2 := parser.ParseFile(token.NewFileSet(), name, prefix+c.text(), 0); !strings.Contains(err2.Error(), "expected '}'") {
			err = err2
		}
	}
	end := "newline"
	if strings.TrimSpace(c.src.Code[c.end:]) == "" {
		end = "the end of the cell"
	}
	var errs []Error
	for _, e := range err.(scanner.ErrorList) {
		msg := strings.ReplaceAll(e.Msg, "found 'EOF'", "found "+end)
		errs = append(errs, c.src.errorAt(min(c.off+e.Pos.Offset-len(prefix), c.end), msg))
	}
	return nil, errs[:1] // what follows is mostly the consequence
}

// chunkAt returns the chunk in which pos lies and its offset in the cell.
func (m *sourceMap) chunkAt(pos token.Pos) (c chunk, off int, ok bool) {
	file := m.fset.File(pos)
	c, ok = m.chunks[file]
	if !ok {
		return c, 0, false
	}
	prefix, _ := c.wrapping()
	return c, min(max(c.off+file.Offset(pos)-len(prefix), c.off), c.end), true
}

// textOf returns the source of a node.
func (m *sourceMap) textOf(n ast.Node) string {
	c, from, _ := m.chunkAt(n.Pos())
	_, to, _ := m.chunkAt(n.End())
	return c.src.Code[from:max(from, to)] // a node that is no Go yet may end nowhere
}

// A decl is a declaration of a type, a function, a method or a group of constants, with its
// text and its dependences.
type decl struct {
	chunk   chunk
	spec    int // which one of a parenthesised group of types
	text    string
	names   []string // what it declares; of a method "T.M"
	deps    map[string]bool
	imports map[string]string // the packages that it names: path by name

	isType   bool
	leads    map[string]bool // the names of the session that it names, as it was checked last
	language map[string]bool // the predeclared names that it names
}

// An item is a declaration with its syntax tree.
type item struct {
	*decl
	live     []string      // those of names that no later cell has taken over
	node     ast.Decl      // *ast.FuncDecl or *ast.GenDecl
	free     []*ast.Ident  // the names in it that it does not declare itself
	uses     []*ast.Ident  // those of free that stand before a dot
	recv     string        // the type of which it is a method, or ""
	typ      *ast.TypeSpec // of a type declaration
	body     *ast.FuncDecl // of a function: what the second phase checks
	staleMsg string        // what is wrong with the body of a function of the session
}

func (it *item) fn() *ast.FuncDecl {
	fn, _ := it.node.(*ast.FuncDecl)
	return fn
}

// parseDecl parses a declaration chunk; a group of types gives an item each.
func (m *sourceMap) parseDecl(c chunk) ([]*item, []Error) {
	file, errs := m.parse(c)
	if errs != nil {
		return nil, errs
	}
	var items []*item
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			items = append(items, functionItem(c, d))
		case *ast.GenDecl:
			if d.Tok == token.CONST {
				items = append(items, constantsItem(c, d))
			} else {
				items = append(items, typeItems(c, d)...)
			}
		}
	}
	for _, it := range items {
		it.live = it.names
		it.free, it.uses = freeNames(file, it.node)
		it.text = m.textOf(it.node)
	}
	return items, nil
}

// functionItem is a function or a method.
func functionItem(c chunk, d *ast.FuncDecl) *item {
	it := &item{decl: &decl{chunk: c, names: []string{d.Name.Name}}, node: d}
	if d.Recv != nil && len(d.Recv.List) > 0 {
		it.recv = comments.Receiver(d.Recv.List[0].Type)
		it.names[0] = it.recv + "." + d.Name.Name
	}
	return it
}

// constantsItem is a group of constants, whose iota they share.
func constantsItem(c chunk, d *ast.GenDecl) *item {
	it := &item{decl: &decl{chunk: c}, node: d}
	for _, s := range d.Specs {
		for _, id := range s.(*ast.ValueSpec).Names {
			if id.Name != "_" {
				it.names = append(it.names, id.Name)
			}
		}
	}
	if len(it.names) == 0 {
		it.names = []string{"_"}
	}
	return it
}

// typeItems returns the types of a declaration, each by itself.
func typeItems(c chunk, d *ast.GenDecl) []*item {
	var items []*item
	for i, s := range d.Specs {
		ts, ok := s.(*ast.TypeSpec)
		if !ok {
			continue // in a cell that is no Go yet
		}
		one := &ast.GenDecl{TokPos: ts.Pos(), Tok: token.TYPE, Specs: []ast.Spec{ts}}
		items = append(items, &item{
			decl: &decl{chunk: c, spec: i, names: []string{ts.Name.Name}, isType: true}, node: one, typ: ts,
		})
	}
	return items
}

// reparse gives a declaration of an earlier cell a fresh syntax tree.
func (m *sourceMap) reparse(d *decl) *item {
	items, errs := m.parseDecl(d.chunk)
	if errs != nil {
		panic("cell: a declaration that parsed once does not parse again: " + errs[0].Msg)
	}
	it := items[d.spec]
	it.decl = d
	return it
}
