package gen

// closures makes functions that keep variables, in loops mostly, and calls them.
func (g *generator) closures() {
	fs, i, own := g.name("fs"), g.name("i"), g.name("o")
	g.line("var %s []func() int", fs)
	loop := pick(g, "for %[1]s := 0; %[1]s < 3; %[1]s++ {", "for %s := range 3 {", "for _, %s := range []int{4, 5} {", "for %s := range count(3) {")
	g.line(loop, i)
	g.function(func() {
		g.line("%s := %s * 10", own, i)
		g.line("%s = append(%s, func() int { %s++; return %s + %s })", fs, fs, own, own, i)
		if g.chance(30) && loop[4:6] == "%[" {
			g.line("if %s == 1 { continue }", i)
		}
		if g.chance(30) {
			g.line("defer func() { fmt.Println(\"leave\", %s, %s) }()", i, own)
		}
	})
	g.line("}")
	g.line("for _, f := range %s { fmt.Print(f(), f(), \" \") }\nfmt.Println()", fs)
	if v := g.variable("int"); v != "" {
		f := g.name("f")
		g.line("%s := func(n int) int { %s += n; return %s }", f, v, v)
		g.line("%s(2)\nfmt.Println(%s(3))", f, f)
	}
}

// deferred writes a function with deferred calls and a named result.
func (g *generator) deferred() {
	f := g.name("d")
	g.line("%s := func(n int) (res int, err error) {", f)
	g.function(func() {
		g.vars = append(g.vars, variable{"n", "int"}, variable{"res", "int"})
		g.line("defer func() {\nif r := recover(); r != nil { err = fmt.Errorf(\"got %%v\", r) }\nres += n\n}()")
		g.line("defer fmt.Println(\"deferred\", %s, n)", g.expr("int", 2))
		if g.chance(50) {
			p := g.name("p")
			g.line("%s := %s", p, g.composite("P", 1))
			g.line("defer fmt.Println(%s.Get())\ndefer %s.Set(7)\n%s.X = 9", p, p, p)
		}
		g.line("for i := range 2 {\ndefer func() { res = res*2 + i }()\n}")
		g.block(2)
		if g.chance(60) {
			g.line("if n > 1 { panic(%s) }", g.expr(pick(g, "string", "int", "error", "E", "N"), 1))
		}
		g.line("return %s, nil", g.expr("int", 2))
	})
	g.line("}")
	g.line("fmt.Println(%s(1))\nfmt.Println(%s(2))", f, f)
}

// failing makes errors of the runtime, one in each.
func (g *generator) failing() {
	g.line("protect(func() {")
	g.function(func() {
		n := g.name("n")
		g.line("%s := %d", n, 3+g.IntN(4))
		g.line(pick(g,
			"fmt.Println([]int{1, 2}[%s])",
			"s := []int{1, 2}; s[%s] = 1",
			"fmt.Println(\"abc\"[%s])",
			"fmt.Println([3]int{}[%s])",
			"fmt.Println([]int{1}[%s:])",
			"fmt.Println(\"ab\"[:%s])",
			"fmt.Println(10 / (%[1]s - %[1]s))",
			"var m map[string]int; m[\"a\"] = %s",
			"var p *P; fmt.Println(p.X, %s)",
			"var i I; fmt.Println(i.M(%s))",
			"var x any = %s; fmt.Println(x.(string))",
			"var x any = N(%s); fmt.Println(x.(P))",
			"var x any = N(%s); fmt.Println(x.(I))",
			"c := make(chan int); close(c); if %s > 0 { close(c) }",
			"fmt.Println(len(make([]int, 1-%s)))",
			"fmt.Println([4]int([]int{%s}))",
			"m := map[any]int{}; m[[]int{%s}] = 1",
			"panic(fmt.Errorf(\"own %%d\", %s))",
			"panic(E{%s})"), n)
	})
	g.line("})")
}

