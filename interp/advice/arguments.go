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
	if len(names) == 0 {
		return fmt.Sprintf("write %s(), which takes no arguments", m.Text(call.Fun))
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

// noFrame advises on a matrix or the name of a file in the place of a data set, and on matrix and target
// in a fit as other libraries have it.
func noFrame(m *Mistake, _ []string) string {
	if X, y := m.fitted(); y != nil && X.Pos() == m.Pos && isNumbers(m.Info.TypeOf(y)) {
		return m.fitOf(X, y)
	}
	if e := m.operand(); e != nil && isText(m.Info.TypeOf(e)) {
		return fmt.Sprintf("data.CSV(%s) reads a file; write it in its place", m.Text(e))
	}
	return noValue(m, []string{"*data.Frame"})
}

// inFit advises on inputs and a target that nothing declares, in a fit. It does so at the first of
// them.
func (m *Mistake) inFit() string {
	X, y := m.fitted()
	if y == nil || X.Pos() != m.Pos {
		return ""
	}
	for _, arg := range []ast.Expr{X, y} {
		if _, ok := arg.(*ast.Ident); !ok || m.Info.Uses[arg.(*ast.Ident)] != nil {
			return ""
		}
	}
	return m.fitOf(X, y)
}

// fitted returns the arguments of the call around the mistake beside the context, if it is a
// fit: of a method that takes a data set and a weight of the penalty.
func (m *Mistake) fitted() (X, y ast.Expr) {
	call, ok := around[*ast.CallExpr](m)
	if !ok || len(call.Args) < 2 {
		return nil, nil
	}
	sig, ok := m.Info.TypeOf(call.Fun).(*types.Signature)
	if !ok || sig.Params().Len() != 3 || !isFrame(sig.Params().At(1).Type()) || !strings.HasSuffix(sig.Params().At(2).Type().String(), "nvsd.TauChoice") {
		return nil, nil
	}
	n := len(call.Args)
	return call.Args[n-2], call.Args[n-1]
}

// fitOf advises on a fit of a matrix and a target.
func (m *Mistake) fitOf(X, y ast.Expr) string {
	call, _ := around[*ast.CallExpr](m)
	return fmt.Sprintf("a fit takes a data set and the weight of the penalty; write %s(data.New(%s, %s), nvsd.TauFrac(0.5))", m.Text(call.Fun), m.Text(X), m.Text(y))
}

// noPointer advises on a value whose methods are methods of a pointer to it.
func noPointer(m *Mistake, _ []string) string {
	e := m.operand()
	if e == nil {
		return ""
	}
	return "write &" + m.Text(e)
}

// evalAlone advises on a kernel without derivatives.
func evalAlone(m *Mistake, _ []string) string {
	e := m.operand()
	if e == nil || !slices.Contains(members(m.Info.TypeOf(e)), "Eval") {
		return noValue(m, []string{"kern.Kernel"})
	}
	value := m.Text(e)
	if strings.HasPrefix(value, "&") {
		value = "(" + value + ")"
	}
	return fmt.Sprintf("write kern.FromEval(%s.Eval), which takes Grad and Mixed from differences of Eval", value)
}

// valueAlone advises on a penalty without its prox.
func valueAlone(m *Mistake, _ []string) string {
	e := m.operand()
	if e == nil || !slices.Contains(members(m.Info.TypeOf(e)), "Value") {
		return noValue(m, []string{"penalty.Penalty"})
	}
	return "a sum of one function of each norm needs no Prox: penalty.Separable(func(u float64) float64 { return math.Sqrt(u) })"
}

// declaredTwice advises on a second := in a cell.
func declaredTwice(m *Mistake, _ []string) string {
	s, ok := around[*ast.AssignStmt](m)
	if !ok || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return ""
	}
	name, value := m.Text(s.Lhs[0]), m.Text(s.Rhs[0])
	have, want := m.Info.TypeOf(s.Rhs[0]), m.Info.TypeOf(s.Lhs[0])
	if have == nil || want == nil || types.AssignableTo(have, want) || isNumber(have) && isNumber(want) && m.Info.Types[s.Rhs[0]].Value != nil {
		return fmt.Sprintf("%s is declared in this cell already; write %s = %s", name, name, value)
	}
	return fmt.Sprintf("%s is declared in this cell already, as %s; give this value another name, or a cell of its own", name, want)
}

// noLiteral advises on a type in the place of a value.
func noLiteral(m *Mistake, _ []string) string {
	e := at(m, func(e ast.Expr) bool { return strings.HasPrefix(m.Msg, m.Text(e)+" (type)") })
	if e == nil {
		return ""
	}
	if _, ok := m.Info.TypeOf(e).Underlying().(*types.Struct); !ok {
		return ""
	}
	return fmt.Sprintf("write %s{}", m.Text(e))
}

// noConversion advises on a struct that is made with parentheses, as other languages call
// constructors.
func noConversion(m *Mistake, _ []string) string {
	call, ok := around[*ast.CallExpr](m)
	if !ok {
		return ""
	}
	t := m.Info.TypeOf(call.Fun)
	names := fields(t)
	switch {
	case t == nil:
		return ""
	case len(call.Args) == 0:
		return fmt.Sprintf("write %s{}", m.Text(call.Fun))
	case len(names) == 0:
		return ""
	case len(names) == 1 && len(call.Args) == 1:
		return fmt.Sprintf("write %s{%s: %s}", m.Text(call.Fun), names[0], m.fieldOf(t, call.Args[0]))
	}
	return fmt.Sprintf("its fields stand in braces, with their names: %s", list(names, "and"))
}

// fieldOf returns the value that was meant for the only field of a struct, given the code in
// its place.
func (m *Mistake) fieldOf(t types.Type, e ast.Expr) string {
	want := t.Underlying().(*types.Struct).Field(0).Type()
	if found := makers(m.Info.TypeOf(e), want); len(found) == 1 {
		return fmt.Sprintf("%s(%s)", found[0], m.Text(e))
	}
	return m.Text(e)
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
	if text := m.rowsWhere(d); text != "" {
		return text
	}
	if isText(m.Info.TypeOf(index.Index)) {
		return fmt.Sprintf("write %s.Column(%s)", d, m.Text(index.Index))
	}
	return fmt.Sprintf("%s.Rows(0, 1, 2) are some of its rows, %s.Column(\"name\") is one of its inputs", d, d)
}

// noLength advises on the length of a value with a method for its length.
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
