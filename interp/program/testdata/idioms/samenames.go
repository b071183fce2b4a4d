package main

import (
	crand "crypto/rand"
	"fmt"
	htmpl "html/template"
	"math/rand"
	randv2 "math/rand/v2"
	"os"
	"text/template"
)

type sim struct {
	r   *randv2.Rand
	src randv2.Source
	old *rand.Rand
}

type box struct {
	T *template.Template
	H *htmpl.Template
	P randv2.PCG
}

type node struct {
	next *node
	rs   []*randv2.Rand
	m    map[string]randv2.Source
}

type src struct{ n uint64 }

func (s *src) Uint64() uint64 { s.n += 7919; return s.n << 20 }

func draw(r *randv2.Rand) int { return r.IntN(100) }

func main() {
	s := sim{r: randv2.New(randv2.NewPCG(1, 2)), old: rand.New(rand.NewSource(3))}
	s.src = randv2.NewPCG(3, 4)
	fmt.Println(s.r.IntN(100), s.src.Uint64()%100, s.old.Intn(100), draw(s.r))
	s2 := sim{r: randv2.New(&src{5})}
	fmt.Println(s2.r.IntN(1000), s2.r.Float64())
	b := box{T: template.Must(template.New("a").Parse("{{.}}<\n")), H: htmpl.Must(htmpl.New("b").Parse("{{.}}<\n"))}
	b.T.Execute(os.Stdout, "<a>")
	b.H.Execute(os.Stdout, "<a>")
	n := node{rs: []*randv2.Rand{s.r}, m: map[string]randv2.Source{"x": &src{1}}}
	fmt.Println(n.rs[0].IntN(10), n.m["x"].Uint64())
	buf := make([]byte, 4)
	k, err := crand.Read(buf)
	fmt.Println(k, err)
	fmt.Printf("%T %T %T %T\n", s.r, s.src, s.old, b.T)
	fmt.Println(randv2.N(1), rand.Intn(1))
}