// methods takes methods as values and expressions.
func (g *generator) methods() {
	p, f, h := g.name("p"), g.name("f"), g.name("h")
	g.line("%s := %s", p, g.composite("P", 1))
	g.line("%s, %s := %s.Get, %s.Set", f, h, p, p)
	g.line("%s(5)\nfmt.Println(%s(), %s.X, P.Get(%s))", h, f, p, p)
	i := g.name("i")
	g.line("var %s I = %s", i, g.composite("I", 1))
	g.line("m%s := %s.M", i, i)
	g.line("%s = A(1)\nfmt.Println(m%s(2), I.M(%s, 3), %s.Name())", i, i, i, i)
	if g.chance(50) {
		q := g.name("q")
		g.line("%s := %s", q, g.composite("Q", 1))
		g.line("%s.Set(4)\nfmt.Println(%s.Get(), %s.X, %s.P.X)", q, q, q, q)
	}
}

// collection works on slices and maps.
func (g *generator) collection() {
	s, t := g.name("s"), g.name("t")
	elem := pick(g, "int", "N", "S", "P")
	g.line("%s := []%s{%s, %s, %s}", s, elem, g.expr(elem, 1), g.expr(elem, 1), g.expr(elem, 1))
	switch g.IntN(4) {
	case 0:
		g.line("%s := append(%s[:1], %s)", t, s, g.expr(elem, 1))
		g.line("fmt.Println(%s, %s, len(%s), cap(%s))", s, t, t, t)
	case 1:
		g.line("%s := %s[1:2:2]\n%s = append(%s, %s...)\nfmt.Println(%s, %s)", t, s, t, t, s, s, t)
	case 2:
		g.line("%s := map[%s]int{}\nfor _, v := range %s { %s[v]++ }\nfmt.Println(len(%s) > 0, %s[%s[0]])", t, elem, s, t, t, t, s)
		g.line("delete(%s, %s[0])\nclear(%s)\nfmt.Println(len(%s))", t, s, t, t)
	default:
		g.line("%s := make([]%s, 2)\nfmt.Println(copy(%s, %s), %s)", t, elem, t, s, t)
		g.line("%s[0], %s[1] = %s[1], %s[0]\nfmt.Println(%s)", t, t, t, t, t)
	}
	if elem == "int" || elem == "N" {
		g.line("sort.Slice(%s, func(i, j int) bool { return %s[i] < %s[j] })\nfmt.Println(%s)", s, s, s, s)
	}
}

func (g *generator) pointers() {
	p, q := g.name("p"), g.name("q")
	g.line("%s := &%s", p, g.composite("P", 1))
	g.line("%s := %s\n%s.X = %s\nfmt.Println(%s.X, %s == %s, *%s == *%s)", q, p, q, g.expr("int", 1), p, p, q, p, q)
	g.line("c%s := *%s\nc%s.X++\nfmt.Println(c%s == *%s)", p, p, p, p, p)
	if v := g.variable("int"); v != "" {
		g.line("i%s := &%s\n*i%s += 3\nfmt.Println(%s)", p, v, p, v)
	}
	g.line("var ps%s []*int\nfor i := 0; i < 3; i++ { ps%s = append(ps%s, &i) }\nfor _, x := range ps%s { fmt.Print(*x, \" \") }\nfmt.Println()", p, p, p, p)
}

// concurrent runs goroutines whose order does not matter.
func (g *generator) concurrent() {
	c := g.name("c")
	switch g.IntN(4) {
	case 0:
		g.line("var wg%s sync.WaitGroup\nout%s := make([]int, 3)", c, c)
		g.line("for i := %s {\nwg%s.Add(1)\ngo func() {\ndefer wg%s.Done()\nout%s[i] = i + %s\n}()\n}", pick(g, "0; i < 3; i++", "range 3"), c, c, c, g.expr("int", 1))
		g.line("wg%s.Wait()\nfmt.Println(out%s)", c, c)
	case 1:
		elem := pick(g, "int", "N", "P", "any", "error", "I")
		g.line("%s := make(chan %s, 2)", c, elem)
		g.line("go func(first %s) {\ndefer close(%s)\n%s <- first\n%s <- %s\n}(%s)", elem, c, c, c, g.expr(elem, 1), g.expr(elem, 1))
		g.line("for v := range %s { fmt.Println(kind(v)) }", c)
	case 2:
		g.line("%s := make(chan N, 1)\nfor i := range 3 {\nselect {\ncase %s <- N(i):\nfmt.Print(\"sent \")\ncase v, ok := <-%s:\nfmt.Print(v, ok, \" \")\n}\n}\nfmt.Println()", c, c, c)
	default:
		g.line("%s := make(chan string)\ngo func() {\ndefer func() { %s <- fmt.Sprint(recover()) }()\nvar m map[string]int\nm[\"x\"] = %s\n}()\nfmt.Println(<-%s)", c, c, g.expr("int", 1), c)
	}
}

