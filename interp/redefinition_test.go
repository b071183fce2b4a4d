package interp

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A world is what a session is said to mean: names, and what they stand for.
// It is made by edits and reruns of declarations, in any order.
type world struct {
	vars  map[string]*place // by name; a new declaration is a new place where something holds the old one
	funcs map[string]function
	lits  map[string]*place // function literals, by name: what they have captured
	shape string            // of type T: the type of its field; empty: not declared
	verb  string            // what its method says; empty: it has none
	t     *string           // the variable t of type T
	held  *string           // the same in the variable i of an interface type
	heldT bool              // what i holds is of what T is now
	heldV string            // what the method of i says
}

// A place is a variable: an int or a string.
type place struct{ value any }

// A function returns what it reads, a variable or another function, and
// something more.
type function struct {
	result string // int or string
	reads  string
	cell   int
}

func typeOf(v any) string { return fmt.Sprintf("%T", v) }

// typ is the type of a name in an expression; empty if it has none.
func (w *world) typ(name string) string {
	if p := w.vars[name]; p != nil {
		return typeOf(p.value)
	}
	return w.funcs[name].result
}

// stale tells whether the body of a function does not check.
func (w *world) stale(name string) bool { return w.typ(w.funcs[name].reads) != w.funcs[name].result }

// call returns what a function returns, and the function that cannot be called.
func (w *world) call(name string) (v any, stale string) {
	f := w.funcs[name]
	if w.stale(name) {
		return nil, name
	}
	if p := w.vars[f.reads]; p != nil {
		v = p.value
	} else if v, stale = w.call(f.reads); stale != "" {
		return nil, stale
	}
	return plus(v), ""
}

// plus is what functions do with what they read.
func plus(v any) any {
	if n, ok := v.(int); ok {
		return n + 1
	}
	return v.(string) + "+"
}

// text writes the use of a name in an expression.
func (w *world) text(name string) string {
	if w.vars[name] != nil {
		return name
	}
	return name + "()"
}

func one(typ string) string {
	if typ == "int" {
		return " + 1"
	}
	return ` + "+"`
}

// edit draws a cell, changes the world as the cell should, and tells whether the
// cell is to be refused.
func (w *world) edit(r *rand.Rand, count int) (code string, refused bool) {
	v := fmt.Sprintf("v%d", r.IntN(3))
	f := fmt.Sprintf("f%d", r.IntN(3))
	value := any(r.IntN(100))
	if r.IntN(3) == 0 {
		value = strings.Repeat("s", 1+r.IntN(3))
	}
	switch r.IntN(10) {
	case 0, 1: // an initialiser
		if p := w.vars[v]; p != nil && typeOf(p.value) == typeOf(value) && !w.captured(p) {
			p.value = value
		} else {
			w.vars[v] = &place{value}
		}
		return fmt.Sprintf("%s := %#v", v, value), false
	case 2: // an assignment
		p := w.vars[v]
		if p == nil || typeOf(p.value) != typeOf(value) {
			return fmt.Sprintf("%s = %#v", v, value), true
		}
		p.value = value
		return fmt.Sprintf("%s = %#v", v, value), false
	case 3: // an initialiser from the variable's own old value
		p := w.vars[v]
		if p == nil {
			return v + " := " + v, true
		}
		next := plus(p.value)
		if w.captured(p) {
			w.vars[v] = &place{next}
		} else {
			p.value = next
		}
		return fmt.Sprintf("%s := %s%s", v, v, one(typeOf(next))), false
	case 4, 5: // a function of a variable, or of a function that comes before it
		reads := fmt.Sprintf("v%d", r.IntN(3))
		if n := int(f[1] - '0'); n > 0 && r.IntN(2) == 0 {
			reads = fmt.Sprintf("f%d", r.IntN(n))
		}
		result := []string{"int", "string"}[r.IntN(2)]
		code = fmt.Sprintf("func %s() %s { return %s%s }", f, result, w.text(reads), one(result))
		if w.typ(reads) != result {
			return code, true
		}
		old, ok := w.funcs[f]
		if !ok || old.result != result || old.reads != reads || w.stale(f) {
			w.funcs[f] = function{result, reads, count} // else it stays what it is, of the cell that it is of
		}
		return code, false
	case 6: // a literal that captures a variable
		p := w.vars[v]
		lit := "c" + v[1:]
		if p == nil {
			return fmt.Sprintf("%s := func() any { return %s }", lit, v), true
		}
		w.lits[lit] = p
		return fmt.Sprintf("%s := func() any { return %s }", lit, v), false
	case 7: // a type
		shape := []string{"int", "string"}[r.IntN(2)]
		if w.shape != shape {
			w.t, w.heldT = nil, false
		}
		w.shape, w.verb = shape, fmt.Sprintf("verb%d ", count)
		if w.heldT {
			w.heldV = w.verb
		}
		return fmt.Sprintf("type T struct { N %s }\nfunc (t T) M() string { return fmt.Sprint(%q, t.N) }", shape, w.verb), false
	case 8: // a method
		verb := fmt.Sprintf("again%d ", count)
		code = fmt.Sprintf("func (t T) M() string { return fmt.Sprint(%q, t.N) }", verb)
		if w.shape == "" {
			return code, true
		}
		w.verb = verb
		if w.heldT {
			w.heldV = verb
		}
		return code, false
	default: // values of the type
		code = "t := T{N: 5}\nvar i interface{ M() string } = t"
		n := "5"
		if w.shape == "string" {
			code, n = "t := T{N: \"x\"}\nvar i interface{ M() string } = t", "x"
		}
		if w.shape == "" {
			return code, true
		}
		w.t, w.held, w.heldT, w.heldV = &n, &n, true, w.verb
		return code, false
	}
}

