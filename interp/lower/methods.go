package lower

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
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
	return l.instanceOf(origin, origin.Signature().RecvTypeParams(), args)
}

// instance returns the name of a generic function with its type arguments.
func (l *lowerer) instance(obj *types.Func, targs *types.TypeList) string {
	var args []types.Type
	for i := range targs.Len() {
		args = append(args, l.subst(targs.At(i)))
	}
	return l.instanceOf(obj, obj.Signature().TypeParams(), args)
}

func (l *lowerer) instanceOf(obj *types.Func, params *types.TypeParamList, args []types.Type) string {
	var ids []string
	for _, a := range args {
		ids = append(ids, l.id(a))
	}
	key := l.objName(obj) + "[" + strings.Join(ids, ",") + "]"
	if name, ok := l.convs[key]; ok {
		return name
	}
	name := l.temp(obj.Name())
	l.convs[key] = name
	m := map[*types.TypeParam]types.Type{}
	for i, a := range args {
		m[params.At(i)] = a
	}
	fn := l.decls[obj]
	if fn == nil {
		panic(fmt.Sprintf("lower: no declaration of %s", obj))
	}
	l.queue = append(l.queue, func() { l.declareFunc(obj, fn, &env{targs: m, suffix: key, from: fn.Pos(), to: fn.End()}, name) })
	return name
}

// declareFunc writes a declared function or method.
func (l *lowerer) declareFunc(obj *types.Func, fn *ast.FuncDecl, in *env, name ...string) {
	savedEnv, savedFn := l.env, l.fn
	l.env = in
	defer func() { l.env, l.fn = savedEnv, savedFn }()
	n := l.objName(obj)
	if len(name) > 0 {
		n = name[0]
	}
	sig := obj.Signature()
	var recv []string
	var recvType string
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
		recvType = l.typ(sig.Recv().Type())
		recv = []string{r + " " + recvType}
	}
	l.findCells(fn.Body)
	text := l.function(sig, fn.Type, fn.Body, recv)
	l.funcs.WriteString(l.at(fn.Pos()) + "func " + n + text + "\n")
}
