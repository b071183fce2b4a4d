package form

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// TestForms writes a statement for each form of the standard table: with the table,
// where the form is one of those that it is written with, and with the table without
// that form, where it is not. testdata/forms.golden has both texts.
func TestForms(t *testing.T) {
	session := newTestState(t)
	var b strings.Builder
	b.WriteString(formsHead)
	for _, f := range Standard().All() {
		statement, err := f.statement()
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		written, used, err := session.write(statement, Standard())
		if err != nil || !used[f] {
			t.Errorf("%s: %q is written with %v, %v", f, statement, used, err)
			continue
		}
		without, used, err := session.write(statement, Standard().Without(f))
		if err != nil {
			without = "refused: " + err.Error()
		}
		if without == written || used[f] {
			t.Errorf("%s: %q is written without the form as with it: %q", f, statement, without)
		}
		fmt.Fprintf(&b, "%s: %s | %s\n", f, written, without)
	}
	golden.Check(t, "testdata/forms.golden", b.String())
}

const formsHead = `PLACE/KIND/CATEGORY: a statement with the form | the statement where the table lacks the form

`

// A testState is a state for statements of a function with variables of all types.
type testState struct {
	*State
	functions int               // how many have been written
	variables map[string]string // types, by name
}

func newTestState(t *testing.T) *testState {
	t.Helper()
	s := &testState{State: NewState(testImporter{t}), variables: map[string]string{"all": "typesᐧ.All"}}
	structs := []rt.StructSpec{
		{Name: "Pair", Fields: []rt.FieldSpec{{Name: "X", Type: "int"}, {Name: "Y", Type: "int"}}},
		{Name: "All"},
	}
	all := &structs[1]
	for _, v := range values {
		all.Fields = append(all.Fields, rt.FieldSpec{Name: v.field(), Type: v.typ})
		s.variables[v.name] = v.typ
		s.variables[v.list()] = "[]" + v.typ
		s.variables[v.entries()] = "map[string]" + v.typ
		s.variables[v.pointer()] = "*" + v.typ
		s.variables[v.channel()] = "chan " + v.typ
	}
	var code strings.Builder
	code.WriteString("package main\nimport typesᐧ \"nvsd/types\"\nimport lib \"test/lib\"\nfunc do() {}\nfunc several() (int, int) { return 1, 2 }\nvar _ typesᐧ.All\nvar _ lib.Int\n")
	for _, v := range values {
		fmt.Fprintf(&code, "func %s() %s { var v %s; return v }\n", v.function(), v.typ, v.typ)
	}
	text, lines := Lines(code.String())
	_, _, err := s.Close(&Program{Program: rt.Program{Code: text, Structs: structs, Aliases: testAliases()}, Lines: lines}, Standard())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func testAliases() map[string]string {
	return map[string]string{rt.TypesName: rt.TypesPath, "lib": "test/lib"}
}

// write writes the statements of a function, each on a line, with the forms of a table.
// It returns them without the declarations of what they are hoisted into.
func (s *testState) write(statements string, table *Table) (string, map[Form]bool, error) {
	s.functions++
	s.serial = 0 // so that an edit of one form changes no text of another
	results, statements, _ := strings.Cut(statements, "{\n")
	var params []string
	for _, name := range identifier.FindAllString(statements, -1) {
		if typ := s.variables[name]; typ != "" && !slices.Contains(params, name+" "+typ) {
			params = append(params, name+" "+typ)
		}
	}
	head := fmt.Sprintf("package main\nimport %s %q\nimport lib \"test/lib\"\nfunc f%d(%s) %s {\n",
		rt.TypesName, rt.TypesPath, s.functions, strings.Join(params, ", "), results)
	text, lines := Lines(head + statements + "\n}\n")
	p, used, err := s.Close(&Program{Program: rt.Program{Code: text, Aliases: testAliases()}, Lines: lines}, table)
	if err != nil {
		return "", nil, err
	}
	var written []string
	_, body, _ := strings.Cut(p.Code, "\nfunc f")
	for _, line := range strings.Split(strings.TrimSuffix(strings.TrimSpace(body), "\n}"), "\n")[1:] {
		if !strings.HasPrefix(line, "var ") || strings.Contains(line, " = ") {
			written = append(written, line)
		}
	}
	return strings.Join(written, "; "), used, nil
}

var identifier = regexp.MustCompile(`\w+`)

// A value is a category with a type of it and the variable of the tests that has it.
type value struct {
	category  Category
	name, typ string
}

func (v value) field() string    { return strings.ToUpper(v.name) }
func (v value) list() string     { return v.name + "_list" }
func (v value) entries() string  { return v.name + "_map" }
func (v value) pointer() string  { return v.name + "_ptr" }
func (v value) channel() string  { return v.name + "_chan" }
func (v value) function() string { return v.name + "_func" }

// values are the variables of the tests. The first of a category stands for it.
var values = []value{
	{Bool, "b", "bool"}, {Integer, "i", "int"}, {Float, "x", "float64"}, {Complex, "z", "complex128"},
	{String, "s", "string"}, {Pointer, "p", "*int"}, {Func, "fn", "func()"}, {Interface, "a", "any"},
	{List, "l", "[]int"}, {Array, "r", "[3]int"}, {Map, "m", "map[string]int"}, {Chan, "c", "chan int"},
	{Struct, "t", "typesᐧ.Pair"},
	{Integer, "u", "uint"}, {Complex, "w", "complex64"}, {List, "bytes", "[]byte"}, {Array, "rr", "[2][3]int"}, {Array, "rt", "[2]typesᐧ.Pair"},
	{Pointer, "pt", "*typesᐧ.Pair"},
	{Integer, "oi", "lib.Int"}, {Float, "ox", "lib.Float"}, {String, "os", "lib.String"}, {Func, "ofn", "lib.Func"},
	{Interface, "oa", "lib.Interface"}, {List, "ol", "lib.List"}, {Map, "om", "lib.Map"}, {Struct, "ot", "lib.Struct"},
	{Pointer, "op", "*lib.Kept"}, {Struct, "ok", "lib.Kept"}, {Array, "rk", "[2]lib.Kept"},
}

// testLibrary is a compiled package, with variables, and types that have methods.
const testLibrary = `package lib
var (
	I int
	P *int
	Fn func()
	A any
	L []int
	M map[string]int
	T Struct
)
type (
	Int int
	Float float64
	String string
	Func func()
	Interface interface { Do() }
	List []int
	Map map[string]int
	Struct struct { X int }
	Kept struct { X int }
)
func (Int) Do()
func (Float) Do()
func (String) Do()
func (Func) Do()
func (List) Do()
func (Map) Do()
func (Struct) Do()
func (*Kept) Do()
`

// A testImporter has the compiled package of the tests.
type testImporter struct{ t *testing.T }

func (im testImporter) Import(path string) (*types.Package, error) {
	if path != "test/lib" {
		return nil, fmt.Errorf("no package %q", path)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "lib.go", testLibrary, 0)
	if err != nil {
		im.t.Fatal(err)
	}
	conf := types.Config{IgnoreFuncBodies: true, Error: func(error) {}}
	pkg, _ := conf.Check(path, fset, []*ast.File{file}, nil) // functions have no bodies
	return pkg, nil
}

// valueOf returns the variable of a category.
func valueOf(c Category) value {
	for _, v := range values {
		if v.category == c {
			return v
		}
	}
	return value{}
}

// valueOfType returns the variable of a type.
func valueOfType(typ string) value {
	for _, v := range values {
		if v.typ == typ {
			return v
		}
	}
	return value{}
}

// An example is an expression and its type.
type example struct{ text, typ string }

// expressions are sources of a kind and a category, for which [expression] has no rule.
var expressions = map[string]example{
	"constant/bool": {"true", "bool"}, "constant/integer": {"1", "int"}, "constant/float": {"1.5", "float64"},
	"constant/complex": {"2i", "complex128"}, "constant/string": {`"s"`, "string"},
	"variable/integer": {"lib.I", "int"}, "variable/pointer": {"lib.P", "*int"}, "variable/func": {"lib.Fn", "func()"},
	"variable/interface": {"lib.A", "any"}, "variable/slice": {"lib.L", "[]int"}, "variable/map": {"lib.M", "map[string]int"},
	"variable/struct": {"lib.T", "lib.Struct"}, "variable/kept": {"lib.I", "int"},
	"byte/integer": {"s[0]", "byte"}, "slice/string": {"s[1:2]", "string"}, "slice/slice": {"l[1:2]", "[]int"},
	"address/pointer": {"&i", "*int"}, "new/pointer": {"&typesᐧ.Pair{}", "*typesᐧ.Pair"},
	"division/integer": {"i / i", "int"}, "shift/integer": {"i << u", "int"}, "logic/bool": {"b && b", "bool"}, "not/bool": {"!b", "bool"},
	"calls/none": {"several()", ""}, "do/none": {"do()", ""}, "effect/none": {"close(c)", ""},
	"convert/integer": {"int(x)", "int"}, "convert/float": {"float64(i)", "float64"}, "convert/complex": {"complex128(w)", "complex128"},
	"reshape/string": {"string(bytes)", "string"}, "reshape/slice": {"[]byte(s)", "[]byte"}, "reshape/interface": {"any(a)", "any"},
	"literal/slice": {"[]int{1}", "[]int"}, "literal/array": {"[3]int{1}", "[3]int"},
	"literal/map": {`map[string]int{"k": 1}`, "map[string]int"}, "literal/struct": {"typesᐧ.Pair{}", "typesᐧ.Pair"},
	"closure/func": {"func() {\n}", "func()"}, "function/func": {"do", "func()"}, "length/integer": {"len(l)", "int"},
	"builtin/integer": {"copy(l, l)", "int"}, "builtin/float": {"real(z)", "float64"}, "builtin/complex": {"complex(x, x)", "complex128"},
	"builtin/pointer": {"new(int)", "*int"}, "builtin/slice": {"append(l, 1)", "[]int"},
	"builtin/map": {"make(map[string]int)", "map[string]int"}, "builtin/chan": {"make(chan int)", "chan int"},
}

// placed are the expressions that places ask for which need other ones.
var placed = map[Place]map[string]example{
	FieldOf: {
		"name/pointer": {"pt", ""}, "field/pointer": {"all.PT", ""}, "element/pointer": {"pt_list[0]", ""},
		"field/kept": {"all.T", ""}, "element/kept": {"rt[0]", ""}, "star/kept": {"(*pt)", ""}, "name/kept": {"t", ""},
		"star/struct": {"(*pt)", ""},
	},
	ElementOf: {"name/kept": {"r", "int"}, "field/kept": {"all.R", "int"}, "element/kept": {"rr[0]", "int"}, "star/kept": {"(*r_ptr)", "int"}, "star/array": {"(*r_ptr)", "[3]int"}},
	SliceOf:   {"name/kept": {"r", "[]int"}, "field/kept": {"all.R", "[]int"}, "element/kept": {"rr[0]", "[]int"}, "star/kept": {"(*r_ptr)", "[]int"}},
	Addressed: {"name/kept": {"i", "int"}, "field/kept": {"all.I", "int"}, "element/kept": {"l[0]", "int"}, "star/kept": {"*p", "int"}},
	Receiver: {
		"name/integer": {"oi", ""}, "name/float": {"ox", ""}, "name/pointer": {"op", ""}, "name/func": {"ofn", ""},
		"name/interface": {"oa", ""}, "name/slice": {"ol", ""}, "name/map": {"om", ""}, "name/struct": {"ot", ""}, "name/kept": {"ok", ""},
		"field/string": {"all.OS", ""}, "field/pointer": {"all.OP", ""}, "field/interface": {"all.OA", ""}, "field/map": {"all.OM", ""},
		"field/struct": {"all.OT", ""}, "field/kept": {"all.OK", ""},
		"element/pointer": {"op_list[0]", ""}, "element/map": {"om_list[0]", ""}, "element/struct": {"ot_list[0]", ""}, "element/kept": {"rk[0]", ""},
		"star/pointer": {"(*op_ptr)", ""}, "star/map": {"(*om_ptr)", ""}, "star/kept": {"(*ok_ptr)", ""},
	},
	ConvertX:     {"name/slice": {"bytes", "string"}},
	SeveralValue: {"constant/integer": {"1", ""}},
}

// expression returns an example of a kind and a category for a place.
func (f Form) expression() (example, error) {
	key := string(f.Kind) + "/" + string(f.Category)
	if e, ok := placed[f.Place][key]; ok {
		return e, nil
	}
	if e, ok := expressions[key]; ok {
		return e, nil
	}
	v := valueOf(f.Category)
	if v.name == "" {
		return example{}, fmt.Errorf("there is no example of %s", key)
	}
	text, typ := "", v.typ
	switch f.Kind {
	case Name:
		text = v.name
	case Nil:
		text = "nil"
	case Field:
		text = "all." + v.field()
	case Element:
		text = v.list() + "[0]"
	case Entry:
		text = v.entries() + `["k"]`
	case Star:
		text = "*" + v.pointer()
	case Receive:
		text = "<-" + v.channel()
	case Call:
		text = v.function() + "()"
	case Assert:
		text = "a.(" + v.typ + ")"
	case Sum:
		text = v.name + " + " + v.name
	case Negation:
		text = "-" + v.name
	case Comparison:
		text, typ = v.name+" == "+v.name, "bool"
		if !comparable(v.category) {
			text = v.name + " == nil"
		}
	case Reshape:
		text = "(" + v.typ + ")(" + v.name + ")"
	default:
		return example{}, fmt.Errorf("there is no example of %s", key)
	}
	return example{text, typ}, nil
}

// comparable reports whether == takes two values of a category.
func comparable(c Category) bool { return c != Func && c != List && c != Map }

// templates are statements with an expression X of type T in a place. V is the variable
// of the tests that has the type.
var templates = map[Place]string{
	Statement:    "X",
	BlankValue:   "_ = X",
	NameValue:    "var v T\nv = X\n_ = v",
	FieldValue:   "all.FIELD = X",
	ElementValue: "LIST[0] = X",
	EntryValue:   "ENTRIES[\"k\"] = X",
	PointedValue: "*POINTER = X",
	SeveralValue: "v, v2 := X\n_, _ = v, v2",
	Boxed:        "a = X",
	NameUpdate:   "var v T\nv += X\n_ = v",
	OtherUpdate:  "LIST[0] += X",
	Result:       "T {\nreturn X",
	Results:      "(T, int) {\nreturn X, 1",
	If:           "if X {\n}",
	For:          "for X {\n}",
	LogicX:       "b = (X) && b",
	LogicY:       "b = b && (X)",
	NotX:         "b = !(X)",
	SumX:         "var v T\nv = (X) + v\n_ = v",
	SumY:         "var v T\nv = v + (X)\n_ = v",
	DivideX:      "i = (X) / i",
	DivideY:      "i = i / (X)",
	ShiftX:       "i = (X) << 1",
	ShiftY:       "i = i << (X)",
	CompareX:     "var v T\nb = (X) == v",
	CompareY:     "var v T\nb = v == (X)",
	NegateX:      "var v T\nv = -(X)\n_ = v",
	ReceiveX:     "i = <-X",
	PureX:        "all.FIELD = (X) + V",
	FieldOf:      "i = X.X",
	ElementOf:    "_ = X[0]",
	EntryOf:      "i = X[\"k\"]",
	Index:        "i = l[X]",
	Key:          "var v map[T]int\ni = v[X]",
	SliceOf:      "var v T\nv = X[1:2]\n_ = v",
	Bound:        "l = l[X:]",
	Pointed:      "i = *X",
	Addressed:    "p = &(X)",
	AssertX:      "i = X.(int)",
	LiteralOf:    "var v []T\nv = []T{X}\n_ = v",
	LiteralOn:    "var v map[T]int\nv = map[T]int{X: 1}\n_ = v",
	Called:       "X()",
	Receiver:     "X.Do()",
	Argument:     "var v func(T)\nv(X)",
	Beside:       "var v func(T, ...int)\nv(X, l...)",
	Spread:       "l = append(l, X...)",
	Operand:      "var v []T\nv = append(v, X)\n_ = v",
	Range:        "for v := range X {\n_ = v\n}",
	Switch:       "switch X {\ncase 1:\n}",
	Case:         "switch i {\ncase X:\n}",
	Send:         "var v chan T\nv <- X",
}

// statement returns statements that have the form.
func (f Form) statement() (string, error) {
	e, err := f.expression()
	if err != nil {
		return "", err
	}
	text := templates[f.Place]
	switch {
	case f.Place == ConvertX && f.Kind == Nil:
		text = "var v T\nv = (T)(X)\n_ = v"
	case f.Place == ConvertX && f.Kind == Constant && f.Category != String:
		text = "a = any(X)"
	case f.Place == ConvertX:
		text = conversions[f.Category]
	case f.Place == SeveralValue && f.Kind == Constant:
		text = "v, v2 := X, 2\n_, _ = v, v2"
	case f.Place == CompareX && !comparable(f.Category):
		text = "b = X == nil"
	case f.Place == CompareX && f.Kind == Comparison, f.Place == CompareY && f.Kind == Comparison:
		e.typ = "bool"
	case f.Category == Kept && (f.Place == FieldOf || f.Place == ElementOf):
		text = "p = &" + strings.TrimPrefix(strings.TrimPrefix(text, "i = "), "_ = ")
	case f.Place == Spread && f.Category == String:
		text = "bytes = append(bytes, X...)"
	}
	if text == "" {
		return "", errors.New("there is no statement for it")
	}
	v := valueOfType(e.typ)
	// X.X is a field of X, and must not be put in twice.
	text = strings.Replace(text, "X.X", "X.\x00", 1)
	text = strings.NewReplacer("X", e.text, "\x00", "X", "FIELD", v.field(), "LIST", v.list(), "ENTRIES", v.entries(), "POINTER", v.pointer(), "T", e.typ, "V", v.name).Replace(text)
	if !strings.Contains(text, "{\nreturn") {
		text = "{\n" + text
	}
	return text, nil
}

// conversions are templates with a conversion of an expression of each category.
var conversions = map[Category]string{
	Integer: "x = float64(X)", Float: "i = int(X)", Complex: "w = complex64(X)", String: "bytes = []byte(X)",
	Pointer: "p = (*int)(X)", List: "s = string(X)", Chan: "c = (chan int)(X)", Struct: "t = typesᐧ.Pair(X)",
}
