package lower

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"strings"
)

// formats are the functions of the standard library that take a format, by
// where it stands.
var formats = map[string]int{
	"fmt.Printf": 0, "fmt.Sprintf": 0, "fmt.Errorf": 0, "fmt.Fprintf": 1, "fmt.Appendf": 1,
	"log.Printf": 0, "log.Fatalf": 0, "log.Panicf": 0,
}

// mayName tells whether a format may have %T or %p in it.
func (l *lowerer) mayName(format ast.Expr) bool {
	v := l.info.Types[format].Value
	return v == nil || v.Kind() == constant.String && naming.MatchString(constant.StringVal(v))
}

var naming = regexp.MustCompile(`%[^%a-zA-Z]*[Tp]`)

// formatted writes a call with a format whose %T and %p package rt answers.
func (l *lowerer) formatted(e *ast.CallExpr, fun ast.Expr, sig *types.Signature, at int) string {
	head, _ := l.callee(fun)
	names := l.paramNames(sig)
	ret := ""
	if sig.Results().Len() > 0 {
		ret = "return "
	}
	call := append([]string{}, names[:at]...)
	call = append(call, "f", "a...")
	h := l.helper("format "+head, func(name string) string {
		return fmt.Sprintf("func %s%s {\nf, a := %s(%s, %s)\n%s%s(%s)\n}\n", name, l.signature(sig, names), l.rt("Types"), names[at], names[at+1], ret, head, strings.Join(call, ", "))
	})
	return h + "(" + strings.Join(l.args(sig, e), ", ") + ")"
}

// spaced are the functions that put spaces between their operands where neither is
// a string.
var spaced = map[string]bool{
	"fmt.Print": true, "fmt.Sprint": true, "fmt.Fprint": true, "fmt.Append": true,
	"log.Print": true, "log.Fatal": true, "log.Panic": true,
}

// spacing writes a call of one of them, which can tell strings of cells' types from
// others.
func (l *lowerer) spacing(e *ast.CallExpr, fun ast.Expr, sig *types.Signature) string {
	head, _ := l.callee(fun)
	names := l.paramNames(sig)
	ret := ""
	if sig.Results().Len() > 0 {
		ret = "return "
	}
	last := len(names) - 1
	call := append(append([]string{}, names[:last]...), l.rt("Strings")+"("+names[last]+")...")
	h := l.helper("spacing "+head, func(name string) string {
		return fmt.Sprintf("func %s%s {\n%s%s(%s)\n}\n", name, l.signature(sig, names), ret, head, strings.Join(call, ", "))
	})
	return h + "(" + strings.Join(l.args(sig, e), ", ") + ")"
}
