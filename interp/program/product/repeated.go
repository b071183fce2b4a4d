package product

import (
	"fmt"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"
)

// What is evaluated again in one frame, with another outcome, shows state that outlives
// an evaluation: a value that is not written on every way through.

// loops are the ways to repeat the statements $X. The number of the round is gRound, from
// 0 to 3.
var loops = []struct{ name, text string }{
	{"for", "for gRound = 0; gRound < 4; gRound++ {\n$X\n}"},
	{"for.variable", "for i := 0; i < 4; i++ {\ngRound = i\n$X\n}"},
	{"for.captured", "for i := 0; i < 4; i++ {\nf := func() int { return i }\ngRound = f()\n$X\n}"},
	{"for.condition", "for gRound < 4 {\n$X\ngRound++\n}"},
	{"for.ever", "for {\n$X\nif gRound++; gRound > 3 {\nbreak\n}\n}"},
	{"range.int", "for i := range 4 {\ngRound = i\n$X\n}"},
	{"range.rounds", "for range 4 {\n$X\ngRound++\n}"},
	{"range.slice", "for _, i := range []int{0, 1, 2, 3} {\ngRound = i\n$X\n}"},
	{"range.array", "for i := range [4]bool{} {\ngRound = i\n$X\n}"},
	{"range.string", "for i := range \"abcd\" {\ngRound = i\n$X\n}"},
	{"range.map", "for range map[int]bool{1: true, 2: true, 3: true, 4: true} {\n$X\ngRound++\n}"},
	{"range.channel", "rounds := chanOf(0, 1, 2, 3)\nclose(rounds)\nfor i := range rounds {\ngRound = i\n$X\n}"},
	{"range.func", "for i := range func(yield func(int) bool) { _ = yield(0) && yield(1) && yield(2) && yield(3) } {\ngRound = i\n$X\n}"},
	{"goto", "round:\n{\n$X\n}\nif gRound++; gRound < 4 {\ngoto round\n}"},
	{"goto.open", "round:\n$X\nif gRound++; gRound < 4 {\ngoto round\n}"},
	{"continue", "rounds:\nfor gRound < 4 {\nfor {\n$X\ngRound++\ncontinue rounds\n}\n}"},
	{"nested", "for range 2 {\nfor range 2 {\n$X\ngRound++\n}\n}"},
	{"switch", "for gRound < 4 {\nswitch {\ncase gRound >= 0:\n$X\n}\ngRound++\n}"},
	{"select", "for gRound < 4 {\nselect {\ndefault:\n$X\n}\ngRound++\n}"},
	{"twice", "for gRound < 4 {\n{\n$X\n}\ngRound++\n{\n$X\n}\ngRound++\n}"},
	{"recursion", "var round func()\nround = func() {\n$X\nif gRound++; gRound < 4 {\nround()\n}\n}\nround()"},
	{"called", "f := func() {\n$X\n}\nfor gRound = 0; gRound < 4; gRound++ {\nf()\n}"},
	{"deferred", "for gRound = 0; gRound < 4; gRound++ {\nfunc() {\ndefer func() {\n$X\n}()\n}()\n}"},
	{"goroutine", "for gRound = 0; gRound < 4; gRound++ {\ndone := make(chan bool)\ngo func() {\ndefer close(done)\ndefer caught()\n$X\n}()\n<-done\n}"},
}

// turning is the type with a value that is another one in each round, and zero in the last.
func (t *Type) turning() *Type {
	turns := *t
	other := strings.ReplaceAll(t.Other, "math.Inf(-1)", "-0.25") // an integer of it is no more the same everywhere
	turns.Value = "turn[" + t.Text + "](" + t.Value + ", " + other + ", " + t.Value + ", *new(" + t.Text + "))"
	return &turns
}

