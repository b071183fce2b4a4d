// Package lower writes checked Go as the small part of it that the interpreter
// runs as Go would: without generics, methods, declared types other than
// structs, interfaces of its own, deferred calls and recover. What these mean,
// package rt does while the program runs.
package lower

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// Mark is in every name that no user can have written.
const Mark = "ᐧ"

// TypesPath is the import path of the struct types of programs.
const TypesPath = "nvsd/types"

// RuntimePath is the import path of package rt in the interpreter.
const RuntimePath = "nvsd/rt"

// UserName is the name that the user gave what name is here.
func UserName(name string) string { return marked.ReplaceAllString(name, "") }

var marked = regexp.MustCompile(Mark + "[a-z]?[0-9]*")

// A Result is a lowered program.
type Result struct {
	Code    string
	Lines   []token.Pos // for each line of Code where it comes from
	Structs []rt.StructSpec
	Aliases map[string]string // path by the name that Code gives a package
	Entry   string            // a niladic function that runs the program
}

// Program lowers the files of a package main that has been checked.
func Program(fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info) (res *Result, err error) {
	l := &lowerer{
		fset: fset, pkg: pkg, info: info,
		names: map[types.Object]string{}, aliases: map[string]string{},
		structs: map[string]string{}, descs: map[string]string{},
		decls: map[types.Object]*ast.FuncDecl{}, convs: map[string]string{},
		cells: map[*types.Var]bool{}, captures: map[*ast.FuncLit][]*types.Var{},
	}
	defer func() {
		if e := recover(); e != nil {
			r, ok := e.(refusal)
			if !ok {
				panic(e)
			}
			err = r
		}
	}()
	l.program(files)
	l.alias(TypesPath, "types")
	code, lines := l.finish()
	byName := map[string]string{}
	for p, a := range l.aliases {
		byName[a] = p
	}
	return &Result{Structs: l.specs, Aliases: byName, Code: code, Lines: lines, Entry: "entry" + Mark}, nil
}

// A refusal is what a cell cannot have.
type refusal struct {
	pos token.Position
	msg string
}

func (r refusal) Error() string { return r.pos.String() + ": " + r.msg }

func (l *lowerer) refuse(n ast.Node, format string, args ...any) {
	panic(refusal{l.fset.Position(n.Pos()), fmt.Sprintf(format, args...)})
}

type lowerer struct {
	fset *token.FileSet
	pkg  *types.Package
	info *types.Info

	names    map[types.Object]string // emitted
	aliases  map[string]string       // of packages, by path
	structs  map[string]string       // emitted struct types, by identity
	descs    map[string]string       // emitted descriptions, by identity
	convs    map[string]string       // emitted helper functions, by what they do
	decls    map[types.Object]*ast.FuncDecl
	queue    []func()
	cells    map[*types.Var]bool
	captures map[*ast.FuncLit][]*types.Var

	head     strings.Builder // types
	descHead strings.Builder // var declarations of descriptions
	descInit strings.Builder // what describes them
	funcs    strings.Builder
	temps    int
	specs    []rt.StructSpec

	env *env
	fn  *function
}

// env is what type parameters mean.
type env struct {
	targs    map[*types.TypeParam]types.Type
	suffix   string    // of the types that the function declares
	from, to token.Pos // the function
}

// function is what is known of the one that is being lowered.
type function struct {
	sig      *types.Signature
	results  []string // names of results, when there are deferred calls
	deferred string   // the name of its rt.D, or ""
	frame    string   // the name of its rt.Frame, or ""
	inBody   bool     // a return leaves the body of deferred calls
	scopes   []scopeEntry
	bodies   []*loopBody // over functions, the innermost last
}

func (l *lowerer) temp(name string) string {
	l.temps++
	return name + Mark + strconv.Itoa(l.temps)
}

