package form

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// An operand is an expression that stands somewhere.
type operand struct {
	e    ast.Expr
	at   Place
	want types.Type // what it is converted to there; nil if to nothing
	key  *types.Map // the type of the map that it is a key of; nil if of none
	kept bool       // a copy of it is not the same: its address is of interest
	over bool       // it is assigned to a variable that something may hold
}

// A piece is an expression as it is written.
type piece struct {
	text string
	prec int // how strongly its parts hold together
}

// atomic is the precedence of what never needs parentheses.
const atomic = token.HighestPrec

// in returns the text as an operand of something with a precedence.
func (p piece) in(prec int) string {
	if p.prec < prec {
		return "(" + p.text + ")"
	}
	return p.text
}

// operandsOf returns the operands of an expression that stands in a place, in the
// order in which they are evaluated.
func (w *writer) operandsOf(o operand) []operand {
	at := func(e ast.Expr, place Place) operand { return operand{e: e, at: place} }
	switch e := o.e.(type) {
	case *ast.SelectorExpr:
		if sel := w.info.Selections[e]; sel == nil {
			return nil
		} else if sel.Kind() != types.FieldVal {
			return []operand{w.receiver(e)}
		}
		return []operand{{e: e.X, at: FieldOf, kept: o.kept && w.holds(e.X)}}
	case *ast.IndexExpr:
		switch t := w.info.TypeOf(e.X).Underlying().(type) {
		case *types.Map:
			return []operand{at(e.X, EntryOf), {e: e.Index, at: Key, want: t.Key(), key: t}}
		}
		return []operand{{e: e.X, at: ElementOf, kept: o.kept && w.holds(e.X)}, {e: e.Index, at: Index, want: types.Typ[types.Int]}}
	case *ast.SliceExpr:
		list := []operand{{e: e.X, at: SliceOf, kept: w.holds(e.X)}}
		for _, bound := range []ast.Expr{e.Low, e.High, e.Max} {
			if bound != nil {
				list = append(list, operand{e: bound, at: Bound, want: types.Typ[types.Int]})
			}
		}
		return list
	case *ast.StarExpr:
		return []operand{at(e.X, Pointed)}
	case *ast.UnaryExpr:
		switch e.Op {
		case token.AND:
			if lit, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok {
				return w.elements(lit)
			}
			return []operand{{e: e.X, at: Addressed, kept: true}}
		case token.ARROW:
			return []operand{at(e.X, ReceiveX)}
		case token.NOT:
			return []operand{at(e.X, NotX)}
		}
		return []operand{at(e.X, NegateX)}
	case *ast.BinaryExpr:
		return w.sides(e, o.at)
	case *ast.CallExpr:
		list := w.callOperands(e)
		if isPure(o.at) && w.callKind(e) == Convert {
			list[0].at = PureX
		}
		return list
	case *ast.TypeAssertExpr:
		return []operand{at(e.X, AssertX)}
	case *ast.CompositeLit:
		return w.elements(e)
	}
	return nil
}

// holds reports whether what is part of e is where e is: of a pointer or a slice it is
// where these lead to, so that a copy of them leads there too.
func (w *writer) holds(e ast.Expr) bool {
	switch categoryOf(w.info.TypeOf(e)) {
	case Struct, Array:
		return true
	}
	return false
}

// isPure reports whether nothing in a place may panic: the interpreter finds an
// element or a field before what is assigned to it.
func isPure(at Place) bool {
	return at == FieldValue || at == ElementValue || at == OtherUpdate || at == PureX
}

// sides returns the operands of a binary expression that stands in a place.
func (w *writer) sides(e *ast.BinaryExpr, at Place) []operand {
	places := map[Kind][2]Place{
		Logic: {LogicX, LogicY}, Comparison: {CompareX, CompareY},
		Shift: {ShiftX, ShiftY}, Division: {DivideX, DivideY}, Sum: {SumX, SumY},
	}[w.binaryKind(e)]
	if isPure(at) {
		places = [2]Place{PureX, PureX}
	}
	if isNil(w.info.TypeOf(e.X)) { // the interpreter knows nil on the right
		e.X, e.Y = e.Y, e.X
	}
	return []operand{
		{e: e.X, at: places[0], want: w.info.TypeOf(e.Y)},
		{e: e.Y, at: places[1], want: w.info.TypeOf(e.X)},
	}
}

