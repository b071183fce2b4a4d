package cell

import (
	"go/types"
	"slices"
)

// AsCalled returns the parameters and results of a function as cells write its calls. Those of
// nvsd's functions are without the context that comes first and the error that comes last, which
// cells leave out. Those of others are as they are declared.
func (s *Session) AsCalled(fn *types.Func) *types.Signature {
	sig := fn.Signature()
	if fn.Pkg() == nil || !s.opt.Own(fn.Pkg().Path()) || sig.TypeParams().Len() > 0 {
		return sig
	}
	params, results := slices.Collect(sig.Params().Variables()), slices.Collect(sig.Results().Variables())
	if len(params) > 0 && types.Identical(params[0].Type(), s.contextType()) {
		params = params[1:]
	}
	if n := len(results) - 1; n >= 0 && isError(results[n].Type()) {
		results = results[:n]
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(results...), sig.Variadic() && len(params) > 0)
}