func (l *lowerer) program(files []*ast.File) {
	var inits []string
	var funcs []*ast.FuncDecl
	for _, f := range files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			obj := l.info.Defs[fn.Name]
			if obj != nil {
				l.decls[obj] = fn
			}
			if fn.Name.Name == "init" && fn.Recv == nil {
				name := l.temp("init")
				l.names[obj] = name
				inits = append(inits, name)
			}
			funcs = append(funcs, fn)
		}
	}
	for _, fn := range funcs {
		obj := l.info.Defs[fn.Name]
		if fn.Name.Name == "_" || fn.Body == nil || isGeneric(obj) {
			continue
		}
		l.declareFunc(obj.(*types.Func), fn, nil)
	}
	// Variables.
	var vars strings.Builder
	for _, name := range l.pkg.Scope().Names() {
		if v, ok := l.pkg.Scope().Lookup(name).(*types.Var); ok {
			fmt.Fprintf(&vars, "var %s %s\n", l.objName(v), l.typ(v.Type()))
		}
	}
	var entry strings.Builder
	entry.WriteString("func entry" + Mark + "() {\ndescribe" + Mark + "()\n")
	l.fn = &function{}
	for _, in := range l.info.InitOrder {
		entry.WriteString(l.at(in.Rhs.Pos()))
		switch {
		case len(in.Lhs) == 1 && in.Lhs[0].Name() == "_":
			entry.WriteString("_ = " + l.conv(in.Rhs, in.Lhs[0].Type()) + "\n")
		case len(in.Lhs) == 1:
			entry.WriteString(l.objName(in.Lhs[0]) + " = " + l.conv(in.Rhs, in.Lhs[0].Type()) + "\n")
		default:
			var lhs []target
			for _, v := range in.Lhs {
				if v.Name() == "_" {
					lhs = append(lhs, target{blank: true})
				} else {
					lhs = append(lhs, target{text: l.objName(v), typ: v.Type()})
				}
			}
			entry.WriteString(l.assignMulti(lhs, in.Rhs))
		}
	}
	for _, name := range inits {
		entry.WriteString(name + "()\n")
	}
	if m := l.pkg.Scope().Lookup("main"); m != nil {
		entry.WriteString(l.objName(m) + "()\n")
	}
	entry.WriteString("}\n")
	for len(l.queue) > 0 {
		next := l.queue[0]
		l.queue = l.queue[1:]
		next()
	}
	l.head.WriteString(vars.String())
	l.funcs.WriteString(entry.String())
}

func isGeneric(obj types.Object) bool {
	sig := obj.Type().(*types.Signature)
	return sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0
}

// finish puts the program together and takes the marks of positions out.
func (l *lowerer) finish() (string, []token.Pos) {
	var b strings.Builder
	b.WriteString("package main\n")
	var paths []string
	for p := range l.aliases {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	for _, p := range paths {
		fmt.Fprintf(&b, "import %s %q\n", l.aliases[p], p)
	}
	b.WriteString(l.head.String())
	b.WriteString(l.descHead.String())
	b.WriteString("func describe" + Mark + "() {\n" + l.descInit.String() + "}\n")
	b.WriteString(l.funcs.String())
	var out strings.Builder
	var lines []token.Pos
	now := token.NoPos
	text := b.String()
	for len(text) > 0 {
		i := strings.IndexAny(text, "\n\x01")
		if i < 0 {
			out.WriteString(text)
			break
		}
		out.WriteString(text[:i])
		if text[i] == '\n' {
			out.WriteByte('\n')
			lines = append(lines, now)
			text = text[i+1:]
			continue
		}
		num, rest, _ := strings.Cut(text[i+1:], "\x02")
		n, _ := strconv.Atoi(num)
		now = token.Pos(n)
		text = rest
	}
	return out.String(), append(lines, now)
}

// at marks that what follows on the line comes from pos.
func (l *lowerer) at(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	return "\x01" + strconv.Itoa(int(pos)) + "\x02"
}

// alias names an imported package.
func (l *lowerer) alias(path, name string) string {
	a, ok := l.aliases[path]
	if !ok && path == TypesPath {
		a, ok = rt.TypesName, true
		l.aliases[path] = a
	}
	if !ok {
		a = name + Mark + "p" + strconv.Itoa(len(l.aliases))
		l.aliases[path] = a
	}
	return a
}

// rt names what package rt has.
func (l *lowerer) rt(name string) string { return l.alias(RuntimePath, "rt") + "." + name }

// objName is the emitted name of an object of the program.
func (l *lowerer) objName(obj types.Object) string {
	if name, ok := l.names[obj]; ok {
		return name
	}
	name := obj.Name() + Mark + "g"
	if obj.Parent() != l.pkg.Scope() {
		name = l.temp(obj.Name())
	}
	l.names[obj] = name
	return name
}
