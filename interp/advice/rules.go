package advice

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// rules returns the advice on the messages of the type checker. The first rule that knows
// any is taken.
var rules = sync.OnceValue(func() []rule {
	is := regexp.MustCompile
	return []rule{
		{is(`^undefined: (\pL[\pL\pN_]*)$`), undefinedName},
		{is(`^undefined: (\pL[\pL\pN_]*)\.(\pL[\pL\pN_]*)$`), undefinedInPackage},
		{is(`undefined \(type .+ has no field or method (\w+)(?:, but does have .+)?\)`), noMember},
		{is(`undefined \(cannot refer to unexported (?:field|method) (\w+)\)`), noMember},
		{is(`^unknown field (\w+) in struct literal of type (.+)$`), noField},
		{is(`\(method \w+ has pointer receiver\)$`), noPointer},
		{is(`does not implement kern\.Kernel \(missing method (?:Grad|Mixed)\)$`), evalAlone},
		{is(`does not implement penalty\.Penalty \(missing method Prox\)$`), valueAlone},
		{is(`^cannot use .+ as \*data\.Frame value in argument`), noFrame},
		{is(`^cannot use .+ as nvsd\.TauChoice value`), noTau},
		{is(`^cannot use .+ as nvsd\.Folds value`), noFolds},
		{is(`^cannot use .+ as data\.SplitOption value`), noSplit},
		{is(`^cannot use .+ as (rune|byte) value`), noRune},
		{is(`^cannot use .+ as func\(.+\).* value in argument`), noFunction},
		{is(`^cannot use .+ as (?:int|\w*int\d+) value.*\(truncated\)`), fixed("whole numbers have no fraction: a variable that begins with a fraction, as in x := 0.5, is a float64")},
		{is(`^cannot use .+ as (.+) value in (?:argument|assignment|struct|array|map|return|variable)`), noValue},
		{is(`\(untyped float constant\) truncated to (\w+)`), truncated},
		{is(`^invalid operation: .+ \(mismatched types (.+) and (.+)\)$`), mismatched},
		{is(`^invalid operation: operator (.+) not defined on `), noOperator},
		{is(`^(?:not enough|too many) arguments in call to `), tooFew},
		{is(`^cannot index .+ \(.+ of type (?:\*data\.Frame|func\(\).*)\)$`), noIndex},
		{is(`^invalid argument: .+ for built-in len$`), noLength},
		{is(`^invalid argument: .+ cannot be ordered$`), notOrdered},
		{is(`^no new variables on left side of :=$`), declaredTwice},
		{is(`^invalid operation: cannot send to non-channel`), noChannel},
		{is(`^use of untyped nil in `), fixed("nil alone has no type; var m *nvsd.Model declares a model that is nil")},
		{is(` \(type\) is not an expression$`), noLiteral},
		{is(`^(?:missing argument in conversion|cannot convert .+) to (?:type )?(\w+\.\w+)$`), noConversion},
		{is(`^missing return$`), fixed("a function that has a result ends with it: return x * 2")},
		{is(`is not used$`), notShown},
		{is(`^non-boolean condition in (if|for) statement`), notBoolean},
		{is(`^invalid operation: cannot indirect`), power},
		{is(`^cannot range over .+ float`), rangeFloat},
		{is(`^invalid argument: index -\d+ \(constant of type int\) must not be negative`), negativeIndex},
		{is(`^assignment mismatch: (\d+) variables? but .+ returns? (\d+) values`), unnamed},
	}
})

// fixed returns a rule's advice that is always the same.
func fixed(text string) func(*Mistake, []string) string {
	return func(*Mistake, []string) string { return text }
}

// undefinedName advises on a name that nothing declares.
func undefinedName(m *Mistake, groups []string) string {
	name := groups[0]
	if text := m.undeclared(name); text != "" {
		return text
	}
	if text := m.inFit(); text != "" {
		return text
	}
	if m.Cell.Package(name) != nil {
		if _, ok := around[*ast.SelectorExpr](m); ok {
			return fmt.Sprintf("the cell gives the name of package %s to a variable; name the variable otherwise", name)
		}
		if found := exportedBy(m.Cell, common, name); len(found) > 0 {
			return Question(found) // log(2)
		}
		if m.called() == nil {
			return fmt.Sprintf("%s is a package; ?%s on a line of its own shows what it has", name, name)
		}
	}
	chain := m.chain()
	if text := m.foreignName(chain...); text != "" {
		if found := m.ofNumbers(chain); found != "" {
			return found
		}
		return text
	}
	names := m.Cell.Names()
	if slices.Contains(names, name) {
		return "it is declared, but only behind this place"
	}
	if i := slices.IndexFunc(names, func(other string) bool { return strings.EqualFold(other, name) }); i >= 0 {
		return Question(names[i : i+1])
	}
	if found := Exported(m.Cell, name); len(found) > 0 {
		return Question(found)
	}
	return Question(nearest(name, slices.DeleteFunc(names, func(other string) bool { return !m.fitting(other) })))
}

