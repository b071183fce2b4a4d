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
