package lower

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// formats are the functions of the standard library that take a format, by
// where it stands.
var formats = map[string]int{
	"fmt.Printf": 0, "fmt.Sprintf": 0, errorf: 0, "fmt.Fprintf": 1, "fmt.Appendf": 1,
	"log.Printf": 0, "log.Fatalf": 0, "log.Panicf": 0,
	"(*log.Logger).Printf": 0, "(*log.Logger).Fatalf": 0, "(*log.Logger).Panicf": 0,
}

// errorf is the one of them that wraps errors.
const errorf = "fmt.Errorf"

// mayName reports whether a format may have %T, %p or %w in it.
func (l *lowerer) mayName(format ast.Expr) bool {
	v := l.info.Types[format].Value
	return v == nil || v.Kind() == constant.String && naming.MatchString(constant.StringVal(v))
}

var naming = regexp.MustCompile(`%[^%a-zA-Z]*[Tpw]`)

// formatted writes a call with a format whose %T, %p and %w package rt answers.
func (l *lowerer) formatted(e *ast.CallExpr, fun ast.Expr, sig *types.Signature, at int, name string) string {
	types := "TypesNoWrap"
	if name == errorf {
		types = "Types"
	}
	return l.prepared("format", e, fun, sig, func(names []string) (string, []string) {
		return fmt.Sprintf("f, a := %s(%s, %s)\n", l.rt(types), names[at], names[at+1]), append(slices.Clone(names[:at]), "f", "a")
	})
}

// spaced are the functions that put spaces between their operands where neither is
// a string.
var spaced = map[string]bool{
	"fmt.Print": true, "fmt.Sprint": true, "fmt.Fprint": true, "fmt.Append": true,
	"log.Print": true, "log.Fatal": true, "log.Panic": true,
	"(*log.Logger).Print": true, "(*log.Logger).Fatal": true, "(*log.Logger).Panic": true,
}

// spacing writes a call of one of them, which can tell strings of cells' types from
// others.
func (l *lowerer) spacing(e *ast.CallExpr, fun ast.Expr, sig *types.Signature) string {
	return l.prepared("spacing", e, fun, sig, func(names []string) (string, []string) {
		last := len(names) - 1
		return "", append(slices.Clone(names[:last]), l.rt("Strings")+"("+names[last]+")")
	})
}

// prepared writes a call of a compiled function through one of the program, which
// first does something with the parameters: prepare returns the statements, and the
// arguments in the place of the parameters, of which the last is a list.
func (l *lowerer) prepared(what string, e *ast.CallExpr, fun ast.Expr, sig *types.Signature, prepare func(names []string) (string, []string)) string {
	head, first := l.callee(fun)
	names := l.paramNames(sig)
	params := l.signature(sig, names)
	var recv []string
	if first != "" {
		recv = []string{l.temp("r")}
		params = "(" + recv[0] + " " + l.typ(l.receiverOf(fun)) + ", " + params[1:]
	}
	ret := ""
	if sig.Results().Len() > 0 {
		ret = "return "
	}
	h := l.helper(what+" "+head, func(name string) string {
		before, args := prepare(names)
		return fmt.Sprintf("func %s%s {\n%s%s%s(%s...)\n}\n", name, params, before, ret, head, strings.Join(append(recv, args...), ", "))
	})
	return l.apply(h, first, sig, e)
}

// receiverOf returns the type of the receiver of a called method.
func (l *lowerer) receiverOf(fun ast.Expr) types.Type {
	return l.info.Uses[fun.(*ast.SelectorExpr).Sel].(*types.Func).Signature().Recv().Type()
}
