package gen

// newVariable declares a variable of some type.
func (g *generator) newVariable() {
	typ := pick(g, "int", "int", "N", "S", "string", "bool", "float64", "P", "[]int", "[]N", "[2]int", "map[string]N", "any", "I", "error", "Q", "[]any")
	name := g.name("v")
	value := g.expr(typ, 2)
	if g.chance(50) {
		g.line("var %s %s = %s", name, typ, value)
	} else {
		g.line("%s := %s(%s)", name, conversion(typ), value)
	}
	g.declare(name, typ)
}

// conversion is a type as the function of a conversion.
func conversion(typ string) string { return "(" + typ + ")" }

// statement writes one of any kind.
func (g *generator) statement() {
	kinds := []func(){g.newVariable, g.assign, g.assign, g.show, g.show}
	if g.depth < 4 {
		kinds = append(kinds, g.branch, g.loop, g.loop, g.closures, g.deferred, g.switches, g.methods, g.collection,
			g.pointers, g.concurrent, g.failing, g.iterator, g.generic, g.errorValues, g.jumps, g.severalValues, g.corner, g.corner, g.lookups)
	}
	pick(g, kinds...)()
}

func (g *generator) block(n int) {
	g.inner(func() {
		for range 1 + g.IntN(n) {
			g.statement()
		}
	})
}

// assign changes a variable.
func (g *generator) assign() {
	switch g.IntN(6) {
	case 0, 1:
		for _, typ := range []string{"int", "N", "S", "string", "float64"} {
			if v := g.variable(typ); v != "" {
				g.line("%s += %s", v, g.expr(typ, 2))
				return
			}
		}
	case 2:
		if v := g.variable("int"); v != "" {
			g.line("%s%s", v, pick(g, "++", "--", " ^= 5", " <<= 1", " %= 100", " &^= 3"))
			return
		}
	case 3:
		if v := g.variable("P"); v != "" {
			g.line(pick(g, "%s.X = %s", "%s.Set(%s)", "(&%s).X += %s"), v, g.expr("int", 2))
			return
		}
	case 4:
		if v := g.variable("map[string]N"); v != "" {
			g.line("%s[%q] %s %s", v, g.word(), pick(g, "=", "+=", "*="), g.expr("N", 2))
			return
		}
	}
	for _, typ := range []string{"any", "I", "P", "[2]int", "[]N", "bool", "error"} {
		if v := g.variable(typ); v != "" && g.chance(60) {
			g.line("%s = %s", v, g.expr(typ, 2))
			return
		}
	}
	g.show()
}

// show prints values.
func (g *generator) show() {
	// Not of any, nor with all the structure of errors: there may be addresses in it.
	typ := pick(g, "int", "N", "S", "string", "bool", "float64", "P", "[]int", "[]N", "[2]int", "map[string]N", "[]P", "[]S", "E")
	switch g.IntN(4) {
	case 0:
		g.line("fmt.Println(%s, %s)", g.expr(typ, 3), g.expr("N", 2))
	case 1:
		g.line("fmt.Printf(\"%%v|%%+v|%%#v|%%T\\n\", %[1]s, %[1]s, %[1]s, %[1]s)", g.expr(typ, 2))
	case 2:
		g.line("fmt.Printf(\"%%v %%T\\n\", %s, %s)", g.expr("error", 2), g.expr("any", 2))
	default:
		g.line("fmt.Printf(\"%s %%s\\n\", %s, %s)", pick(g, "%d", "%5v", "%q", "%x", "%08d"), g.expr(pick(g, "int", "N"), 2), g.expr(pick(g, "string", "S"), 2))
	}
}

// showAll prints the variables in scope, of types that show no addresses.
func (g *generator) showAll() {
	for _, v := range g.vars {
		switch v.typ {
		case "I":
			g.line("fmt.Println(%q, %s.Name(), %s.M(1))", v.name, v.name, v.name)
		case "[]I":
		case "Q":
			g.line("fmt.Printf(\"%%v %%v %%T %%v\\n\", %[1]s.P.X, %[1]s.L, %[1]s.V, %[1]s.Err)", v.name)
		case "any", "[]any":
			g.line("fmt.Printf(\"%%T\\n\", %s)", v.name)
		default:
			g.line("fmt.Println(%q, %s)", v.name, v.name)
		}
	}
}

