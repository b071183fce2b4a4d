package product

import (
	"fmt"
	"go/types"
	"math/rand/v2"
	"strings"
)

// What stands beside a call that changes it: Go leaves open which value shows. These
// cases hold to what Go's compiler does with a call that it does not inline.

// changedPlaces are the variables of the type $T, or parts of them, to which the function set
// gives another value: the declarations, and the place.
var changedPlaces = []struct{ name, setup, text string }{
	{"local", "v := $X", "v"},
	{"addressed", "w := $X\nv := &w", "*v"},
	{"global", "", "changed$I"},
	{"field", "v := struct{ n int; f $T }{1, $X}", "v.f"},
	{"pointed", "v := &struct{ f $T }{$X}", "v.f"},
	{"element", "v := []$T{$X}", "v[0]"},
	{"array", "v := [1]$T{$X}", "v[0]"},
	{"entry", "v := map[string]$T{\"k\": $X}", "v[\"k\"]"},
}

// changedForms are expressions with a place $V, of the type of result; "" is $T.
var changedForms = []struct{ name, text, result string }{
	{"value", "$V", ""}, {"convert.int8", "int8($V)", "int8"}, {"convert.float", "float64($V)", "float64"},
	{"convert.bytes", "[]byte($V)", "[]byte"}, {"convert.string", "string($V)", "string"}, {"convert.any", "any($V)", "any"},
	{"convert.round", "string([]byte($V))", "string"}, {"minus", "-$V", ""}, {"not", "!$V", ""}, {"xor", "^$V", ""},
	{"add", "$V + $V", ""}, {"mul", "$V * $V", ""}, {"quo", "$V / 2", ""}, {"shift", "$V << 1", ""}, {"shifted", "1 << ($V & 3)", "int"},
	{"equal", "$V == $Y", "bool"}, {"less", "$V < $Y", "bool"}, {"and", "$V && gBool", ""}, {"or", "gBool || $V", ""}, {"nil", "$V == nil", "bool"},
	{"index", "$V[0]", "int"}, {"index.key", "$V[\"go\"]", "int"}, {"slice", "$V[:1]", ""}, {"slice.from", "$V[1:]", ""}, {"len", "len($V)", "int"},
	{"field", "$V.X", "int"}, {"assert", "$V.(int)", "int"}, {"literal", "[1]$T{$V}", "[1]$T"}, {"literal.index", "[1]$T{$V}[0]", ""},
	{"literal.slice", "[]$T{$V}", "[]$T"}, {"literal.struct", "struct{ a $T }{$V}", "struct{ a $T }"},
	{"literal.map", "map[string]$T{\"a\": $V}", "map[string]$T"}, {"literal.any", "[]any{$V}", "[]any"},
}

// changedContexts have an expression $E beside a call $C of the function set.
var changedContexts = []struct{ name, text string }{
	{"argument", "func(a $R, b $T) { show(a, b) }($E, $C)"},
	{"argument.any", "func(a, b any) { show(a, b) }($E, $C)"},
	{"argument.variadic", "show($E, $C)"},
	{"argument.after", "show($C, $E)"},
	{"argument.between", "show($E, $C, $E)"},
	{"argument.generic", "show(second($E, $C), second($C, $E))"},
	{"define", "x, y := $E, $C\nshow(x, y)"},
	{"declare", "var x, y = $E, $C\nshow(x, y)"},
	{"declare.any", "var x, y any = $E, $C\nshow(x, y)"},
	{"assign", "var x $R\nvar y $T\nx, y = $E, $C\nshow(x, y)"},
	{"assign.any", "var x, y any\nx, y = $E, $C\nshow(x, y)"},
	{"assign.elements", "var x [2]any\nx[0], x[1] = $E, $C\nshow(x)"},
	{"assign.index", "x := make([]$T, 200)\nx[$E&3] = $C\nshow(x[:4])"},
	{"assign.pointed", "x := new($R)\nf := func() *$R {\n_ = $C\nreturn x\n}\n*f() = $E\nshow(*x)"},
	{"assign.pointed.any", "x := new(any)\nf := func() *any {\n_ = $C\nreturn x\n}\n*f() = $E\nshow(*x)"},
	{"assign.key", "x := map[$R]$T{}\nx[$E] = $C\nshow(x)"},
	{"assign.entry", "x := map[$T]$R{}\nx[$C] = $E\nshow(x)"},
	{"assign.op", "x := $Z\nx += $E + $C\nshow(x)"},
	{"literal.slice", "show([]any{$E, $C})"},
	{"literal.array", "show([2]$T{$E, $C})"},
	{"literal.struct", "show(struct{ a $R; b $T }{$E, $C})"},
	{"literal.pointer", "show(*&Pair[$R, $T]{$E, $C})"},
	{"literal.map", "show(map[$R]$T{$E: $C})"},
	{"literal.map.values", "show(map[string]any{\"a\": $E, \"b\": $C, \"c\": $E})"},
	{"return", "x, y := func() ($R, $T) { return $E, $C }()\nshow(x, y)"},
	{"return.any", "x, y := func() (any, any) { return $E, $C }()\nshow(x, y)"},
	{"compare", "show($E == $C)"},
	{"compare.any", "show(any($E) == any($C), $C == any($E))"},
	{"sum", "show($E + $C)"},
	{"sum.after", "show($C + $E)"},
	{"sum.nested", "show(($E + $E) + ($C + $E))"},
	{"shift", "show(1 << ($E & 3) << ($C & 3))"},
	{"and", "show($E && $C, $C && $E)"},
	{"if", "if $E == $C {\nshow(1)\n} else {\nshow(2)\n}"},
	{"switch", "switch $E {\ncase $C:\nshow(1)\ndefault:\nshow(2)\n}"},
	{"slice", "show([]int{1, 2, 3, 4, 5}[$E&1 : int($C&1)+2])"},
	{"index", "show([]int{1, 2, 3, 4, 5}[($E&1)+($C&1)])"},
	{"append", "show(append([]$R{}, $E, $R($C)))"},
	{"append.any", "show(append([]any{}, $E, $C))"},
	{"spread", "f := func(n any, l ...$T) { show(n, l) }\nf($E, []$T{$C}...)"},
	{"send", "c := make(chan $R, 1)\nf := func() chan $R {\n_ = $C\nreturn c\n}\nf() <- $E\nshow(<-c)"},
	{"defer", "func() { defer func(a $R, b $T) { show(a, b) }($E, $C) }()"},
	{"method", "f := func() P {\n_ = $C\nreturn P{1, 2}\n}\nshow($E, f().Sum())"},
}