func (w *world) captured(p *place) bool {
	for _, q := range w.lits {
		if p == q {
			return true
		}
	}
	return false
}

// look is a cell that prints everything, and what it should print.
func (w *world) look() (code, want string) {
	var b, out strings.Builder
	say := func(expr, text string) {
		fmt.Fprintf(&b, "fmt.Println(%q, try(func() any { return %s }))\n", expr, expr)
		fmt.Fprintf(&out, "%s %s\n", expr, text)
	}
	for _, v := range []string{"v0", "v1", "v2"} {
		if p := w.vars[v]; p != nil {
			say(v, fmt.Sprint(p.value))
		}
	}
	for _, f := range []string{"f0", "f1", "f2"} {
		if _, ok := w.funcs[f]; !ok {
			continue
		}
		if v, stale := w.call(f); stale != "" {
			say(f+"()", fmt.Sprintf("%s of In[%d] no longer works", stale, w.funcs[stale].cell))
		} else {
			say(f+"()", fmt.Sprint(v))
		}
	}
	for _, c := range []string{"c0", "c1", "c2"} {
		if p := w.lits[c]; p != nil {
			say(c+"()", fmt.Sprint(p.value))
		}
	}
	if w.t != nil {
		say("t.M()", w.verb+*w.t)
	}
	if w.held != nil {
		say("i.M()", w.heldV+*w.held)
	}
	return b.String(), out.String()
}

// However declarations and initialisers are edited and run again, the session
// is what docs/cells.md says that it means.
func TestRedefinitions(t *testing.T) {
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			n := open(t)
			n.run("func try(f func() any) (v any) {\n\tdefer func() {\n\t\tif e := recover(); e != nil {\n\t\t\tv, _, _ = strings.Cut(fmt.Sprint(e), \" since\")\n\t\t}\n\t}()\n\treturn f()\n}")
			r := rand.New(rand.NewPCG(seed, 1))
			w := &world{vars: map[string]*place{}, funcs: map[string]function{}, lits: map[string]*place{}}
			var log []string
			for range 200 {
				code, refused := w.edit(r, n.count+1)
				log = append(log, code)
				o := n.run(code)
				if (o.failure != nil) != refused {
					t.Fatalf("%v\nafter\n%s", o.failure, tail(log))
				}
				look, want := w.look()
				if o = n.run(look); o.failure != nil || o.out != want {
					t.Fatalf("failure %v\ngot\n%swant\n%safter\n%s", o.failure, o.out, want, tail(log))
				}
				if w.t == nil && w.shape != "" {
					if o = n.run("t"); o.failure == nil {
						t.Fatalf("t is still there after\n%s", tail(log))
					}
				}
			}
		})
	}
}

func tail(log []string) string { return strings.Join(slices.Clone(log[max(0, len(log)-25):]), "\n") }