func (g *generator) branch() {
	name := g.name("c")
	g.line("if %s := %s; %s > %d {", name, g.expr("int", 2), name, g.IntN(6))
	g.inner(func() {
		g.declare(name, "int")
		g.block(2)
	})
	if g.chance(50) {
		g.line("} else if %s {", g.expr("bool", 2))
		g.block(2)
	}
	g.line("} else {")
	g.block(2)
	g.line("}")
}

// loop writes one of the loops, over few things.
func (g *generator) loop() {
	i, v := g.name("i"), g.name("w")
	elem := "int"
	switch g.IntN(7) {
	case 0, 1:
		g.line("for %s := 0; %s < %d; %s++ {", i, i, 1+g.IntN(3), i)
		v = ""
	case 2:
		g.line("for %s := range %d {", i, 1+g.IntN(3))
		v = ""
	case 3:
		elem = pick(g, "N", "int", "P", "any", "S")
		g.line("for %s, %s := range []%s{%s, %s} {", i, v, elem, g.expr(elem, 2), g.expr(elem, 2))
	case 4:
		g.line("for %s, %s := range %s {", i, v, g.expr("[2]int", 2))
	case 5:
		g.line("for %s, r := range %q {\n%s := string(r)", i, g.word(), v)
		elem = "string"
	default:
		g.line("for %s := range count(%d) {", i, 1+g.IntN(4))
		v = ""
	}
	g.inner(func() {
		g.loops++
		// What a loop counts is copied: the body must not change it.
		copied := g.name("k")
		g.line("%s := %s", copied, i)
		g.declare(copied, "int")
		if v != "" {
			g.declare(v, elem)
		}
		if g.chance(40) {
			g.line("if %s == %d { %s }", i, g.IntN(3), pick(g, "break", "continue"))
		}
		g.block(3)
		g.loops--
	})
	g.line("}")
}

func (g *generator) switches() {
	switch g.IntN(3) {
	case 0:
		g.line("switch %s & 3 {", g.expr("int", 2))
		g.line("case 0:")
		g.block(2)
		g.line(pick(g, "fallthrough", ""))
		g.line("case 1, 2:")
		g.block(2)
		g.line("default:")
		g.block(1)
	case 1:
		g.line("switch {\ncase %s:", g.expr("bool", 2))
		g.block(2)
		g.line("case id(%s):", g.expr("bool", 2))
		g.block(2)
	default:
		x := g.name("x")
		g.line("switch %s := %s.(type) {", x, g.expr("any", 2))
		for _, t := range []string{"int", "N", "P"} {
			g.line("case %s:", t)
			g.inner(func() {
				g.declare(x, t)
				g.block(1)
			})
		}
		g.line("case Extra:\nfmt.Println(%s.Extra())", x)
		g.line("case interface{ Name() string }:\nfmt.Println(%s.Name())", x)
		g.line("case error:\nfmt.Println(%s)", x)
		g.line("default:\nfmt.Printf(\"%%T\\n\", %s)", x)
	}
	g.line("}")
}

// severalValues assigns several at once.
func (g *generator) severalValues() {
	a, b := g.name("a"), g.name("b")
	switch g.IntN(3) {
	case 0:
		g.line("%s, %s := two(%s)", a, b, g.expr("int", 2))
		g.declare(a, "int")
		g.declare(b, "string")
	case 1:
		g.line("%s, %s := %s, %s", a, b, g.expr("int", 2), g.expr("int", 2))
		g.line("%s, %s = %s, %s+1", a, b, b, a)
		g.declare(a, "int")
		g.declare(b, "int")
	default:
		typ := pick(g, "N", "int", "P", "I", "error", "fmt.Stringer", "Extra")
		g.line("%s, %s := %s.(%s)", a, b, g.expr("any", 2), typ)
		g.line("_ = %s", a)
		g.declare(b, "bool")
		if typ == "I" {
			g.line("if %s { fmt.Println(%s.Name()) }", b, a)
		}
	}
}
