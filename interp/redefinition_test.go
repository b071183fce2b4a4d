package interp

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A world is what a session is said to mean: names, and what they stand for.
// It is made by edits and reruns of declarations, in any order.
type world struct {
	names map[string]meaning   // v0 ...: variables, constants and types
	funcs map[string]*function // f0 ..., generic g0 ..., and q0 ... of a type
	lits  map[string]func() any
	held  map[string]hold
	shape string  // of type T: the type of its field; empty: not declared
	verb  string  // what its method says; empty: it has none
	t     *string // the variable t of type T
	i     *string // the same in the variable i of an interface type
	iNow  bool    // what i holds is of what T is now
	iVerb string  // what the method of i says
}

// A meaning is what a name stands for: a variable has a slot, a constant a value,
// a type a text. One that a failed cell has declared and given no value has none.
type meaning struct {
	slot  *slot
	value any
	typ   string
}

// A slot is where functions find a variable as long as it keeps its type; a place
// is one variable, which literals keep.
type slot struct{ now *place }

type place struct{ value any }

// A function returns what it reads, a variable, a constant or another function,
// and something more; or what a type is. Whoever holds it holds what it is as long
// as no other is declared under its name, and then what it was last.
type function struct {
	name   string
	kind   byte   // of its name
	result string // int or string
	reads  string
	cell   int
	last   func() any // what it does, since the edit before
}

// A fault is what the call of a function that does not check panics with.
type fault struct{ text string }

// A hold is something that holds a function: how it is called.
type hold struct {
	call string
	f    *function
}

func typeOf(v any) string { return fmt.Sprintf("%T", v) }

// typ is the type of a name in an expression; empty if it has none.
func (w *world) typ(name string) string {
	if f := w.funcs[name]; f != nil {
		return f.result
	}
	switch m := w.names[name]; {
	case m.slot != nil:
		return typeOf(m.slot.now.value)
	case m.value != nil:
		return typeOf(m.value)
	}
	return ""
}

// checks reports whether the body of a function does.
func (w *world) checks(f *function) bool {
	switch f.kind {
	case 'q':
		return w.names[f.reads].typ != ""
	case 'g':
		return w.typ(f.reads) != ""
	}
	return w.typ(f.reads) == f.result
}

// does is what a function does as the names are now.
func (w *world) does(f *function) func() any {
	m, inner := w.names[f.reads], w.funcs[f.reads]
	if !w.checks(f) {
		text := fmt.Sprintf("%s of In[%d] no longer works", f.name, f.cell)
		if inner == nil && m == (meaning{}) {
			text = fmt.Sprintf("%s of In[%d] does not work", f.name, f.cell)
		}
		return func() any { return fault{text} }
	}
	read := func() any { return m.value }
	switch {
	case inner != nil:
		read = func() any { return inner.last() }
	case m.slot != nil:
		read = func() any { return m.slot.now.value }
	}
	return func() any {
		if f.kind == 'q' {
			return m.typ
		}
		v := read()
		if _, faulty := v.(fault); faulty {
			return v
		}
		if f.kind == 'g' {
			return fmt.Sprint("7 ", v)
		}
		return plus(v)
	}
}

// settle makes the functions that names stand for what they are now.
func (w *world) settle() {
	for _, f := range w.funcs {
		f.last = w.does(f)
	}
}

// plus is what functions do with what they read.
func plus(v any) any {
	if n, ok := v.(int); ok {
		return n + 1
	}
	return v.(string) + "+"
}

// text writes the use of a name in an expression.
func text(name string) string {
	if name[0] == 'f' {
		return name + "()"
	}
	return name
}

func one(typ string) string {
	if typ == "int" {
		return " + 1"
	}
	return ` + "+"`
}

// body writes the declaration of a function.
func (f *function) body() string {
	switch f.kind {
	case 'q':
		return fmt.Sprintf("func %s() string { var x %s; return fmt.Sprintf(\"%%T\", x) }", f.name, f.reads)
	case 'g':
		return fmt.Sprintf("func %s[X any](x X) string { return fmt.Sprintf(\"%%v %%v\", x, %s) }", f.name, text(f.reads))
	}
	return fmt.Sprintf("func %s() %s { return %s%s }", f.name, f.result, text(f.reads), one(f.result))
}

// declare makes an edit of a function. One in the words of the one before is that,
// as long as it checks.
func (w *world) declare(f *function) (code string, refused bool) {
	if !w.checks(f) {
		return f.body(), true
	}
	old := w.funcs[f.name]
	switch {
	case old != nil && old.body() == f.body() && w.checks(old):
		return f.body(), false
	case old != nil && old.body() == f.body():
		old.cell = f.cell
		return f.body(), false
	}
	w.funcs[f.name] = f
	return f.body(), false
}

