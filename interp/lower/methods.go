package lower

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// methodFunc returns the name of the function that a method is, of a declared
// type of the program.
func (l *lowerer) methodFunc(m *types.Func, recv *types.Named) string {
	origin := m.Origin()
	if recv.TypeArgs().Len() == 0 {
		return l.objName(origin)
	}
	var args []types.Type
	for i := range recv.TypeArgs().Len() {
		args = append(args, l.subst(recv.TypeArgs().At(i)))
	}
	return l.instanceOf(origin, args)
}

// instance returns the name of a generic function with its type arguments.
func (l *lowerer) instance(obj *types.Func, targs *types.TypeList) string {
	var args []types.Type
	for i := range targs.Len() {
		args = append(args, l.subst(targs.At(i)))
	}
	return l.instanceOf(obj, args)
}

// maxInstances is the largest number of instances of one function in a cell or a
// program. Without it, a function whose instances each need another one has no end.
const maxInstances = 500

// instanceOf returns the name of a generic function, or a method of a generic
// type, with type arguments.
func (l *lowerer) instanceOf(obj *types.Func, args []types.Type) string {
	obj = l.own(obj)
	var ids []string
	for _, a := range args {
		ids = append(ids, l.id(a))
	}
	key := l.objName(obj) + "[" + strings.Join(ids, ",") + "]"
	if name, ok := l.helpers.get(key); ok {
		return name
	}
	l.made[obj]++
	if l.made[obj] > maxInstances {
		l.refuse(nil, "instantiation cycle: each instance of %s needs one more", obj.Name())
	}
	name := l.temp(methodBase(obj) + rt.Mark + rt.OfTypes)
	l.helpers.put(key, name)
	if !l.Library.Has(obj.Pkg()) {
		l.instances.put(name, instance{obj, args})
	}
	b := l.body(obj)
	if b == nil {
		panic(fmt.Sprintf("lower: no declaration of %s", obj))
	}
	params := b.Sig.TypeParams()
	if params.Len() == 0 {
		params = b.Sig.RecvTypeParams()
	}
	m := map[*types.TypeParam]types.Type{}
	for i, a := range args {
		m[params.At(i)] = a
	}
	l.queue = append(l.queue, func() {
		l.declareFunc(name, b, &env{targs: m, suffix: key, from: b.Decl.Pos(), to: b.Decl.End(), library: l.Library.Has(obj.Pkg())})
	})
	if r, ok := l.awaiting[obj]; ok {
		l.rebindTo(l.instanceOf(r.Old, args), name, r.Until)
	}
	return name
}

// declareFunc writes a declared function or method, under a name.
func (l *lowerer) declareFunc(name string, b *Body, in *env) {
	savedEnv, savedFn, savedInfo, savedPkg := l.env, l.fn, l.info, l.pkg
	l.env, l.info = in, b.Info
	if f, ok := b.Info.Defs[b.Decl.Name].(*types.Func); ok {
		l.pkg = f.Pkg()
	}
	defer func() { l.env, l.fn, l.info, l.pkg = savedEnv, savedFn, savedInfo, savedPkg }()
	fn := b.Decl
	if b.Stale != "" {
		l.declareStale(name, b)
		return
	}
	at := l.at(fn.Pos())
	var recv []string
	if fn.Recv != nil {
		r := "_"
		if len(fn.Recv.List[0].Names) == 1 {
			if v := l.info.Defs[fn.Recv.List[0].Names[0]]; v != nil {
				r = l.local(v.(*types.Var))
			}
		}
		if r == "_" {
			r = l.temp("r")
		}
		recv = []string{r + " " + l.typ(b.Sig.Recv().Type())}
	}
	l.findHeap(fn.Body)
	text := l.function(b.Sig, fn.Type, fn.Body, recv, l.begin(fn.Body))
	l.funcs.WriteString(at + "func " + name + text + "\n")
}

// begin returns the beginning of the body of a function of a cell. It runs once in a
// call, and not in each iteration of a loop, so that another function can take over
// there.
func (l *lowerer) begin(body *ast.BlockStmt) string {
	if !l.cells || len(body.List) == 0 {
		return ""
	}
	switch body.List[0].(type) {
	case *ast.AssignStmt, *ast.DeclStmt, *ast.DeferStmt, *ast.ExprStmt, *ast.GoStmt, *ast.IfStmt, *ast.IncDecStmt, *ast.ReturnStmt:
		return ""
	}
	return "_ = 0\n"
}
