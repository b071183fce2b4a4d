package lower

import (
	"go/types"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// FirstVersion follows [rt.Mark] in a name that a session declares for the first time.
const FirstVersion = "g"

// methodBase is the name of a function; with its type if it is a method.
func methodBase(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil {
		return f.Name()
	}
	t := types.Unalias(recv.Type())
	mark := ""
	if p, ok := t.(*types.Pointer); ok {
		t, mark = types.Unalias(p.Elem()), rt.Mark+rt.OfPointer
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name() + string(rt.Dot) + f.Name() + mark
	}
	return f.Name()
}
