package lower

import (
	"fmt"
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

// maxInstances is how many instances of one function a cell or a program may
// need: of a function whose instances each need one more there is no end.
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
	if l.made[obj]++; l.made[obj] > maxInstances {
		l.refuse(nil, "instantiation cycle: each instance of %s needs one more", obj.Name())
	}
	name := l.temp(methodBase(obj) + Mark + ofTypes)
	l.helpers.put(key, name)
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
	text := l.function(b.Sig, fn.Type, fn.Body, recv)
	l.funcs.WriteString(at + "func " + name + text + "\n")
}
