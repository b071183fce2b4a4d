package lower

import (
	"go/ast"
	"go/constant"
	"go/types"
	"math/big"
	"strconv"
	"strings"
)

// folds reports whether a constant expression is written as its value.
func (l *lowerer) folds(e ast.Expr) bool {
	switch ast.Unparen(e).(type) {
	case *ast.Ident, *ast.BasicLit, *ast.SelectorExpr:
		return true
	}
	return !l.without(Constants)
}

// constAs writes a constant of type t; "" where none can be written.
func (l *lowerer) constAs(e ast.Expr, v constant.Value, t types.Type) string {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return ""
	}
	lit := ""
	if n, ok := types.Unalias(t).(*types.Named); ok && !l.isLocal(n.Obj()) && n.Obj().Pkg() != nil {
		if text := l.constAs(e, v, b); text != "" {
			return l.typ(n) + "(" + text + ")"
		}
		return ""
	}
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return strconv.FormatBool(constant.BoolVal(v))
	case info&types.IsString != 0:
		if v.Kind() != constant.String {
			return ""
		}
		return strconv.Quote(constant.StringVal(v))
	case info&types.IsInteger != 0:
		v = constant.ToInt(v)
		if v.Kind() != constant.Int {
			return ""
		}
		lit = v.ExactString()
	case info&types.IsFloat != 0:
		v = constant.ToFloat(v)
		lit = floatText(v)
	case info&types.IsComplex != 0:
		v = constant.ToComplex(v)
		return l.typ(types.Default(b)) + "(complex(" + floatText(constant.Real(v)) + ", " + floatText(constant.Imag(v)) + "))"
	}
	if lit == "" {
		return ""
	}
	switch b.Kind() {
	case types.Int, types.UntypedInt, types.Float64, types.UntypedFloat:
		if strings.HasPrefix(lit, "-") {
			return "(" + lit + ")"
		}
		return lit
	}
	return l.typ(types.Default(b)) + "(" + lit + ")"
}

// floatText writes a number so that reading it gives the same float64.
func floatText(v constant.Value) string {
	f, _ := constant.Float64Val(v)
	text := strconv.FormatFloat(f, 'g', -1, 64)
	if strings.Contains(text, "Inf") || f == 0 && constant.Sign(v) != 0 {
		if wide, _, err := big.ParseFloat(v.ExactString(), 10, 512, big.ToNearestEven); err == nil {
			text = wide.Text('g', 40)
		}
	}
	if !strings.ContainsAny(text, ".eE") {
		text += ".0"
	}
	return text
}