// callOperands returns the operands of a call or a conversion.
func (w *writer) callOperands(e *ast.CallExpr) []operand {
	tv := w.info.Types[e.Fun]
	if tv.IsType() {
		return []operand{{e: e.Args[0], at: ConvertX, want: tv.Type}}
	}
	if tv.IsBuiltin() {
		return w.builtinOperands(e)
	}
	list := []operand{{e: e.Fun, at: Called}}
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
		if s := w.info.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			list = []operand{w.receiver(sel)}
		}
	}
	sig := tv.Type.Underlying().(*types.Signature)
	last := sig.Params().Len() - 1
	place := Argument
	if e.Ellipsis.IsValid() {
		place = Beside
	}
	for i, a := range e.Args {
		if i == len(e.Args)-1 && e.Ellipsis.IsValid() {
			list = append(list, operand{e: a, at: Spread, want: sig.Params().At(last).Type()})
			continue
		}
		t := sig.Params().At(min(i, last)).Type()
		if sig.Variadic() && i >= last {
			t = t.Underlying().(*types.Slice).Elem()
		}
		list = append(list, operand{e: a, at: place, want: t})
	}
	return list
}

// receiver returns the receiver of a method, of which the method may need the address.
func (w *writer) receiver(e *ast.SelectorExpr) operand {
	recv := w.info.Selections[e].Obj().(*types.Func).Signature().Recv()
	_, pointer := recv.Type().(*types.Pointer)
	_, have := w.info.TypeOf(e.X).Underlying().(*types.Pointer)
	return operand{e: e.X, at: Receiver, kept: pointer && !have}
}

// builtinOperands returns the operands of a call of a function of the language.
func (w *writer) builtinOperands(e *ast.CallExpr) []operand {
	var list []operand
	name := ast.Unparen(e.Fun).(*ast.Ident).Name
	for i, a := range e.Args {
		o := operand{e: a, at: Operand}
		t := w.info.TypeOf(e.Args[0])
		switch {
		case (name == "make" || name == "new") && i == 0:
			continue // a type
		case name == "make":
			o.want = types.Typ[types.Int]
		case name == "append" && e.Ellipsis.IsValid() && i > 0:
			o.at, o.want = Spread, t
			if categoryOf(w.info.TypeOf(a)) == String {
				o.want = types.Typ[types.String]
			}
		case name == "append" && i > 0:
			o.want = t.Underlying().(*types.Slice).Elem()
		case name == "append":
			o.want = w.info.TypeOf(e)
		case name == "delete" && i == 1:
			o.key = t.Underlying().(*types.Map)
			o.want = o.key.Key()
		case name == "complex":
			o.want = types.Typ[types.Float64]
		}
		list = append(list, o)
	}
	return list
}

// elements returns the elements of a composite literal.
func (w *writer) elements(e *ast.CompositeLit) []operand {
	t := w.info.TypeOf(e)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	var list []operand
	for i, el := range e.Elts {
		kv, keyed := el.(*ast.KeyValueExpr)
		if keyed {
			el = kv.Value
		}
		o := operand{e: el, at: LiteralOf}
		switch t := t.Underlying().(type) {
		case *types.Slice:
			o.want = t.Elem()
		case *types.Array:
			o.want = t.Elem()
		case *types.Map:
			o.want = t.Elem()
			list = append(list, operand{e: kv.Key, at: LiteralOn, want: t.Key(), key: t})
		case *types.Struct:
			o.want = t.Field(i).Type()
			if keyed {
				o.want = w.info.Uses[kv.Key.(*ast.Ident)].Type()
			}
		}
		list = append(list, o)
	}
	return list
}