// fitting reports whether a name can stand at the place of the mistake: a package only before
// the name of one of its members.
func (m *Mistake) fitting(name string) bool {
	p := m.Cell.Package(name)
	if p == nil || m.Cell.Declares(name) {
		return true
	}
	sel, ok := around[*ast.SelectorExpr](m)
	return ok && sel.X.Pos() == m.Pos && len(ignoringCase(p, sel.Sel.Name)) > 0
}

// ofNumbers returns the function of a package of Go for a function of numpy, by its name alone:
// stat.Mean for np.mean, math.Sqrt for np.sqrt.
func (m *Mistake) ofNumbers(chain []string) string {
	pkg, name, ok := strings.Cut(chain[0], ".")
	if !ok || pkg != "np" && pkg != "numpy" || foreign()[chain[0]] != "" {
		return ""
	}
	if text := m.foreignName(name); text != "" {
		return text
	}
	return Question(exportedBy(m.Cell, common, name))
}

// undeclared advises on a variable that is given a value before it is declared: x = 3, and
// x <- 3 as R has it.
func (m *Mistake) undeclared(name string) string {
	isName := func(e ast.Expr) bool { id, ok := e.(*ast.Ident); return ok && id.Pos() == m.Pos }
	if s, ok := around[*ast.AssignStmt](m); ok && s.Tok == token.ASSIGN && len(s.Lhs) == 1 && isName(s.Lhs[0]) {
		if m.Text(s.Rhs[0]) == "nil" { // which has no type
			return fmt.Sprintf("write var %s *nvsd.Model for a model that is nil", name)
		}
		return fmt.Sprintf("%s := %s declares it", name, m.Text(s.Rhs[0]))
	}
	if s, ok := around[*ast.SendStmt](m); ok && isName(s.Chan) {
		return fmt.Sprintf("<- sends to a channel; %s := %s declares a variable", name, m.Text(s.Value))
	}
	return ""
}

// undefinedInPackage advises on a name that a package does not have.
func undefinedInPackage(m *Mistake, groups []string) string {
	pkg, name := groups[0], groups[1]
	if text := m.foreignName(pkg+"."+name, optionKey(pkg, name), name); text != "" {
		return text
	}
	if p := m.Cell.Package(pkg); p != nil {
		if found := ignoringCase(p, name); len(found) > 0 {
			return Question(found)
		}
		owners := ownersNear(m.Cell, pkg, name)
		if own := slices.Contains(m.Cell.Own(), pkg); len(owners) > 0 && !own {
			return fmt.Sprintf("%s is the package here, since no cell has declared a variable %s; %s is a method of %s",
				pkg, pkg, name, list(owners, "and"))
		}
		if text := inLayer(m.Cell, pkg, name); text != "" {
			return text
		}
		if found := Exported(m.Cell, name); len(found) > 0 {
			return Question(found)
		}
		if len(owners) > 0 {
			return fmt.Sprintf("%s is a method of %s", name, list(owners, "and"))
		}
		return Question(nearest(name, exportedNames(p)), pkg+".")
	}
	return ""
}

// inLayer says which layer of nvsd has the type of a result that nvsd itself has no name for.
func inLayer(in Library, pkg, name string) string {
	own := in.Own()
	if len(own) == 0 || pkg != own[0] {
		return ""
	}
	p := in.Package(pkg)
	for _, of := range exportedNames(p) {
		obj, ok := p.Scope().Lookup(of).(*types.TypeName)
		if !ok {
			continue
		}
		for method := range types.NewMethodSet(types.NewPointer(obj.Type())).Methods() {
			for result := range method.Obj().Type().(*types.Signature).Results().Variables() {
				t := result.Type()
				if pointer, is := t.(*types.Pointer); is {
					t = pointer.Elem()
				}
				named, is := t.(*types.Named)
				if !is || named.Obj().Name() != name || named.Obj().Pkg() == nil || !strings.HasPrefix(named.Obj().Pkg().Path(), p.Path()+"/") {
					continue
				}
				layer := named.Obj().Pkg()
				return fmt.Sprintf("%s is a type of package %s: import %q, and write %s.%s", name, layer.Name(), layer.Path(), layer.Name(), name)
			}
		}
	}
	return ""
}