// iterator ranges over functions, and leaves their bodies in all ways.
func (g *generator) iterator() {
	f, v := g.name("it"), g.name("v")
	g.line("%s := func() (string, int) {", f)
	g.function(func() {
		g.line("total := 0\nouter:\nfor %s := range count(4) {\nif total > 500 { break outer }", v)
		g.line("for j := range count(3) {\nif j == %d { %s }\ntotal += %s*10 + j\n}", g.IntN(4), pick(g, "break", "continue", "continue outer", "break outer", "return \"returned\", total"), v)
		if g.chance(40) {
			g.line("defer fmt.Println(\"out of\", %s)", v)
		}
		g.line("}\nif total < 0 { goto end }\nend:\nreturn \"ended\", total")
	})
	g.line("}\nfmt.Println(%s())", f)
	list := g.name("g")
	g.line("%s := (&G[N]{}).Push(%s, %s)", list, g.expr("N", 1), g.expr("N", 1))
	g.line("for i, x := range %s.All { fmt.Print(i, x.Twice(), \" \") }\nfmt.Println(%s.Len())", list, list)
}

// generic uses generic functions and types, with types of the program and local
// ones.
func (g *generator) generic() {
	x := g.name("x")
	g.line("type T%s struct{ A %s }", x, pick(g, "int", "N", "string", "[]N"))
	g.line("%s := (&G[T%s]{}).Push(T%s{}).Push()", x, x, x)
	g.line("fmt.Printf(\"%%v %%+v %%d\\n\", *%s, %s.list, %s.Len())", x, x, x)
	elem := pick(g, "int", "N", "S", "P")
	g.line("fmt.Println(apply([]%s{%s}, func(v %s) string { return kind(v) }))", elem, g.expr(elem, 2), elem)
	g.line("fmt.Println(index([]%s{%s, %s}, %s), sum(1.5, 2), sum(%s))", elem, g.expr(elem, 1), g.expr(elem, 1), g.expr(elem, 1), g.expr("N", 1))
	g.line("fmt.Printf(\"%%T %%T\\n\", G[%s]{}, apply[N, %s])", elem, elem)
}

func (g *generator) errorValues() {
	e := g.name("e")
	g.line("var %s error = %s", e, g.composite("error", 1))
	g.line("var own%s E\nvar px%s *X", e, e)
	g.line("fmt.Println(errors.As(%s, &own%s), own%s.Code, errors.As(%s, &px%s), px%s != nil)", e, e, e, e, e, e)
	g.line("fmt.Println(%s, errors.Is(%s, E{1}), %s == error(E{1}), errors.Unwrap(%s) != nil)", e, e, e, e)
	g.line("fmt.Printf(\"%%v %%T\\n\", %s, %s)", e, e)
}

// jumps leaves loops by labels, and goes back.
func (g *generator) jumps() {
	l, i := g.name("l"), g.name("i")
	g.line("func() {")
	g.function(func() {
		g.line("%s := 0\n%s:\nfor a := 0; a < 3; a++ {\nfor b := range 3 {\nif b == a { %s %s }\n%s += a*3 + b\n}\n}\nfmt.Println(%s)", i, l, pick(g, "continue", "break"), l, i, i)
		g.line("n := 0\nagain:\nn++\nif n < %d { goto again }\nfmt.Println(n)", 1+g.IntN(4))
	})
	g.line("}()")
}