// compose writes an expression with its operands as they are written.
func (w *writer) compose(o operand, parts []piece) piece {
	switch e := o.e.(type) {
	case *ast.Ident, *ast.BasicLit:
		return piece{w.source(e), atomic}
	case *ast.SelectorExpr:
		if len(parts) == 0 {
			return w.ofPackage(e, o.at)
		}
		return piece{parts[0].in(atomic) + "." + e.Sel.Name, atomic}
	case *ast.IndexExpr:
		return piece{parts[0].in(atomic) + "[" + parts[1].text + "]", atomic}
	case *ast.SliceExpr:
		next := 1
		bound := func(e ast.Expr, before string) string {
			if e == nil {
				return before
			}
			next++
			return before + parts[next-1].text
		}
		text := parts[0].in(atomic) + "[" + bound(e.Low, "") + bound(e.High, ":")
		if e.Max != nil {
			text += bound(e.Max, ":")
		}
		return piece{text + "]", atomic}
	case *ast.StarExpr:
		return piece{"*" + parts[0].in(token.UnaryPrec), token.UnaryPrec}
	case *ast.UnaryExpr:
		if lit, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok && e.Op == token.AND {
			return piece{"&" + w.literal(lit, parts), token.UnaryPrec}
		}
		x := parts[0].in(token.UnaryPrec)
		if e.Op == token.ARROW && o.at != Statement && o.at != SeveralValue {
			// Without parentheses the interpreter puts a place of its own where the
			// variable was that the value is for.
			return piece{"(<-" + x + ")", atomic}
		}
		if strings.HasPrefix(x, e.Op.String()) { // - -x is not --x
			x = "(" + x + ")"
		}
		return piece{e.Op.String() + x, token.UnaryPrec}
	case *ast.BinaryExpr:
		prec := e.Op.Precedence()
		return piece{parts[0].in(prec) + " " + e.Op.String() + " " + parts[1].in(prec+1), prec}
	case *ast.CallExpr:
		call := w.composeCall(e, parts)
		if o.at == NameValue && categoryOf(w.info.TypeOf(e)) == Func {
			// As above.
			call.text = "(" + call.text + ")"
		}
		return call
	case *ast.TypeAssertExpr:
		return piece{parts[0].in(atomic) + ".(" + w.source(e.Type) + ")", atomic}
	case *ast.CompositeLit:
		if o.over { // as above
			return piece{"(" + w.literal(e, parts) + ")", atomic}
		}
		return piece{w.literal(e, parts), atomic}
	case *ast.FuncLit:
		return piece{w.closure(e), atomic}
	}
	w.refuse(o.e, "an expression of this kind")
	return piece{}
}

// ofPackage writes the name of a function or of a variable of a compiled package. The
// interpreter assigns the value that a variable had when the program was read, and so the
// value is read by a pointer to the variable.
func (w *writer) ofPackage(e *ast.SelectorExpr, at Place) piece {
	v, ok := w.info.Uses[e.Sel].(*types.Var)
	if !ok || at != NameValue {
		return piece{w.source(e), atomic}
	}
	t, p, define := types.NewPointer(v.Type()), "", " := "
	if w.nameable(t) {
		p, define = w.temp(t), " = "
	} else {
		p = w.name()
	}
	w.line(e.Pos(), p+define+"&"+w.source(e))
	return piece{"*" + p, token.UnaryPrec}
}

func (w *writer) composeCall(e *ast.CallExpr, parts []piece) piece {
	tv := w.info.Types[e.Fun]
	head := w.source(ast.Unparen(e.Fun))
	switch {
	case tv.IsType():
		// The interpreter does not see that a type in parentheses is one, where it can
		// be seen otherwise.
		if strings.HasPrefix(head, "*") || strings.HasPrefix(head, "<-") || strings.HasPrefix(head, "func") || strings.HasPrefix(head, "chan") {
			head = "(" + head + ")"
		}
	case tv.IsBuiltin():
		if len(e.Args) > len(parts) {
			parts = append([]piece{{w.source(e.Args[0]), atomic}}, parts...)
		}
	default:
		head = parts[0].in(atomic)
		if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && w.info.Selections[sel] != nil && w.info.Selections[sel].Kind() == types.MethodVal {
			head += "." + sel.Sel.Name
		}
		parts = parts[1:]
	}
	return piece{head + "(" + join(parts) + dots(e) + ")", atomic}
}

func dots(e *ast.CallExpr) string {
	if e.Ellipsis.IsValid() {
		return "..."
	}
	return ""
}

func join(parts []piece) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.text
	}
	return strings.Join(texts, ", ")
}

// literal writes a composite literal.
func (w *writer) literal(e *ast.CompositeLit, parts []piece) string {
	var b strings.Builder
	if e.Type != nil {
		b.WriteString(w.source(e.Type))
	}
	b.WriteString("{")
	next := 0
	for i, el := range e.Elts {
		if i > 0 {
			b.WriteString(", ")
		}
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if _, ok := w.info.TypeOf(e).Underlying().(*types.Map); ok {
				b.WriteString(parts[next].text)
				next++
			} else {
				b.WriteString(w.source(kv.Key))
			}
			b.WriteString(": ")
		}
		b.WriteString(parts[next].text)
		next++
	}
	b.WriteString("}")
	return b.String()
}

// closure writes a function literal.
func (w *writer) closure(e *ast.FuncLit) string {
	return w.comment(e, rt.Part) + w.source(e.Type) + " " + w.body(w.info.TypeOf(e), e.Body)
}
