package lower

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// funcLit writes a function literal.
func (l *lowerer) funcLit(e *ast.FuncLit) string {
	saved := l.fn
	defer func() { l.fn = saved }()
	var held map[*types.Var]string
	if l.kept == nil { // else the literal around it holds them
		held = l.hold(e)
		l.kept = held
		defer func() { l.kept = nil }()
	}
	text := "func" + l.function(l.info.TypeOf(e).(*types.Signature), e.Type, e.Body, nil, "")
	return l.capture(e, text, held)
}

// function writes parameters, results and body, which begins with a statement.
func (l *lowerer) function(sig *types.Signature, ft *ast.FuncType, body *ast.BlockStmt, recv []string, begin string) string {
	l.fn = &functionState{sig: sig}
	l.findJumps(body)
	var names []string
	for i := range sig.Params().Len() {
		name := l.local(sig.Params().At(i))
		if name == "_" {
			name = l.temp("p")
		}
		names = append(names, name)
	}
	params := l.signature(sig, names)
	results := l.results(sig.Results())
	params = strings.TrimSuffix(params, results)
	if len(recv) > 0 {
		params = "(" + strings.Join(recv, ", ") + comma(sig) + params[1:]
	}
	defers, recovers := uses(l.info, body)
	if l.without(DeferredCalls) {
		defers, recovers = false, false
	}
	named := sig.Results().Len() > 0 && sig.Results().At(0).Name() != ""
	var b strings.Builder
	if named && l.without(NamedResults) && !defers && !l.rangesFuncs(body) {
		var parts []string
		for v := range sig.Results().Variables() {
			parts = append(parts, l.local(v)+" "+l.typ(v.Type()))
		}
		named, results = false, " ("+strings.Join(parts, ", ")+")"
	}
	b.WriteString(params + results + " {\n" + begin)
	if named || defers || l.rangesFuncs(body) {
		// Variables of their own: a named result of the interpreter begins with
		// what its place held before the call.
		for i := range sig.Results().Len() {
			name := l.local(sig.Results().At(i))
			if name == "_" {
				name = l.temp("res")
			}
			l.fn.results = append(l.fn.results, name)
			fmt.Fprintf(&b, "var %s %s\n_ = %s\n", name, l.typ(sig.Results().At(i).Type()), name)
		}
	}
	if recovers {
		l.fn.frame = l.temp("frame")
		fmt.Fprintf(&b, "%s := %s()\n", l.fn.frame, l.rt("Enter"))
	}
	if defers {
		l.fn.deferred = l.temp("d")
		l.fn.inBody = true
		fmt.Fprintf(&b, "%s(%sfunc(%s *%s) {\n", l.rt("Run"), rt.Part, l.fn.deferred, l.rt("D"))
		b.WriteString(l.statements(body))
		b.WriteString("})\n")
		if len(l.fn.results) > 0 {
			b.WriteString("return " + strings.Join(l.fn.results, ", ") + "\n")
		}
	} else {
		b.WriteString(l.statements(body))
	}
	b.WriteString("}")
	return b.String()
}

// uses reports whether a body, function literals apart, defers calls and calls
// recover.
func uses(info *types.Info, body *ast.BlockStmt) (defers, recovers bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			defers = true
		case *ast.Ident:
			if b, ok := info.Uses[n].(*types.Builtin); ok && b.Name() == "recover" {
				recovers = true
			}
		}
		return true
	})
	return
}

// statements writes the statements of a function, after the variables that they
// have hoisted.
func (l *lowerer) statements(body *ast.BlockStmt) string {
	text := l.block(body.List)
	return strings.Join(l.fn.hoisted, "") + text
}

// block writes statements.
func (l *lowerer) block(list []ast.Stmt) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(l.stmt(s))
	}
	return b.String()
}

func (l *lowerer) returns(s *ast.ReturnStmt) string {
	res := l.fn.sig.Results()
	if len(s.Results) == 0 {
		if len(l.fn.bodies) > 0 {
			return l.leave(nil)
		}
		return l.returnResults()
	}
	var parts []string
	pre := ""
	if len(s.Results) == 1 && res.Len() > 1 {
		tuple := l.typeOf(s.Results[0]).(*types.Tuple)
		var tmps []string
		for i := range res.Len() {
			t := l.temp("t")
			tmps = append(tmps, t)
			parts = append(parts, l.convert(t, l.subst(tuple.At(i).Type()), l.subst(res.At(i).Type())))
		}
		pre = strings.Join(tmps, ", ") + " := " + l.expr(s.Results[0]) + "\n"
	} else {
		for i, e := range s.Results {
			parts = append(parts, l.conv(e, res.At(i).Type()))
		}
	}
	if !l.fn.inBody && len(l.fn.bodies) == 0 {
		return pre + "return " + strings.Join(parts, ", ") + "\n"
	}
	out := "return\n"
	if len(l.fn.bodies) > 0 {
		out = l.leave(nil)
	}
	if len(parts) == 1 {
		return pre + l.fn.results[0] + " = " + parts[0] + "\n" + out
	}
	var tmps []string
	for i, p := range parts {
		t := l.temp("t")
		tmps = append(tmps, t)
		pre += fmt.Sprintf("var %s %s = %s\n", t, l.typ(res.At(i).Type()), p)
	}
	for i, t := range tmps {
		pre += l.fn.results[i] + " = " + t + "\n"
	}
	return pre + out
}
