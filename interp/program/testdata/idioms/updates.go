// Updates of elements, fields and what pointers lead to, by values of each kind: the calls in
// a value are made, also where the place panics.
package main

import (
	"fmt"
	"io"
	"os"
)

type point struct {
	N int
	F float64
	S string
	L []float64
}

func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(r)
		}
	}()
	f()
}

func main() {
	a, b, n := []int{1, 2}, []int{3, 4}, 5
	f, g := []float64{1, 2}, []float64{3, 4}
	s, r := []string{"a", "b"}, []string{"c", "d"}
	p, q, none := &point{2, 2.5, "p", []float64{1}}, &point{3, 3.5, "q", []float64{2}}, (*point)(nil)
	m, h, w := map[string]int{"k": 7}, map[string]float64{"k": 7.5}, map[string]string{"k": "w"}
	text, x := "text", 1.5
	px, pn := &x, &n

	a[0] += b[1]
	a[1] -= int(f[1])
	f[0] *= g[1]
	f[1] -= -g[0]
	f[1] += float64(b[0])
	s[0] += r[1]
	p.N += q.N
	p.F /= q.F
	p.S += q.S
	p.L[0] += q.L[0]
	p.L[0] += p.F * q.F
	a[0] += p.N
	f[0] += p.F
	s[1] += p.S
	a[1] += m["k"]
	f[1] += h["k"]
	s[1] += w["k"]
	m["k"] += a[0]
	h["k"] += f[0]
	w["k"] += s[0]
	*px += f[0]
	f[0] += *px
	*pn += a[0]
	a[0] += *pn
	a[0] += b[0] / b[1]
	a[0] += b[0] << 2
	a[0] += len(text)
	u := []byte{1}
	u[0] += text[2]
	u[0] ^= u[0] >> 1
	fmt.Println(a, b, f, g, s, r, *p, *q, m, h, w, x, n, u)

	n = 5
	try(func() { a[0] += b[n+1] })
	try(func() { p.N += none.N })
	try(func() { zero := 0; a[0] += 1 / zero })
	try(func() { u[0] += text[n] })
	try(func() { m["k"] += a[n] })
	try(func() { a[n] += m["k"] })
	told := func(i int) int { fmt.Println("told", i); return i }
	try(func() { none.N += 1 + told(1) })
	try(func() { u[9] += uint8(told(2)) })
	try(func() { none.N += told(3) * told(4) })
	try(func() { a[n] += b[told(1)] })
	try(func() { a[n] += len(fmt.Sprint(told(5))) })
	fmt.Println(a, f, s, *p, m, u)

	var out io.Writer = os.Stdout
	list := []any{1, "a", p.N}
	fmt.Fprintln(out, list...)
}
