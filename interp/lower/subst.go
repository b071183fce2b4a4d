package lower

import (
	"go/types"
)

var ctxt = types.NewContext()

// subst puts the arguments of type parameters in their place.
func (l *lowerer) subst(t types.Type) types.Type {
	if l.env == nil || t == nil {
		return t
	}
	return substIn(t, l.env.targs)
}

func substIn(t types.Type, m map[*types.TypeParam]types.Type) types.Type {
	if len(m) == 0 {
		return t
	}
	return rebuild(t, m)
}

// rebuild makes t anew with the arguments of type parameters in their place, and
// without the names of parameters and results, which are no part of a type.
func rebuild(t types.Type, m map[*types.TypeParam]types.Type) types.Type {
	switch t := t.(type) {
	case *types.TypeParam:
		if u, ok := m[t]; ok {
			return u
		}
		return t
	case *types.Alias:
		return rebuild(types.Unalias(t), m)
	case *types.Named:
		n := t.TypeArgs().Len()
		if n == 0 {
			return t
		}
		args := make([]types.Type, n)
		changed := false
		for i := range n {
			args[i] = rebuild(t.TypeArgs().At(i), m)
			changed = changed || args[i] != t.TypeArgs().At(i)
		}
		if !changed {
			return t
		}
		u, err := types.Instantiate(ctxt, t.Origin(), args, false)
		if err != nil {
			panic(err)
		}
		return u
	case *types.Pointer:
		return types.NewPointer(rebuild(t.Elem(), m))
	case *types.Slice:
		return types.NewSlice(rebuild(t.Elem(), m))
	case *types.Array:
		return types.NewArray(rebuild(t.Elem(), m), t.Len())
	case *types.Chan:
		return types.NewChan(t.Dir(), rebuild(t.Elem(), m))
	case *types.Map:
		return types.NewMap(rebuild(t.Key(), m), rebuild(t.Elem(), m))
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, rebuildTuple(t.Params(), m), rebuildTuple(t.Results(), m), t.Variadic())
	case *types.Tuple:
		return rebuildTuple(t, m)
	case *types.Struct:
		var fields []*types.Var
		var tags []string
		for i := range t.NumFields() {
			f := t.Field(i)
			fields = append(fields, types.NewField(f.Pos(), f.Pkg(), f.Name(), rebuild(f.Type(), m), f.Embedded()))
			tags = append(tags, t.Tag(i))
		}
		return types.NewStruct(fields, tags)
	case *types.Interface:
		var methods []*types.Func
		for i := range t.NumExplicitMethods() {
			f := t.ExplicitMethod(i)
			methods = append(methods, types.NewFunc(f.Pos(), f.Pkg(), f.Name(), rebuild(f.Type(), m).(*types.Signature)))
		}
		var emb []types.Type
		for i := range t.NumEmbeddeds() {
			emb = append(emb, rebuild(t.EmbeddedType(i), m))
		}
		return types.NewInterfaceType(methods, emb).Complete()
	case *types.Union:
		var terms []*types.Term
		for i := range t.Len() {
			terms = append(terms, types.NewTerm(t.Term(i).Tilde(), rebuild(t.Term(i).Type(), m)))
		}
		return types.NewUnion(terms)
	}
	return t
}

func rebuildTuple(t *types.Tuple, m map[*types.TypeParam]types.Type) *types.Tuple {
	if t == nil {
		return nil
	}
	var vars []*types.Var
	for i := range t.Len() {
		v := t.At(i)
		vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), "", rebuild(v.Type(), m)))
	}
	return types.NewTuple(vars...)
}