// turns are contexts in which another way is taken in each round.
var turns = []Context{
	{"turn.type", "", "switch x := turn[any]($E, nil, 1i, $E).(type) {\ncase $T:\nSHOW(x)\ncase nil:\nshow(0)\ndefault:\nfmt.Printf(\"%T\\n\", x)\n}"},
	{"turn.range", "", "for i, x := range turn([]$T{$E}, nil, []$T{$Z, $E}, []$T{}) {\nshow(i)\nSHOW(x)\n}"},
	{"turn.range.map", "", "for k, x := range turn(map[string]$T{\"a\": $E}, nil, map[string]$T{\"b\": $Z}, nil) {\nshow(k)\nSHOW(x)\n}"},
	{"turn.if", "", "x := $Z\nif gRound%2 == 1 {\nx = $E\n}\nSHOW(x)"},
	{"turn.var", "", "var x $T\nif gRound%2 == 0 {\nx = $E\n}\nSHOW(x)"},
	{"turn.entry", "", "x := map[int]$T{0: $E, 2: $Z}[gRound]\nSHOW(x)"},
	{"turn.result", "", "x := func() (r $T) {\nif gRound%2 == 0 {\nr = $E\n}\nreturn\n}()\nSHOW(x)"},
	{"turn.recovered", "", "x := func() (r $T) {\ndefer func() { recover() }()\nif gRound%2 == 0 {\nreturn $E\n}\npanic(1)\n}()\nSHOW(x)"},
	{"turn.logic", "", "b := gRound%2 == 0 && any($E) != nil || gRound == 3\nshow(b)"},
	{"turn.nil", "", "b := any(turn($E, $Z)) == nil\nshow(b)"},
	{"turn.select", "", "select {\ncase x, ok := <-turn(chanOf($E), nil, closed[$T](), nil):\nSHOW(x)\nshow(ok)\ndefault:\nshow(9)\n}"},
	{"turn.kept", "", "var l []func()\n$R\nx := $E\nl = append(l, func() {\nSHOW(x)\n})\n$R\nfor _, f := range l {\nf()\n}"},
	{"turn.kept.pointer", "", "var l []*$T\n$R\nx := $E\nl = append(l, &x)\n$R\nfor _, p := range l {\nx := *p\nSHOW(x)\n}"},
}

// pairs are the expressions with two values, of which the second says whether there is a
// first: there is in the rounds 0 and 2.
var pairs = []Form{
	{Name: "map", Text: "map[string]$T{\"k\": $V}[turn(\"k\", \"none\", \"k\", \"\")]"},
	{Name: "map.variable", Setup: "m$I := map[int]$T{0: $V, 2: $Z}", Text: "m$I[gRound]"},
	{Name: "map.any", Setup: "m$I := map[any]$T{0: $V, \"x\": $Z}", Text: "m$I[turn[any](0, nil, \"x\", 1.5)]"},
	{Name: "map.struct", Setup: "m$I := map[P]$T{{0, 1}: $V, {2, 1}: $Z}", Text: "m$I[P{gRound, 1}]"},
	{Name: "map.nil", Text: "turn(map[int]$T{1: $V}, nil, map[int]$T{1: $Z}, map[int]$T{})[1]"},
	{Name: "map.field", Setup: "s$I := struct{ m map[int]$T }{map[int]$T{0: $V, 2: $Z}}", Text: "s$I.m[gRound]"},
	{Name: "map.constant", Setup: "m$I := turn(map[int]$T{1: $V}, map[int]$T{2: $V}, map[int]$T{1: $Z}, nil)", Text: "m$I[1]"},
	{Name: "assert", Text: "turn[any]($V, struct{ q int }{}, $Z, nil).($T)"},
	{Name: "assert.variable", Setup: "a$I := []any{$V, nil, $Z, struct{ q int }{}}[gRound]", Text: "a$I.($T)"},
	{Name: "receive", Text: "<-turn(chanOf($V), closed[$T](), chanOf($Z), closed[$T]())"},
	{Name: "receive.variable", Setup: "c$I := turn(chanOf($V), closed[$T](), chanOf($Z), closed[$T]())", Text: "<-c$I"},
	{Name: "call", Decl: "func f$I() (r $T, ok bool) {\nif gRound%2 == 0 {\nr, ok = $V, true\n}\nreturn\n}", Text: "f$I()"},
	{Name: "call.map", Decl: "func f$I(k int) (r $T, ok bool) {\nr, ok = map[int]$T{0: $V, 2: $Z}[k]\nreturn\n}", Text: "f$I(gRound)"},
	{Name: "call.generic", Text: "look(map[int]$T{0: $V, 2: $Z}, gRound)"},
	{Name: "call.generic.assert", Text: "as[$T](turn[any]($V, nil, $Z, struct{ q int }{}))"},
	{Name: "call.method", Setup: "d$I := Dict[$T]{0: $V, 2: $Z}", Text: "d$I.Get(gRound)"},
}

