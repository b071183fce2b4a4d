package gen

import (
	"fmt"
	"strings"
)

// expr returns an expression of a type that has no effects and does not panic; d
// bounds its depth.
func (g *generator) expr(typ string, d int) string {
	if v := g.variable(typ); v != "" && g.chance(45) {
		return v
	}
	if d <= 0 {
		return g.literal(typ)
	}
	switch typ {
	case "int":
		return g.integer(d)
	case "N":
		return g.named(d)
	case "float64":
		return g.float(d)
	case "string":
		return g.text(d)
	case "bool":
		return g.boolean(d)
	case "any":
		return g.boxed(d)
	case "S":
		return pick(g, "S("+g.expr("string", d-1)+")", "("+g.expr("S", d-1)+" + "+g.expr("S", d-1)+")", `S("`+g.word()+`")[1:]`)
	}
	return g.composite(typ, d)
}

func (g *generator) word() string { return pick(g, "ab", "héy", "世界", "x-y", "Go") }

func (g *generator) literal(typ string) string {
	switch typ {
	case "int":
		return fmt.Sprint(g.IntN(12) - 2)
	case "N":
		return fmt.Sprintf("N(%d)", g.IntN(100))
	case "S":
		return fmt.Sprintf("S(%q)", g.word())
	case "string":
		return fmt.Sprintf("%q", g.word())
	case "bool":
		return pick(g, "true", "false")
	case "float64", "F":
		return typ + pick(g, "(1.5)", "(3 / 2)", "(7 / 2.0)", "(-0.25)", "(1 << 4)", "(100)")
	case "any":
		return pick(g, "any(nil)", "any(1)", `any("s")`, "any(N(3))")
	}
	return g.composite(typ, 0)
}

func (g *generator) integer(d int) string {
	x := func() string { return g.expr("int", d-1) }
	switch g.IntN(16) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", x(), pick(g, "+", "-", "*", "&", "|", "^", "&^"), x())
	case 1:
		return fmt.Sprintf("(%s %s (%s | 1))", x(), pick(g, "/", "%"), x())
	case 2:
		return fmt.Sprintf("(int(%s) %s uint(%s & 7))", x(), pick(g, "<<", ">>"), x())
	case 3:
		return fmt.Sprintf("len(%s)", g.expr(pick(g, "string", "[]int", "map[string]N"), d-1))
	case 4:
		return fmt.Sprintf("int(%s)", g.expr("N", d-1))
	case 5:
		return fmt.Sprintf("%s.Get()", g.expr("P", d-1))
	case 6:
		return fmt.Sprintf("%s[%s & 1]", g.expr("[2]int", d-1), x())
	case 7:
		return fmt.Sprintf("%s(%s, %s)", pick(g, "min", "max", "sum"), x(), x())
	case 8:
		return fmt.Sprintf("twice(%s)", x())
	case 9:
		return fmt.Sprintf("%s.M(%s)", g.expr("I", d-1), x())
	case 10:
		return fmt.Sprintf("any(%s).(int)", x())
	case 11:
		return fmt.Sprintf("func(a, b int) int { return a - b }(%s, %s)", x(), x())
	case 12:
		return fmt.Sprintf("index(%s, %s)", g.expr("[]int", d-1), x())
	case 13:
		return fmt.Sprintf("P.Get(%s)", g.expr("P", d-1))
	case 14:
		return fmt.Sprintf("(- %s)", x())
	}
	return fmt.Sprintf("%s.X", g.expr("P", d-1))
}

// named returns an N, which wraps around: so that constants do not, where that is an
// error, some go through a function.
func (g *generator) named(d int) string {
	x := func() string { return g.expr("N", d-1) }
	return pick(g,
		fmt.Sprintf("(id(%s) %s %s)", x(), pick(g, "+", "-", "*", "^", "&^"), x()),
		fmt.Sprintf("N(id(%s))", g.expr("int", d-1)),
		fmt.Sprintf("%s.Twice()", x()),
		fmt.Sprintf("(id(%s) << uint(%s & 15))", x(), g.expr("int", d-1)),
		fmt.Sprintf("(%s / (%s | 1))", x(), x()),
		fmt.Sprintf("sum(%s, 2)", x()),
		fmt.Sprintf("max(%s, 5)", x()),
		fmt.Sprintf("%s[\"a\"]", g.expr("map[string]N", d-1)),
		fmt.Sprintf("(^%s)", x()),
		"N(1 << 3)")
}

func (g *generator) float(d int) string {
	x := func() string { return g.expr("float64", d-1) }
	return pick(g,
		fmt.Sprintf("(%s %s %s)", x(), pick(g, "+", "-", "*"), x()),
		fmt.Sprintf("float64(%s)", g.expr("int", d-1)),
		fmt.Sprintf("(%s / 4)", x()),
		fmt.Sprintf("float64(%s & 1023) / 3", g.expr("int", d-1)),
		fmt.Sprintf("max(%s, 1)", x()),
		fmt.Sprintf("real(complex(%s, 2))", x()))
}