// edit draws a cell, changes the world as the cell should, and reports whether the
// cell is to be refused, or fails.
func (w *world) edit(r *rand.Rand, count int) (code string, refused bool) {
	n := r.IntN(3)
	v, f := fmt.Sprintf("v%d", n), fmt.Sprintf("f%d", n)
	value := any(r.IntN(100))
	if r.IntN(3) == 0 {
		value = strings.Repeat("s", 1+r.IntN(3))
	}
	slot := w.names[v].slot
	if slot != nil && r.IntN(3) > 0 && typeOf(slot.now.value) != typeOf(value) {
		value = map[string]any{"int": 7, "string": "t"}[typeOf(slot.now.value)]
	}
	switch r.IntN(18) {
	case 0, 1: // an initialiser
		w.begin(v, value)
		return fmt.Sprintf("%s := %#v", v, value), false
	case 3: // an initialiser from the variable's own old value
		if w.typ(v) == "" {
			return v + " := " + v, true
		}
		old := w.names[v].value
		if slot != nil {
			old = slot.now.value
		}
		w.begin(v, plus(old))
		return fmt.Sprintf("%s := %s%s", v, v, one(typeOf(old))), false
	case 4, 5: // a function of a variable, or of a function that comes before it
		reads := fmt.Sprintf("v%d", r.IntN(3))
		if n > 0 && r.IntN(2) == 0 {
			reads = fmt.Sprintf("f%d", r.IntN(n))
		}
		return w.declare(&function{name: f, kind: 'f', result: []string{"int", "string"}[r.IntN(2)], reads: reads, cell: count})
	case 16: // an assignment by a literal that is called again and again
		lit := "c" + v[1:]
		if slot == nil {
			return v + " = " + v, true
		}
		kept := slot.now
		w.lits[lit] = func() any {
			kept.value = plus(kept.value)
			return kept.value
		}
		return fmt.Sprintf("%s := func() any { %s = %s%s; return %s }", lit, v, v, one(typeOf(kept.value)), v), false
	case 2, 17: // an assignment
		code = fmt.Sprintf("%s = %#v", v, value)
		if slot == nil || typeOf(slot.now.value) != typeOf(value) {
			return code, true
		}
		slot.now.value = value
		return code, false
	case 6: // a literal that captures a variable
		lit := "c" + v[1:]
		code = fmt.Sprintf("%s := func() any { return %s }", lit, v)
		if w.typ(v) == "" {
			return code, true
		}
		w.lits[lit] = func() any { return value }
		value = w.names[v].value
		if slot != nil {
			kept := slot.now
			w.lits[lit] = func() any { return kept.value }
		}
		return code, false
	case 7: // a type
		shape := []string{"int", "string"}[r.IntN(2)]
		if w.shape != shape {
			w.t, w.iNow = nil, false
		}
		w.shape = shape
		w.say(fmt.Sprintf("verb%d ", count))
		return fmt.Sprintf("type T struct { N %s }\nfunc (t T) M() string { return fmt.Sprint(%q, t.N) }", shape, w.verb), false
	case 8: // a method
		verb := fmt.Sprintf("again%d ", count)
		code = fmt.Sprintf("func (t T) M() string { return fmt.Sprint(%q, t.N) }", verb)
		if w.shape == "" {
			return code, true
		}
		w.say(verb)
		return code, false
	case 9: // values of the type
		code = "t := T{N: 5}\nvar i interface{ M() string } = t"
		n := "5"
		if w.shape == "string" {
			code, n = "t := T{N: \"x\"}\nvar i interface{ M() string } = t", "x"
		}
		if w.shape == "" {
			return code, true
		}
		w.t, w.i, w.iNow, w.iVerb = &n, &n, true, w.verb
		return code, false
	case 10: // a constant
		w.names[v] = meaning{value: value}
		return fmt.Sprintf("const %s %T = %#v", v, value, value), false
	case 11: // a type, or another name of one, in the place of a variable
		if r.IntN(2) == 0 {
			w.names[v] = meaning{typ: "main." + v}
			return fmt.Sprintf("type %s %T", v, value), false
		}
		w.names[v] = meaning{typ: typeOf(value)}
		return fmt.Sprintf("type %s = %T", v, value), false
	case 12: // a function of a type, or a generic one of what there is
		kind := "gq"[r.IntN(2)]
		return w.declare(&function{name: fmt.Sprintf("%c%d", kind, n), kind: kind, result: "string", reads: fmt.Sprintf("v%d", r.IntN(3)), cell: count})
	case 13, 14: // something that holds a function
		return w.keep(r, n)
	default: // a cell that fails before it gives a variable a value
		if slot == nil || typeOf(slot.now.value) != typeOf(value) {
			w.names[v] = meaning{}
		}
		return fmt.Sprintf("panic(1)\n%s := %#v", v, value), true
	}
}

// begin makes a name that of a variable.
func (w *world) begin(v string, value any) {
	if s := w.names[v].slot; s != nil && typeOf(s.now.value) == typeOf(value) {
		s.now = &place{value}
		return
	}
	w.names[v] = meaning{slot: &slot{&place{value}}}
}