// pairPlaces are the contexts of the two values of $E. The texts before the first $R and
// behind the second are not repeated.
var pairPlaces = []Context{
	{"pair.define", "", "v, ok := $E\nSHOW(v)\nshow(ok)"},
	{"pair.first", "", "v, _ := $E\nSHOW(v)"},
	{"pair.second", "", "_, ok := $E\nshow(ok)"},
	{"pair.neither", "", "_, _ = $E\nshow(gRound)"},
	{"pair.var", "", "var v, ok = $E\nSHOW(v)\nshow(ok)"},
	{"pair.var.any", "", "var v, ok any = $E\nfmt.Printf(\"%T %v\\n\", v, ok)"},
	{"pair.twice", "", "v, ok := $E\nw, no := $E\nSHOW(v)\nSHOW(w)\nshow(ok, no)"},
	{"pair.shadow", "", "v, ok := $E\n{\nv, ok := $E\nSHOW(v)\nshow(ok)\n}\nSHOW(v)\nshow(ok)"},
	{"pair.if", "", "if v, ok := ($E); ok {\nSHOW(v)\n} else {\nSHOW(v)\nshow(ok)\n}"},
	{"pair.if.else", "", "if gRound > 9 {\n} else if v, ok := ($E); !ok {\nSHOW(v)\n} else {\nSHOW(v)\nshow(ok)\n}"},
	{"pair.switch", "", "switch v, ok := ($E); ok {\ncase true:\nSHOW(v)\ndefault:\nSHOW(v)\nshow(0)\n}"},
	{"pair.switch.bool", "", "switch v, ok := ($E); {\ncase ok:\nSHOW(v)\ndefault:\nSHOW(v)\nshow(ok)\n}"},
	{"pair.for", "", "for v, ok := ($E); ; {\nSHOW(v)\nshow(ok)\nbreak\n}"},
	{"pair.for.post", "", "for v, ok := ($E); gRound < 3; v, ok = ($E) {\nSHOW(v)\nshow(ok)\ngRound++\n}"},
	{"pair.package", "var v$I $T\nvar ok$I bool", "v$I, ok$I = $E\nx := v$I\nSHOW(x)\nshow(ok$I)"},
	{"pair.assign", "", "var v $T\nvar ok bool\n$R\nv, ok = $E\nSHOW(v)\nshow(ok)"},
	{"pair.assign.first", "", "var v $T\n$R\nv, _ = $E\nSHOW(v)"},
	{"pair.assign.second", "", "ok := true\n$R\n_, ok = $E\nshow(ok)"},
	{"pair.assign.any", "", "var v, ok any\n$R\nv, ok = $E\nfmt.Printf(\"%T %v\\n\", v, ok)"},
	{"pair.mixed", "", "var v $T\n$R\nv, ok := $E\nSHOW(v)\nshow(ok)"},
	{"pair.field", "", "var s struct {\nn int\nv $T\nok bool\n}\n$R\ns.v, s.ok = $E\nx := s.v\nSHOW(x)\nshow(s.ok)"},
	{"pair.element", "", "l, k := make([]$T, 2), make([]bool, 2)\n$R\nl[1], k[0] = $E\nx := l[1]\nSHOW(x)\nshow(k)"},
	{"pair.entry", "", "m, k := map[int]$T{}, map[string]bool{}\n$R\nm[1], k[\"ok\"] = $E\nx := m[1]\nSHOW(x)\nshow(k)"},
	{"pair.pointed", "", "p, q := new($T), new(bool)\n$R\n*p, *q = $E\nx := *p\nSHOW(x)\nshow(*q)"},
	{"pair.captured", "", "var v $T\nvar ok bool\n$R\nset := func() { v, ok = $E }\nset()\nSHOW(v)\nshow(ok)"},
	{"pair.result", "", "v, ok := func() (v $T, ok bool) {\nv, ok = $E\nreturn\n}()\nSHOW(v)\nshow(ok)"},
	{"pair.results", "", "v, ok := func() ($T, bool) {\nv, ok := $E\nreturn v, ok\n}()\nSHOW(v)\nshow(ok)"},
	{"pair.argument", "", "func(v $T, ok bool) {\nSHOW(v)\nshow(ok)\n}($E)"},
	{"pair.deferred", "", "func() {\nv, ok := $E\ndefer func() {\nSHOW(v)\nshow(ok)\n}()\n}()"},
	{"pair.select", "", "select {\ncase v, ok := $E:\nSHOW(v)\nshow(ok)\n}"},
	{"pair.select.assign", "", "var v $T\nvar ok bool\n$R\nselect {\ncase v, ok = $E:\nSHOW(v)\nshow(ok)\n}"},
	{"pair.kept", "", "var l []func()\n$R\nv, ok := $E\nl = append(l, func() {\nSHOW(v)\nshow(ok)\n})\n$R\nfor _, f := range l {\nf()\n}"},
	{"pair.kept.pointer", "", "var l []*$T\n$R\nv, _ := $E\nl = append(l, &v)\n$R\nfor _, p := range l {\nx := *p\nSHOW(x)\n}"},
}

