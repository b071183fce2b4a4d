package export

import (
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// A place is a name of the program: of a variable, function, type or constant
// that a cell has declared.
type place struct {
	name   string // as the user wrote it
	final  string // as the program has it
	isVar  bool
	shared bool          // a variable of the package, not of main
	typ    func() string // of a variable
	zero   func() string
}

// newPlace declares a name of the program.
func (p *exporter) newPlace(name string) *place {
	pl := &place{name: name}
	p.places = append(p.places, pl)
	p.now[name] = pl
	return pl
}

// newVar declares a variable of the program.
func (p *exporter) newVar(name string, t types.Type) *place {
	pl := p.newPlace(name)
	pl.isVar = true
	pl.typ = p.typeText(t)
	pl.zero = p.zeroText(t)
	return pl
}

// uniqueName returns name, with a number where the program has another meaning
// for it.
func (p *exporter) uniqueName(name string) string {
	if !p.taken[name] && !p.predeclared[name] && name != "main" && name != "init" {
		p.taken[name] = true
		return name
	}
	return p.freshName(name, 2)
}

// freshName returns a name that no cell uses.
func (p *exporter) freshName(name string, n int) string {
	for ; ; n++ {
		numbered := name
		if n > 1 {
			numbered += strconv.Itoa(n)
		}
		if !p.taken[numbered] && !p.spelled[numbered] {
			p.taken[numbered] = true
			return numbered
		}
	}
}

// An importKey is a package with the name that it is imported by: one cell may call a
// package otherwise than another.
type importKey struct{ name, path string }

type imported struct {
	importKey
	alias string // in the program; chosen when it is first used
	pkg   string // what the package calls itself
}

// importOf returns the import of a package that a cell calls name.
func (p *exporter) importOf(name, path, pkg string) *imported {
	key := importKey{name, path}
	if p.imports[key] == nil {
		p.imports[key] = &imported{importKey: key, pkg: pkg}
	}
	return p.imports[key]
}

// use returns the name of the package in the program's code.
func (p *exporter) use(im *imported) string {
	if im.alias == "" {
		im.alias = im.name
		if p.taken[im.name] || p.predeclared[im.name] {
			im.alias = p.freshName(im.name, 2)
		}
		p.taken[im.alias] = true
	}
	return im.alias
}

// needs returns the name of a package that the exported code needs and the cells
// may not.
func (p *exporter) needs(path string) string {
	name := path[strings.LastIndexByte(path, '/')+1:]
	return p.use(p.importOf(name, path, name))
}

// needsWithin imports a package as needs does, for code in the midst of the user's, who may
// have declared another thing of that name around it.
func (p *exporter) needsWithin(path string) string {
	if p.locals[path] {
		return p.use(p.importOf(path+"2", path, path))
	}
	return p.needs(path)
}

// contextName is the name of the context of the cells.
func (p *exporter) contextName(fn bool) string {
	p.context = max(p.context, byMain)
	if fn {
		p.context = byFunctions
	}
	if p.locals["ctx"] || slices.ContainsFunc(p.places, func(pl *place) bool { return pl.name == "ctx" }) {
		return "cellCtx"
	}
	return "ctx"
}

// hasErr reports whether main has a variable err for the errors that cells leave
// out: not where err is a variable of the cells.
func (p *exporter) hasErr() bool {
	return !slices.ContainsFunc(p.places, func(pl *place) bool { return pl.name == "err" })
}

// A helper is one of the functions behind the program that take an error away
// from results.
type helper struct {
	results int
	panics  bool // in functions, whose callers may recover
}

// helperName returns the name of a helper, which the program then has.
func (p *exporter) helperName(h helper) string {
	p.helpers[h] = true
	name := "must"
	if h.panics {
		name = "orPanic"
	}
	for p.taken[name] || p.spelled[name] {
		name += "_"
	}
	if h.results > 1 {
		name += strconv.Itoa(h.results)
	}
	return name
}

// giveUp writes the end of a function after an error.
func (p *exporter) giveUp(h helper) string {
	if h.panics {
		return "panic(err)"
	}
	return p.needsWithin("log") + ".Fatal(err)"
}

// typeText writes a type as the program has it.
func (p *exporter) typeText(t types.Type) func() string {
	// The places of the types are those of now, their names those of the end.
	places := map[*types.TypeName]*place{}
	cell.Mentions(t, func(obj *types.TypeName) { places[obj] = p.objs[obj] })
	return func() string {
		local := func(obj *types.TypeName) string {
			if pl := places[obj]; pl != nil {
				return pl.final
			}
			return obj.Name()
		}
		pkg := func(pkg *types.Package) string { return p.use(p.importOf(pkg.Name(), pkg.Path(), pkg.Name())) }
		return nodeText(cell.TypeExpr(t, local, pkg))
	}
}

func nodeText(n ast.Node) string {
	var b strings.Builder
	if err := printer.Fprint(&b, token.NewFileSet(), n); err != nil {
		panic("export: " + err.Error()) // only a malformed tree
	}
	return b.String()
}

// zeroText writes the zero value of a type.
func (p *exporter) zeroText(t types.Type) func() string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return text("false")
		case u.Info()&types.IsString != 0:
			return text(`""`)
		case u.Info()&types.IsNumeric != 0:
			return text("0")
		}
	case *types.Struct, *types.Array:
		typ := p.typeText(t)
		return func() string { return typ() + "{}" }
	}
	return text("nil")
}

// text returns the function for a text that does not depend on the names chosen at the end.
func text(s string) func() string { return func() string { return s } }