// ownersNear returns the types that have a method: those of a package of nvsd, else of nvsd
// itself, else of all of its packages.
func ownersNear(in Library, pkg, method string) []string {
	all := Owners(in, method)
	for _, near := range []string{pkg, in.Own()[0]} {
		others := func(owner string) bool { return !strings.HasPrefix(owner, near+".") }
		if found := slices.DeleteFunc(slices.Clone(all), others); len(found) > 0 {
			return found
		}
	}
	return all
}

// noMember advises on a field or a method that a value does not have.
func noMember(m *Mistake, groups []string) string {
	name := groups[0]
	sel, ok := around[*ast.SelectorExpr](m)
	if !ok {
		return ""
	}
	value := m.Text(sel.X)
	if p := m.Cell.Package(value); p != nil && m.Cell.Declares(value) && p.Scope().Lookup(name) != nil {
		return fmt.Sprintf("%s is a variable, which hides the package; import %q makes it the package again", value, p.Path())
	}
	t := m.Info.TypeOf(sel.X)
	if t == nil {
		return ""
	}
	names := members(t)
	if call := m.called(); call == nil || len(call.Args) == 0 { // head()
		if text := m.foreignMember(t, name); text != "" {
			return text
		}
	}
	if i := slices.IndexFunc(names, func(other string) bool { return strings.EqualFold(other, name) }); i >= 0 {
		return Question([]string{value + "." + names[i] + parentheses(t, names[i])})
	}
	if text := m.foreignMember(t, name); text != "" {
		return text
	}
	if near := nearest(name, names); len(near) > 0 {
		return Question(near, value+".")
	}
	if isFrame(t) { // d.bmi, as pandas has it
		return m.columnOrRows(value, name)
	}
	return ""
}

// parentheses returns "()" if the method of a name has no arguments, and "" if it has some.
func parentheses(t types.Type, name string) string {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	if fn, ok := obj.(*types.Func); ok && fn.Signature().Params().Len() == 0 {
		return "()"
	}
	return ""
}

// noField advises on a field that a struct does not have.
func noField(m *Mistake, groups []string) string {
	if text := foreign()[groups[1]+"."+groups[0]]; text != "" {
		return text
	}
	lit, ok := around[*ast.CompositeLit](m)
	if !ok {
		return ""
	}
	names := fields(m.Info.TypeOf(lit))
	const most = 12
	if near := nearest(groups[0], names); len(near) > 0 || len(names) == 0 || len(names) > most {
		return Question(near)
	}
	return "its fields are " + list(names, "and")
}

// noTau advises on a number where a weight of the penalty is wanted.
func noTau(m *Mistake, _ []string) string {
	e := m.operand()
	if e == nil || !isNumber(m.Info.TypeOf(e)) {
		return ""
	}
	text := m.Text(e)
	return fmt.Sprintf("write nvsd.TauFrac(%s) for that part of tau_max, or nvsd.Tau(%s) for tau itself", text, text)
}

// noRune advises on a string where one character is wanted.
func noRune(m *Mistake, _ []string) string {
	e := m.operand()
	if e == nil {
		return ""
	}
	v := m.Info.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return ""
	}
	if r := []rune(constant.StringVal(v)); len(r) == 1 {
		return fmt.Sprintf("one character stands in single quotes, %s", strconv.QuoteRune(r[0]))
	}
	return "one character stands in single quotes, such as ';'"
}

// noValue advises on a value of another type than the wanted one.
func noValue(m *Mistake, groups []string) string {
	e := m.operand()
	want := m.wanted(groups[0])
	if e == nil || want == nil {
		return ""
	}
	have, text := m.Info.TypeOf(e), m.Text(e)
	if have == nil {
		return ""
	}
	if isNumber(have) && isNumber(want) {
		return fmt.Sprintf("write %s(%s)", groups[0], text)
	}
	if parts := partsOf(have, want); len(parts) > 0 {
		return "write " + list(prefixed(parts, text+"."), "or")
	}
	if isText(have) {
		if found := ofText(m.Info.Types[e].Value, want); len(found) > 0 {
			return Question(found)
		}
		if found := constants(want); len(found) > 0 {
			return "write " + list(found, "or")
		}
	}
	if makers := makers(have, want); len(makers) > 0 {
		for i := range makers {
			makers[i] += "(" + text + ")"
		}
		return "write " + list(makers, "or")
	}
	return ""
}

// operand returns the expression that has another type than the wanted one.
func (m *Mistake) operand() ast.Expr {
	return at(m, func(e ast.Expr) bool {
		return e.Pos() == m.Pos && strings.HasPrefix(strings.TrimPrefix(m.Msg, "cannot use "), m.Text(e)+" (")
	})
}

