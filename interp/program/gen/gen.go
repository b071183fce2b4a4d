// Package gen makes small typed Go programs at random, to compare what runs them:
// every program ends, prints the same in each run, and does nothing of which Go
// leaves the order or the result open.
package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Source returns the program of a seed. It consists of declarations and of parts,
// each a function that prints what panics it, if anything does.
func Source(seed uint64) string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0))}
	g.declarations()
	parts := 2 + g.IntN(4)
	for i := range parts {
		g.part(fmt.Sprintf("part%d", i))
	}
	g.line("func main() {")
	for i := range parts {
		g.line("protect(part%d)", i)
	}
	g.line("}")
	return head + g.out.String()
}

const head = `package main
import (
	"errors"
	"fmt"
	"runtime"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
)
var _, _, _, _, _, _ = errors.New, sort.Ints, strings.ToUpper, sync.OnceFunc, runtime.GC, atomic.AddInt64
func protect(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	f()
}
`

// A generator writes one program.
type generator struct {
	*rand.Rand
	out   strings.Builder
	vars  []variable // in scope, the innermost last
	names int
	depth int // of blocks
	loops int // around the place, in the same function
	shape shape
}

// A variable that expressions may use.
type variable struct{ name, typ string }

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.out, format+"\n", args...) }

// chance is true n times of a hundred.
func (g *generator) chance(n int) bool { return g.IntN(100) < n }

// pick returns one of its arguments.
func pick[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

// name makes a name that nothing else has.
func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

// variable returns one of a type, "" if there is none.
func (g *generator) variable(typ string) string {
	var have []string
	for _, v := range g.vars {
		if v.typ == typ {
			have = append(have, v.name)
		}
	}
	if len(have) == 0 {
		return ""
	}
	return pick(g, have...)
}

// declare brings a variable into scope; the program mentions it at once, so that it
// is never unused.
func (g *generator) declare(name, typ string) {
	g.line("_ = %s", name)
	g.vars = append(g.vars, variable{name, typ})
}

// inner writes the statements of a block or of a function literal, and restores the
// scope.
func (g *generator) inner(write func()) {
	n := len(g.vars)
	g.depth++
	write()
	g.depth--
	g.vars = g.vars[:n]
}

// function writes the body of a function literal: no loop around it can be left
// from there.
func (g *generator) function(write func()) {
	loops := g.loops
	g.loops = 0
	g.inner(write)
	g.loops = loops
}

// partHeads are the heads of the functions that the code of a part can stand in, with their ends.
var partHeads = [][2]string{
	{"func %s() {", "}"},
	{"var %s = func() {", "}"},
	{"var %s = []struct{ f func() }{{func() {", "}}}[0].f"},
	{"var %s = map[string]func(){\"f\": func() {", "}}[\"f\"]"},
	{"var %s = func(f func()) func() { return f }(func() {", "})"},
}

func (g *generator) part(name string) {
	head := partHeads[0]
	if g.chance(50) {
		head = pick(g, partHeads...)
	}
	g.line(head[0], name)
	g.inner(func() {
		for range 2 {
			g.newVariable()
		}
		for range 3 + g.IntN(5) {
			g.statement()
		}
		g.showAll()
	})
	g.line("%s", head[1])
}