// Changed are the expressions in the contexts, each of some types that fit it and in
// as many places; few are no Go.
func Changed(importer types.Importer, choice Choice) []Case {
	r := rand.New(rand.NewPCG(choice.Seed, 1))
	fit := changedFitting(importer)
	var list []Case
	for c := range changedContexts {
		for f := range changedForms {
			of := fit[f]
			for _, i := range r.Perm(len(of))[:min(2*choice.Types, len(of))] {
				if made := changed(c, f, of[i], r.IntN(len(changedPlaces))); !made.reduced() {
					list = append(list, made)
				}
			}
		}
	}
	return list
}

// reduced reports whether lowering leaves out a conversion or a comparison that Go's
// compiler copies the value of. Then the place itself is found, which is later.
func (c Case) reduced() bool {
	return c.Kind == "convert.float" && strings.Contains(c.Name, "/F.") || c.Kind == "convert.any" && c.Context == "changed.assign.key" ||
		c.Kind == "equal" && strings.Contains(c.Name, "/U.")
}

// changedFitting finds the types that fit each form, by its index.
func changedFitting(importer types.Importer) map[int][]*Type {
	var list []Case
	fits := map[string]func(){}
	fit := map[int][]*Type{}
	for f := range changedForms {
		for i := range table {
			// Lowering leaves out what converts to the type that there is.
			if t := &table[i]; t.Show == "" && t.Text != changedForms[f].result {
				c := changed(2, f, t, 0) // as an argument of any type
				list = append(list, c)
				fits[c.Name] = func() { fit[f] = append(fit[f], t) }
			}
		}
	}
	for _, c := range Correct(importer, list) {
		fits[c.Name]()
	}
	return fit
}

// changed is the case of a context, a form, a type and a place.
func changed(context, form int, t *Type, place int) Case {
	c, f, p := changedContexts[context], changedForms[form], changedPlaces[place]
	result := f.result
	if result == "" {
		result = "$T"
	}
	name := fmt.Sprintf("changed.%s/%s/%s.%s", c.name, f.name, t.Name, p.name)
	fill := strings.NewReplacer("$T", t.Text, "$X", t.Value, "$Y", t.Value, "$Z", t.Other, "$I", id(name))
	v := fill.Replace(p.text)
	set := fmt.Sprintf("%s\nset := func() %s {\n%s = %s\nreturn %s\n}", fill.Replace(p.setup), t.Text, v, t.Other, t.Value)
	e := strings.ReplaceAll(fill.Replace(f.text), "$V", v)
	made := Case{
		Name: name, Context: "changed." + c.name, Kind: f.name,
		Body: set + "\n" + fill.Replace(strings.NewReplacer("$R", result, "$E", "("+e+")", "$C", "called(set)").Replace(c.text)),
	}
	if p.name == "global" {
		made.Decl = fmt.Sprintf("var %s %s = %s", v, t.Text, t.Value)
	}
	return made
}

// changedNamed returns the case of a name that begins with "changed.".
func changedNamed(name string) (Case, error) {
	for c, context := range changedContexts {
		for f, form := range changedForms {
			if !strings.HasPrefix(name, "changed."+context.name+"/"+form.name+"/") {
				continue
			}
			if made, ok := changedCase(c, f, name); ok {
				return made, nil
			}
		}
	}
	return Case{}, fmt.Errorf("there is no case %s", name)
}

// changedCase returns the case of a context and a form that has a name.
func changedCase(context, form int, name string) (Case, bool) {
	for i := range table {
		for p := range changedPlaces {
			if made := changed(context, form, &table[i], p); made.Name == name {
				return made, true
			}
		}
	}
	return Case{}, false
}