// say gives T a method.
func (w *world) say(verb string) {
	w.verb = verb
	if w.iNow {
		w.iVerb = verb
	}
}

// keep draws a cell that puts a function somewhere.
func (w *world) keep(r *rand.Rand, n int) (code string, refused bool) {
	kind := "ffgq"[r.IntN(4)]
	name, to := fmt.Sprintf("%c%d", kind, n), fmt.Sprintf("h%d", r.IntN(4))
	f := w.funcs[name]
	args := ""
	if kind == 'g' {
		args = "7"
	}
	h := hold{to + "(" + args + ")", f}
	value, typ := name, "func() string"
	switch {
	case kind == 'g':
		value, typ = name+"[int]", "func(int) string"
	case f != nil:
		typ = "func() " + f.result
	}
	code = to + " := " + value
	switch r.IntN(6) {
	case 0:
		h.call = to + `["f"](` + args + ")"
		code = fmt.Sprintf("%s := map[string]%s{\"f\": %s}", to, typ, value)
	case 1:
		h.call = to + "[0].f(" + args + ")"
		code = fmt.Sprintf("%s := []struct{ f %s }{{%s}}", to, typ, value)
	case 2:
		h.call = to + "()"
		code = fmt.Sprintf("%s := func() any { return %s(%s) }", to, name, args)
	case 3:
		h.call = to + "()()"
		code = fmt.Sprintf("%s := func() func() any { return func() any { return %s(%s) } }", to, name, args)
	case 4:
		h.call = fmt.Sprintf("func() any { %s <- nil; return <-%s }()", to, to)
		code = fmt.Sprintf("%s := make(chan any)\ngo func() { for range %s { %s <- try(func() any { return %s(%s) }) } }()", to, to, to, name, args)
	}
	if f == nil {
		return code, true
	}
	w.held[to] = h
	return code, false
}

// look is a cell that prints everything, and what it should print.
func (w *world) look() (code, want string) {
	var b, out strings.Builder
	say := func(expr string, v any) {
		if f, ok := v.(fault); ok {
			v = f.text
		}
		fmt.Fprintf(&b, "fmt.Println(%q, try(func() any { return %s }))\n", expr, expr)
		fmt.Fprintf(&out, "%s %v\n", expr, v)
	}
	for _, v := range slices.Sorted(maps.Keys(w.names)) {
		if m := w.names[v]; m.slot != nil {
			say(v, m.slot.now.value)
		} else if m.value != nil {
			say(v, m.value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.funcs)) {
		expr := name + "()"
		if name[0] == 'g' {
			expr = name + "(7)"
		}
		say(expr, w.funcs[name].last())
	}
	for _, c := range slices.Sorted(maps.Keys(w.lits)) {
		say(c+"()", w.lits[c]())
	}
	for _, h := range slices.Sorted(maps.Keys(w.held)) {
		say(w.held[h].call, w.held[h].f.last())
	}
	if w.t != nil {
		say("t.M()", w.verb+*w.t)
	}
	if w.i != nil {
		say("i.M()", w.iVerb+*w.i)
	}
	return b.String(), out.String()
}

// However declarations and initialisers are edited and run again, the session
// is what docs/cells.md says that it means.
func TestRedefinitions(t *testing.T) {
	for _, seed := range sample([]uint64{0, 1, 2, 3}) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			n := open(t)
			n.run("func try(f func() any) (v any) {\n\tdefer func() {\n\t\tif e := recover(); e != nil {\n\t\t\ts, _, _ := strings.Cut(fmt.Sprint(e), \" since\")\n\t\t\tv, _, _ = strings.Cut(s, \":\")\n\t\t}\n\t}()\n\treturn f()\n}")
			r := rand.New(rand.NewPCG(seed, 1))
			w := &world{names: map[string]meaning{}, funcs: map[string]*function{}, lits: map[string]func() any{}, held: map[string]hold{}}
			var log []string
			for range 200 {
				code, fails := w.edit(r, n.count+1)
				w.settle()
				log = append(log, fmt.Sprintf("In[%d]: %s", n.count+1, code))
				o := n.run(code)
				if (o.failure != nil) != fails {
					t.Fatalf("%v\nafter\n%s", o.failure, tail(log))
				}
				look, want := w.look()
				o = n.run(look)
				if o.failure != nil || o.out != want {
					t.Fatalf("failure %v\ngot\n%swant\n%safter\n%s", o.failure, o.out, want, tail(log))
				}
				if w.t == nil && w.shape != "" {
					o = n.run("t")
					if o.failure == nil {
						t.Fatalf("t is still there after\n%s", tail(log))
					}
				}
			}
		})
	}
}

func tail(log []string) string { return strings.Join(slices.Clone(log[max(0, len(log)-25):]), "\n") }
