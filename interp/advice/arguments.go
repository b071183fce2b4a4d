package advice

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// tooFew advises on a call without all of its arguments. It leaves out the context, which cells
// do not write.
func tooFew(m *Mistake, _ []string) string {
	call, ok := around[*ast.CallExpr](m)
	if !ok {
		return ""
	}
	sig, ok := m.Info.TypeOf(call.Fun).(*types.Signature)
	if !ok {
		return ""
	}
	var names []string
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		switch last := i == sig.Params().Len()-1; {
		case p.Name() == "" || p.Name() == "_":
			return ""
		case i == 0 && p.Type().String() == "context.Context", last && sig.Variadic():
		default:
			names = append(names, p.Name())
		}
	}
	return fmt.Sprintf("its arguments are %s(%s)", m.Text(call.Fun), strings.Join(names, ", "))
}

// noFolds advises on a number where a division into folds is wanted.
func noFolds(m *Mistake, _ []string) string {
	e := m.operand()
	if e == nil || !isNumber(m.Info.TypeOf(e)) {
		return ""
	}
	return fmt.Sprintf("write nvsd.KFold(%s, 1) for that many folds; 1 is the seed", m.Text(e))
}

// noSplit advises on fractions of the rows without their name. It does so at the first of them.
func noSplit(m *Mistake, _ []string) string {
	call, ok := around[*ast.CallExpr](m)
	if !ok || len(call.Args) == 0 || call.Args[0].Pos() != m.Pos {
		return ""
	}
	const whole = "d.Split(data.Train(200), data.Test(100), data.Seed(1)) splits a data set"
	parts := []string{"0", "0", "0"}
	if len(call.Args) > len(parts) {
		return whole
	}
	for i, arg := range call.Args {
		v := m.Info.Types[arg].Value
		if v == nil || !isNumber(m.Info.TypeOf(arg)) || constant.Compare(v, token.GTR, constant.MakeInt64(1)) {
			return whole
		}
		parts[i] = m.Text(arg)
	}
	if len(call.Args) == 2 { // for training and for tests
		parts[1], parts[2] = parts[2], parts[1]
	}
	return fmt.Sprintf("write data.Fractions(%s): the parts for training, validation and tests", strings.Join(parts, ", "))
}

// noFunction advises on a text where a function is wanted, if another method takes the text as an
// expression: Where and WhereExpr.
func noFunction(m *Mistake, _ []string) string {
	e := m.operand()
	call, ok := around[*ast.CallExpr](m)
	if e == nil || !ok || !isText(m.Info.TypeOf(e)) {
		return ""
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains(members(m.Info.TypeOf(sel.X)), sel.Sel.Name+"Expr") {
		return ""
	}
	args := make([]string, len(call.Args))
	for i, arg := range call.Args {
		args[i] = m.Text(arg)
	}
	return fmt.Sprintf("write %sExpr(%s)", m.Text(sel), strings.Join(args, ", "))
}

// noIndex advises on an index of a data set, and of a method that is not called.
func noIndex(m *Mistake, _ []string) string {
	index, ok := around[*ast.IndexExpr](m)
	if !ok {
		return ""
	}
	d := m.Text(index.X)
	if _, uncalled := m.Info.TypeOf(index.X).(*types.Signature); uncalled {
		return fmt.Sprintf("%s is a function; write %s()[%s]", d, d, m.Text(index.Index))
	}
	if isText(m.Info.TypeOf(index.Index)) {
		return fmt.Sprintf("write %s.Column(%s)", d, m.Text(index.Index))
	}
	return fmt.Sprintf("%s.Rows(0, 1, 2) are some of its rows, %s.Column(\"name\") is one of its inputs", d, d)
}

// noLength advises on the length of a value that says itself how long it is.
func noLength(m *Mistake, _ []string) string {
	e := at(m, func(e ast.Expr) bool { return e.Pos() == m.Pos })
	if e == nil {
		return ""
	}
	for _, method := range []string{"Len", "N"} {
		for _, name := range members(m.Info.TypeOf(e)) {
			if name == method {
				return fmt.Sprintf("write %s.%s()", m.Text(e), method)
			}
		}
	}
	return ""
}
