package gen

import (
	"fmt"
	"strings"
)

// twoValued are expressions with a value of type %[1]s and whether there is one: of the map
// %[2]s, the values %[3]s or the function %[4]s, for the key k.
var twoValued = []string{
	"%[2]s[k]", "(%[2]s[k])", "map[string]%[1]s{\"0\": %[2]s[0]}[fmt.Sprint(k)]", "map[any]%[1]s{0: %[2]s[0], 2: %[2]s[2]}[k]",
	"%[3]s[k].(%[1]s)", "any(%[3]s[k]).(%[1]s)", "%[4]s(k)",
}

// lookupPlaces are the uses of the two values of %[1]s, of which the first has type %[2]s.
// The variables %[3]s and %[4]s and the list of functions %[5]s are declared before.
var lookupPlaces = []string{
	"v, ok := %[1]s\nfmt.Print(v, ok, \" \")",
	"v, _ := %[1]s\nfmt.Print(v, \" \")",
	"_, ok := %[1]s\nfmt.Print(ok, \" \")",
	"var v, ok = %[1]s\nfmt.Print(v, ok, \" \")",
	"if v, ok := (%[1]s); ok {\nfmt.Print(\"hit \", v, \" \")\n} else {\nfmt.Print(\"miss \", v, \" \")\n}",
	"switch v, ok := (%[1]s); {\ncase !ok:\nfmt.Print(\"none \", v, \" \")\ndefault:\nfmt.Print(v, \" \")\n}",
	"%[3]s, %[4]s = %[1]s\nfmt.Print(%[3]s, %[4]s, \" \")",
	"%[3]s, ok := %[1]s\nfmt.Print(%[3]s, ok, \" \")",
	"s := struct {\nv %[2]s\nok bool\n}{}\ns.v, s.ok = %[1]s\nfmt.Print(s.v, s.ok, \" \")",
	"v, ok := %[1]s\n%[5]s = append(%[5]s, func() { fmt.Print(v, ok, \" \") })",
	"v := func() (v %[2]s) { v, _ = %[1]s; return }()\nfmt.Print(v, \" \")",
}

// lookups asks again and again for what there sometimes is.
func (g *generator) lookups() {
	typ := pick(g, "int", "N", "S", "string", "bool", "float64", "P", "[]int", "[2]int")
	table, values, find := g.name("m"), g.name("l"), g.name("f")
	v, ok, kept := g.name("v"), g.name("ok"), g.name("k")
	g.line("{\n%s := map[int]%s{0: %s, 2: %s}", table, typ, g.expr(typ, 1), g.expr(typ, 1))
	g.line("%s := []any{0: %s[0], 2: %s[2], 3: struct{}{}}", values, table, table)
	g.line("%s := func(k int) (r %s, ok bool) { if k%%2 == 0 { r, ok = %s[k], true }; return }", find, typ, table)
	g.line("var %s %s\nvar %s bool\nvar %s []func()\n_, _, _, _, _ = %s, %s, %s, %s, %s", v, typ, ok, kept, v, ok, kept, values, find)
	what := fmt.Sprintf(pick(g, twoValued...)+"%.0[1]s%.0[2]s%.0[3]s%.0[4]s", typ, table, values, find)
	body := fmt.Sprintf(pick(g, lookupPlaces...)+"%.0[1]s%.0[2]s%.0[3]s%.0[4]s%.0[5]s", what, typ, v, ok, kept)
	var keys []string
	for range 5 {
		keys = append(keys, fmt.Sprint(g.IntN(4)))
	}
	g.line(pick(g,
		"for _, k := range []int{%s} {\n%s\n}",
		"keys := []int{%s}\nfor i := 0; i < len(keys); i++ {\nk := keys[i]\n%s\n}",
		"for i := range 5 {\nk := [...]int{%s}[i]\nif i == 7 {\ncontinue\n}\n%s\n}",
		"look := func(k int) {\n%[2]s\n}\nfor _, k := range []int{%[1]s} {\nlook(k)\n}",
	), strings.Join(keys, ", "), body)
	g.line("for _, f := range %s {\nf()\n}\nfmt.Println()\n}", kept)
}