func (g *generator) text(d int) string {
	x := func() string { return g.expr("string", d-1) }
	switch g.IntN(9) {
	case 0:
		return fmt.Sprintf("(%s + %s)", x(), x())
	case 1:
		return fmt.Sprintf("fmt.Sprint(%s)", g.expr(pick(g, "int", "N", "S", "float64", "P", "[]N"), d-1))
	case 2:
		return fmt.Sprintf("string(%s)", g.expr("S", d-1))
	case 3:
		return fmt.Sprintf("kind(%s)", g.expr("any", d-1))
	case 4:
		return fmt.Sprintf("%s.Name()", g.expr("I", d-1))
	case 5:
		return fmt.Sprintf("strings.ToUpper(%s)", x())
	case 6:
		return fmt.Sprintf("fmt.Sprintf(%q, %s)", pick(g, "%T", "%v", "%+v", "%#v"), g.expr(pick(g, "N", "P", "[]N", "map[string]N", "E"), d-1))
	case 7:
		return fmt.Sprintf("variadic(%s, %s, %s)", x(), g.expr(pick(g, "int", "P", "S", "[]int", "[2]int"), d-1), g.expr("N", d-1))
	}
	return fmt.Sprintf("string([]rune(%s)[:1])", `"`+g.word()+`" + `+x())
}

func (g *generator) boolean(d int) string {
	t := pick(g, "int", "N", "string", "float64", "S")
	switch g.IntN(7) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", g.expr(t, d-1), pick(g, "<", "<=", ">", ">=", "==", "!="), g.expr(t, d-1))
	case 1:
		return fmt.Sprintf("(%s %s %s)", g.expr("bool", d-1), pick(g, "&&", "||", "==", "!="), g.expr("bool", d-1))
	case 2:
		return fmt.Sprintf("(%s %s %s)", g.expr("P", d-1), pick(g, "==", "!="), g.expr("P", d-1))
	case 3:
		return fmt.Sprintf("(%s == %s)", g.expr("any", d-1), g.expr("any", d-1))
	case 4:
		return fmt.Sprintf("(%s == any(%s))", g.expr("any", d-1), g.expr(t, d-1))
	case 5:
		return fmt.Sprintf("errors.Is(%s, E{%d})", g.expr("error", d-1), g.IntN(3))
	}
	return "!" + g.expr("bool", d-1)
}

func (g *generator) boxed(d int) string {
	t := pick(g, "int", "N", "S", "string", "float64", "P", "E", "bool", "I", "error", "[2]int")
	return "any(" + g.expr(t, d-1) + ")"
}

// composite returns a value of a type that is built of others.
func (g *generator) composite(typ string, d int) string {
	some := func(elem string) string {
		var list []string
		for range g.IntN(4) {
			list = append(list, g.expr(elem, d-1))
		}
		return strings.Join(list, ", ")
	}
	switch typ {
	case "P":
		return g.structLiteral(d)
	case "[]int", "[]N", "[]any", "[]P", "[]I", "[]S":
		return typ + "{" + some(typ[2:]) + "}"
	case "[2]int":
		return fmt.Sprintf("[2]int{%s, %s}", g.expr("int", d-1), g.expr("int", d-1))
	case "map[string]N":
		return fmt.Sprintf("map[string]N{\"a\": %s, %q: %s}", g.expr("N", d-1), g.word(), g.expr("N", d-1))
	case "I":
		return pick(g, "I(A("+g.expr("int", d-1)+"))", "I(&B{"+g.expr("int", d-1)+"})", "I(C(twice))", "I(D{&B{3}, \"z\"})", "I(&D{&B{4}, \"\"})")
	case "error":
		return pick(g, fmt.Sprintf("error(E{%d})", g.IntN(3)), fmt.Sprintf("error(&X{%q, E{%d}})", g.word(), g.IntN(3)),
			fmt.Sprintf("fmt.Errorf(\"w: %%w\", E{%d})", g.IntN(3)), "errors.Join(E{1}, &X{\"j\", E{2}})")
	case "E":
		return fmt.Sprintf("(E{%d})", g.IntN(3))
	case "F":
		return g.literal("F")
	case "Q":
		p := g.structLiteral(d)
		if g.shape.pointer {
			p = "&" + p
		}
		return fmt.Sprintf("Q{P: %s, L: %s, V: %s, Err: %s}", p, g.expr("[]N", d-1), g.expr("any", d-1), g.expr("error", d-1))
	}
	panic("gen: no value of type " + typ)
}

func (g *generator) structLiteral(d int) string {
	fields := []string{"X: " + g.expr("int", d-1)}
	for _, f := range g.shape.fields {
		if g.chance(70) {
			fields = append(fields, f.name+": "+g.expr(f.typ, d-1))
		}
	}
	return "(P{" + strings.Join(fields, ", ") + "})"
}