// truncated advises on a fraction beside a variable of whole numbers.
func truncated(m *Mistake, groups []string) string {
	sum, ok := around[*ast.BinaryExpr](m)
	if !ok {
		return ""
	}
	other := sum.X
	if sum.X.Pos() == m.Pos {
		other = sum.Y
	}
	return fmt.Sprintf("%s is of type %s, whole numbers; write float64(%s)", m.Text(other), groups[0], m.bare(other))
}

// mismatched advises on two operands of different types.
func mismatched(m *Mistake, groups []string) string {
	tight := strings.NewReplacer(" ", "")
	sum := at(m, func(e *ast.BinaryExpr) bool {
		return strings.Contains(tight.Replace(m.Msg), tight.Replace(m.Text(e))+"(mismatched") // no part of it
	})
	if sum == nil {
		return ""
	}
	if text := m.ofLists(sum); text != "" {
		return text
	}
	x, y := m.Info.TypeOf(sum.X), m.Info.TypeOf(sum.Y)
	_, uncalled := x.(*types.Signature)
	switch {
	case uncalled:
		return fmt.Sprintf("%s is a function; write %s() to call it", m.Text(sum.X), m.Text(sum.X))
	case isText(x) && isNumber(y) && sum.Op == token.ADD:
		return fmt.Sprintf("write fmt.Sprint(%s, %s)", m.Text(sum.X), m.Text(sum.Y))
	case isNumber(x) && isNumber(y) && isFloat(y):
		return fmt.Sprintf("write %s(%s)", groups[1], m.bare(sum.X))
	case isNumber(x) && isNumber(y):
		return fmt.Sprintf("write %s(%s)", groups[0], m.bare(sum.Y))
	}
	return ""
}

// notShown advises on a value that stands in the middle of a cell.
func notShown(m *Mistake, _ []string) string {
	if len(m.Path) == 0 {
		return ""
	}
	s, ok := m.Path[0].(*ast.ExprStmt)
	if !ok {
		return ""
	}
	if call, ok := s.X.(*ast.CallExpr); ok && m.Text(call.Fun) == "append" && len(call.Args) > 0 {
		return fmt.Sprintf("write %s = %s", m.Text(call.Args[0]), m.Text(call))
	}
	return fmt.Sprintf("a cell displays its last line; display.Show(%s) displays it here", m.Text(s))
}

// notBoolean advises on a condition that is a number, a string or a pointer.
func notBoolean(m *Mistake, _ []string) string {
	cond := at(m, func(e ast.Expr) bool { return e.Pos() == m.Pos })
	if cond == nil {
		return ""
	}
	zero := "nil"
	switch t := m.Info.TypeOf(cond); {
	case isNumber(t):
		zero = "0"
	case isText(t):
		zero = `""`
	}
	return fmt.Sprintf("write %s != %s", m.Text(cond), zero)
}

// power advises on x ** 2, which Go reads as a product with the target of the pointer 2.
func power(m *Mistake, _ []string) string {
	for _, n := range m.Path {
		product, ok := n.(*ast.BinaryExpr)
		if !ok || product.Op != token.MUL {
			continue
		}
		if star, ok := product.Y.(*ast.StarExpr); ok {
			return fmt.Sprintf("Go has no operator for powers; write math.Pow(%s, %s)", m.Text(product.X), m.Text(star.X))
		}
	}
	return ""
}

// noChannel advises on an assignment as R has it.
func noChannel(m *Mistake, _ []string) string {
	send, ok := around[*ast.SendStmt](m)
	if !ok {
		return ""
	}
	return fmt.Sprintf("write %s = %s", m.Text(send.Chan), m.Text(send.Value))
}

// rangeFloat advises on a loop to a number that is not of a type of whole numbers.
func rangeFloat(m *Mistake, _ []string) string {
	loop, ok := around[*ast.RangeStmt](m)
	if !ok {
		return ""
	}
	if m.Info.Types[loop.X].Value != nil {
		return "range counts whole numbers; write for x := 0.0; x < 1; x += 0.1 { ... } for fractions"
	}
	return fmt.Sprintf("range counts whole numbers; write range int(%s)", m.Text(loop.X))
}

// negativeIndex advises on xs[-1], which counts from the end in other languages.
func negativeIndex(m *Mistake, _ []string) string {
	index, ok := around[*ast.IndexExpr](m)
	if !ok {
		return ""
	}
	xs := m.Text(index.X)
	return fmt.Sprintf("the last element is %s[len(%s)%s]", xs, xs, m.Text(index.Index))
}

// unnamed advises on a call that returns more values than there are names for.
func unnamed(_ *Mistake, groups []string) string {
	names, _ := strconv.Atoi(groups[0]) // digits, as matched
	values, _ := strconv.Atoi(groups[1])
	if names > values {
		return ""
	}
	return "give each value a name, or _ to the values that are not needed"
}