// again is a context whose statements are repeated by a loop.
func (c Context) again(loop int) Context {
	parts := strings.SplitN(c.Body, "$R\n", 3)
	before, body, after := "", parts[0], ""
	if len(parts) > 1 {
		before, body = parts[0], parts[1]
	}
	if len(parts) > 2 {
		after = "\n" + parts[2]
	}
	if !strings.Contains(c.Decl+body, "$S") {
		body = "$S\n" + body + "\n$C"
	}
	return Context{
		Name: "again." + loops[loop].name + ":" + c.Name, Decl: c.Decl,
		Body: before + strings.ReplaceAll(loops[loop].text, "$X", strings.TrimSuffix(body, "\n")) + after,
	}
}

// repeat makes the case of a form of a type in a context that is repeated by a loop.
func repeat(c Context, loop int, f Form, t *Type) Case {
	turning := func(t *Type, word string) expression { return variableOperand(t.turning(), word) }
	if strings.HasPrefix(c.Name, "pair.") {
		return f.fill(t, "0", nil).in(c.again(loop)) // its outcomes turn by themselves
	}
	return f.fill(t.turning(), "0", turning).in(c.again(loop))
}

// drawn is the number of cases of single types for one that is repeated, and of all cases
// for one that stands in another place.
const drawn = 4

// Repeated are the kinds of expressions in the contexts, each in a loop that is drawn, and
// the expressions with two values in all their places.
func Repeated(importer types.Importer, choice Choice) []Case {
	r := rand.New(rand.NewPCG(choice.Seed, 2))
	fit := fitting(importer)
	var list []Case
	add := func(c Context, f Form, t *Type) { list = append(list, repeat(c, r.IntN(len(loops)), f, t)) }
	for _, c := range slices.Concat(contexts, turns) {
		of := fit[c.Name]
		if strings.HasPrefix(c.Name, "turn.") {
			of = everyOf(table)
		}
		for _, f := range everyType {
			if len(of) > 0 {
				add(c, f, of[r.IntN(len(of))])
			}
		}
		for _, t := range of {
			for _, f := range ofType[t.Name] {
				if r.IntN(drawn) == 0 {
					add(c, f, t)
				}
			}
		}
	}
	for _, c := range pairPlaces {
		for _, f := range pairs {
			for i := range table {
				add(c, f, &table[i])
			}
		}
	}
	return list
}

func everyOf(list []Type) []*Type {
	var all []*Type
	for i := range list {
		all = append(all, &list[i])
	}
	return all
}

// repeatedNamed returns the case of the context, kind and type in a name, in a loop.
func repeatedNamed(loop, context, kind, typ string) (Case, error) {
	at := slices.IndexFunc(loops, func(l struct{ name, text string }) bool { return l.name == loop })
	for _, c := range slices.Concat(contexts, turns, pairPlaces) {
		if c.Name != context || at < 0 {
			continue
		}
		for i := range table {
			if table[i].Name != typ {
				continue
			}
			of := forms(&table[i])
			if strings.HasPrefix(context, "pair.") {
				of = pairs
			}
			for _, f := range of {
				if f.Name == kind {
					return repeat(c, at, f, &table[i]), nil
				}
			}
		}
	}
	return Case{}, fmt.Errorf("there is no case again.%s:%s/%s/%s", loop, context, kind, typ)
}
