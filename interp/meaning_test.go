package interp

import "testing"

// What a session means, as docs/cells.md says it.
var meanings = []script{
	{"types that refer to themselves", []step{
		{code: "type node struct { kids [2]*node; v int }"},
		{code: "n := node{v: 1}\nn.kids[1] = &node{v: 2}\nn.kids[1].kids[0] = &n\nfmt.Printf(\"%T %v %v %v\", n.kids, n.kids[1].v, n.kids[1].kids[0].v, n.kids[0] == nil)", out: "[2]*main.node 2 1 true"},
		{code: "node{v: 3}", result: "{kids:[<nil> <nil>] v:3}"},
		{code: "type all struct {\nm struct { a *all; b []all }\nf func(all, *all) [2]all\nc chan [2]*all\naa [2][3]*all\np *[2]all\ns [2][]all\nmm map[string][2]all\nl []struct{ x *all; y [2]map[int]*all }\n}"},
		{code: "var a all\na.f = func(x all, y *all) [2]all { return [2]all{x, *y} }\na.m.a = &a\na.m.b = []all{{}, {}}\na.aa[1][2] = &a\na.s[1] = append(a.s[1], all{})\na.mm = map[string][2]all{\"a\": {}}\na.l = append(a.l, struct{ x *all; y [2]map[int]*all }{x: &a})\na.l[0].y[1] = map[int]*all{1: &a}\na.c = make(chan [2]*all, 1)\na.c <- [2]*all{&a, nil}\nq := <-a.c"},
		{code: "fmt.Println(len(a.f(all{}, &a)[1].m.b), q[0] == &a, q[1] == nil, a.l[0].y[1][1] == &a, len(a.s[1]), len(a.mm[\"a\"]))", out: "2 true true true 1 2\n"},
		{code: "type x struct { b [2]*y }\ntype y struct { a [2]*x; c [1]z }\ntype z struct { x [1]struct { y []x; z [2]map[string]y } }\nfmt.Printf(\"%+v %T\", x{}, z{}.x)", out: "{b:[<nil> <nil>]} [1]struct { y []main.x; z [2]map[string]main.y }"},
		{code: "type F func(*S) F\ntype S struct { f F; g [2]F; h map[string]F; t T }\ntype T []T\nvar s S\ns.f = func(x *S) F { x.t = T{nil, nil}; return x.f }\ns.g[1] = s.f\nfmt.Println(s.g[1](&s) != nil, len(s.t))", out: "true 2\n"},
		{code: "type A [2]*A\ntype G func() H\ntype H []G\ntype I [2]G\nvar r A\nr[0] = &r\nvar i I\ni[1] = func() H { return H{i[0]} }\nfmt.Println(len(r[0][0]), len(i[1]()), len(i[:]))", out: "2 1 2\n"},
		{code: "type list[T any] struct { kids [2]*list[T]; v T }\nvar l list[int]\nl.kids[0] = &list[int]{v: 4}\nl.kids[0].v", result: "4"},
	}},
	{"other names of a type of an earlier cell", []step{
		{code: "type T struct{ n int }"},
		{code: "type A = T\ntype U T\ntype P = *A"},
		{code: "var a A = T{4}\nfunc (a A) M() int { return a.n }\nfunc (p P) Set(n int) { p.n = n }"},
		{code: "a.Set(5)\nfmt.Printf(\"%T %T %d\", a, U(a), a.M())", out: "main.T main.U 5"},
		{code: "type G[X any] struct{ v X }\nvar g G[T] = G[A]{a}\ng.v.n", result: "5"},
		{code: "func (t T) M() string { return \"again\" }\na.M()", result: "again"},
		{code: "type T struct{ n string }", err: "a: dropped when In[7] replaced its type A\ng: dropped when In[7] replaced its type G[T]\nT.Set of In[3] no longer works since In[7]: line 3: cannot use n (variable of type int) as string value in assignment\n"},
		{code: "A{\"a\"}.M()", result: "again"},
		{code: "type A A", fail: "In[9]:1:6: invalid recursive type: A refers to itself"},
		{code: "type T U", fail: "In[10]:1:6: invalid recursive type T (and 3 more)"},
		{code: "type A = float64\nA(2) / 4", result: "0.5", err: "T.Set: its declaration in In[3] no longer checks: cannot define new methods on non-local type A\n"},
	}},
	{"variables that are declared again", []step{
		{code: "x := 1\nfunc f() int { return x }\nc := func() int { return f() }\ng := f\nm := map[string]func() int{\"f\": f}\ntype S struct{ f func() int }\ns := S{f}"},
		{code: "x := 2\nfmt.Println(f(), c(), g(), m[\"f\"](), s.f())", out: "2 2 2 2 2\n"},
		{code: "d := func() int { x++; return x }\np := &x\nfunc make() func() int { return func() int { return x } }\nh := make()"},
		{code: "x := 5\nfmt.Println(f(), c(), g(), m[\"f\"](), s.f(), make()(), d(), *p, h(), x)", out: "5 5 5 5 5 5 3 3 3 5\n"},
		{code: "x := x + 1\nfmt.Println(f(), d(), *p)", out: "6 4 4\n"},
		{code: "k := func() int { return x }\nx := 7\nl := func() int { return x }\nfmt.Println(k(), l(), f())", out: "6 7 7\n"},
		{code: "i := 0\nfs := []func() int{}\nagain:\nv := i\nfs = append(fs, func() int { return v })\nif i++; i < 3 { goto again }\nfmt.Println(fs[0](), fs[1](), fs[2]())", out: "0 1 2\n"},
	}},
	{"what functions name changes its type or kind", []step{
		{code: "x := 1\nfunc f() float64 { return float64(x) * 2 }\nfunc n() int { return x }\ntype T struct{ v int }\nfunc (t T) M() int { return t.v + int(x) }\nfunc Sum[N int | float64](a ...N) (s N) { for _, v := range a { s += v * N(x) }; return s }"},
		{code: "g, m, c := n, []func() float64{f}, func() float64 { return f() }\nvar i interface{ M() int } = T{10}\nmv, lit := T{20}.M, func() int { return T{30}.M() }\nsum, keeps := Sum[int], func() int { return x }"},
		{code: "x := 2.5", err: "n of In[1] no longer works since In[3]: line 3: cannot use x (variable of type float64) as int value in return statement\n"},
		{code: "fmt.Println(f(), m[0](), c(), i.M(), mv(), lit(), sum(1, 2), Sum(1.0), keeps())", out: "5 5 5 12 22 32 6 2.5 1\n"},
		{code: "g()", fail: "In[1]:3: n of In[1] no longer works since In[3]: line 3: cannot use x (variable of type float64) as int value in return statement"},
		{code: "const x = 4\nfmt.Println(f(), n(), g(), m[0](), c(), i.M(), mv(), lit(), sum(1, 2), keeps())", out: "8 4 4 8 8 14 24 34 12 1\n"},
		{code: "x := uint8(3)\nfmt.Println(f(), m[0](), c(), i.M(), keeps())", out: "6 6 6 13 1\n", err: "n of In[1] no longer works since In[7]: line 3: cannot use x (variable of type uint8) as int value in return statement\n"},
		{code: "type x int\nfmt.Println(c())", err: "f of In[1] no longer works since In[8]: line 2: x (type) is not an expression\nn of In[1] no longer works since In[8]: line 3: x (type) is not an expression\nT.M of In[1] no longer works since In[8]: line 5: x (type) is not an expression\nSum of In[1] no longer works since In[8]: line 6: x (type) is not an expression\n", fail: "In[1]:2: f of In[1] no longer works since In[8]: line 2: x (type) is not an expression"},
	}},
	{"functions that are declared again", []step{
		{code: "x := 1\nfunc f() int { return x }\ng, c := f, func() int { return f() }\ntype T struct{}\nfunc (T) M() int { return x }\nvar i interface{ M() int } = T{}\nlit := func() int { return T{}.M() }"},
		{code: "func f() int { return x + 100 }\nfunc (T) M() int { return x + 200 }\nfmt.Println(f(), g(), c(), i.M(), lit())", out: "101 1 1 201 201\n"},
		{code: "x := 2\nfmt.Println(f(), g(), c(), i.M(), lit())", out: "102 2 2 202 202\n"},
		{code: "func f(n int) int { return n }\nfmt.Println(f(7), g(), c())", out: "7 2 2\n"},
		{code: "x := \"a\"\nfmt.Println(g(), c())", out: "2 2\n", err: "T.M of In[2] no longer works since In[5]: line 2: invalid operation: x + 200 (mismatched types string and untyped int)\n"},
	}},
	{"a generic function that no longer fits", []step{
		{code: "func help[T any](x T) T { return x }\nfunc Map[T any](x []T) []T { return []T{help(x[0])} }\nMap([]int{3})", result: "[3]"},
		{code: "old := Map[int]\nfunc help[T any](x T, n int) T { return x }", err: "Map of In[1] no longer works since In[2]: line 2: not enough arguments in call to help\n\thave (T)\n\twant (T, int)\n"},
		{code: "Map([]int{3})", fail: "In[1]:2: Map of In[1] no longer works since In[2]: line 2: not enough arguments in call to help\n\thave (T)\n\twant (T, int)"},
		{code: "func use() []string { return Map([]string{\"a\"}) }\nuse()", fail: "In[1]:2: Map of In[1] no longer works since In[2]: line 2: not enough arguments in call to help\n\thave (T)\n\twant (T, int)"},
		{code: "func help[T any](x T) T { return x }\nfmt.Println(Map([]int{3}), use(), old([]int{4}))", out: "[3] [a] [4]\n"},
	}},
	{"a goroutine in a function", []step{
		{code: "n, ask, told := 1, make(chan bool), make(chan string)\nfunc step(k int) int { return k + int(n) }\nfunc loop() {\n\tfor {\n\t\t<-ask\n\t\ttold <- fmt.Sprint(step(10), n)\n\t}\n}\ngo loop()"},
		{code: "n := 2\nask <- true\nfmt.Println(<-told)", out: "12 2\n"},
		{code: "n := 3.5\nask <- true\nfmt.Println(<-told)", out: "13 2\n"},
		{code: "go loop()\nask <- true\nask <- true\nfmt.Println(len(<-told) + len(<-told))", out: "10\n"},
	}},
	{"variables that a failed cell has given no value", []step{
		{code: "func boom() int { panic(\"boom\") }"},
		{code: "a := 1\nb := boom()\nc := []float64{1}\nfunc use() int { return len(c) }\ng := use", fail: "In[1]:1: boom"},
		{code: "a", result: "1", err: "use of In[2] does not work: line 4: undefined: c (In[2] declared c, but ended before giving it a value)\n"},
		{code: "stat.Mean(c, nil)", fail: "In[4]:1:11: undefined: c (In[2] declared c, but ended before giving it a value)"},
		{code: "b++", fail: "In[5]:1:1: undefined: b (In[2] declared b, but ended before giving it a value)"},
		{code: "use()", fail: "In[2]:4: use of In[2] does not work: line 4: undefined: c (In[2] declared c, but ended before giving it a value)"},
		{code: "c := []float64{1}\nuse()", result: "1"},
		{code: "a, z := func() (int, int) { return boom(), 2 }()", fail: "In[1]:1: boom"},
		{code: "a", result: "1"},
		{code: "z", fail: "In[10]:1:1: undefined: z (In[8] declared z, but ended before giving it a value)"},
		{code: "if a == 1 { return }\nw := 4"},
		{code: "w", fail: "In[12]:1:1: undefined: w (In[11] declared w, but ended before giving it a value)"},
		{code: "var q []int\nos.Exit(1)", fail: "In[13]: exit status 1"},
		{code: "q == nil", result: "true"},
		{code: "w := boom()", fail: "In[1]:1: boom"},
		{code: "w := w + 1", fail: "In[16]:1:6: undefined: w (In[15] declared w, but ended before giving it a value)"},
		{code: "w := 5\nw", result: "5"},
	}},
	{"a name means what it was until its variable has a value", []step{
		{code: "const x, y = 1, 2\nfunc f() int { return 10*x + y }\nfunc fx() int { return x }\ng := f\nlit := func() int { return f() }"},
		{code: "var x = f() + g() + lit()\nvar y = f() + fx()\nfmt.Println(x, y, f(), g(), lit())", out: "36 48 408 408 408\n"},
		{code: "const x = 5"},
		{code: "fmt.Println(f(), g())\nx := []int{f()}[7]", out: "98 98\n", fail: "In[4]:2: index out of range [7] with length 1"},
		{code: "g()", err: "f of In[1] does not work: line 2: undefined: x (In[4] declared x, but ended before giving it a value)\nfx of In[1] does not work: line 3: undefined: x (In[4] declared x, but ended before giving it a value)\n", fail: "In[1]:2: f of In[1] does not work: line 2: undefined: x (In[4] declared x, but ended before giving it a value)"},
		{code: "x := 7\nfmt.Println(f(), g(), lit(), fx())", out: "118 118 118 7\n"},
	}},
	{"a context that is left out after a reset", []step{
		{code: "1", result: "1"},
		{code: "%reset"},
		{code: "exec.CommandContext(\"true\").Args", result: "[true]"},
	}},
	{"a context that is left out after a replay", []step{
		{code: "1", result: "1"},
		{code: "%replay\nexec.CommandContext(\"true\").Args", out: "1 cell has been run again.\n", result: "[true]"},
	}},
}

func TestMeanings(t *testing.T) { play(t, meanings) }

func TestContextsAfterADeath(t *testing.T) {
	n := open(t)
	n.run("1")
	n.run("go func() { panic(1) }()\nselect {}")
	if o := n.run("exec.CommandContext(\"true\").Args"); o.result != "[true]" {
		t.Errorf("%+v, %v", o, o.failure)
	}
}
