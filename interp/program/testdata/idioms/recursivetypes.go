package main

import (
	"fmt"
	"math/rand/v2"
)

type node struct {
	kids [2]*node
	name string
}

type trie struct {
	next [26]*trie
	rows [2]struct {
		up   *trie
		list []trie
	}
	m   map[string]*trie
	end bool
}

type a struct{ bs [2]b }
type b struct {
	as [3]*a
	n  int
}

type gen struct {
	r   *rand.Rand
	src rand.Source
}

func main() {
	n := &node{name: "root"}
	n.kids[1] = &node{name: "kid"}
	fmt.Println(n.kids[1].name, n.kids[0] == nil, len(n.kids))
	t := &trie{}
	for _, c := range "abc" {
		t.next[c-'a'] = &trie{end: true}
	}
	t.rows[1].up = t
	t.rows[0].list = append(t.rows[0].list, trie{end: true})
	fmt.Println(t.next[2].end, t.rows[1].up.next[0].end, t.rows[0].list[0].end, t.next[3])
	var x a
	x.bs[1].n = 3
	x.bs[1].as[2] = &x
	fmt.Println(x.bs[1].as[2].bs[1].n)
	g := gen{rand.New(rand.NewPCG(1, 2)), rand.NewPCG(1, 2)}
	fmt.Println(g.r.IntN(100), g.src.Uint64())
	m := map[node]int{{name: "x"}: 1}
	fmt.Println(m[node{name: "x"}], *n == *n, *n == node{})
}
