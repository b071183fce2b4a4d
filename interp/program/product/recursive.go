package product

import (
	"fmt"
	"regexp"
)

var recursiveName = regexp.MustCompile(`\bR\b`)

// shapes are types that a type named R can have in itself.
var shapes = []struct{ name, text string }{
	{"pointer", "*R"}, {"slice", "[]R"}, {"pointers", "[]*R"}, {"array", "[2]*R"}, {"array.slice", "[2][]R"},
	{"map", "map[string]R"}, {"map.pointer", "map[string]*R"}, {"map.key", "map[*R]int"}, {"func", "func(R) R"},
	{"func.pointer", "func() *R"}, {"chan", "chan R"}, {"struct", "struct{ p *R }"}, {"box", "Box[*R]"},
	{"list", "List[R]"}, {"pair", "*Pair[string, R]"}, {"interface", "interface{ with(R) R }"}, {"double", "**R"},
	{"array.array", "[1][1]*R"}, {"array.pointer", "*[2]R"}, {"any", "any"},
}

// uses are the uses of a type R that has a field f of itself.
var uses = []struct{ name, text string }{
	{"zero", "var r R\nshow(r.n)"},
	{"literal", "r := R{n: 3}\nshow(r.n)"},
	{"pointer", "r := &R{n: 3}\nr.n++\nshow(r.n)"},
	{"copy", "r := R{n: 3}\nq := r\nq.n++\nshow(r.n, q.n)"},
	{"assign.field", "var r R\nvar q R\nr.f = q.f\nr.n = 2\nshow(r.n)"},
	{"slice", "l := []R{{n: 1}, {n: 2}}\nl = append(l, R{n: 3})\nshow(len(l), l[2].n)"},
	{"map", "m := map[string]R{\"k\": {n: 4}}\nm[\"l\"] = R{n: 5}\nshow(len(m), m[\"l\"].n)"},
	{"any", "var a any = R{n: 6}\nr, ok := a.(R)\nshow(r.n, ok)\nfmt.Printf(\"%T\\n\", a)"},
	{"any.pointer", "var a any = &R{n: 6}\nswitch r := a.(type) {\ncase R:\nshow(0)\ncase *R:\nshow(r.n)\n}\nfmt.Printf(\"%T\\n\", a)"},
	{"call", "f := func(r R, q *R) (int, R) { return r.n, *q }\nn, r := f(R{n: 1}, &R{n: 2})\nshow(n, r.n)"},
	{"method", "r := R{n: 7}\nshow(r.get(), (&r).set(8).get())"},
	{"interface", "var g interface{ get() int } = R{n: 9}\nshow(g.get())\nvar h interface{ get() int } = &R{n: 10}\nshow(h.get())"},
	{"generic", "show(ident(R{n: 1}).n, Box[R]{R{n: 2}}.Get().n, len(listOf(R{}, R{n: 3})))"},
	{"channel", "c := chanOf(R{n: 4})\nr := <-c\nshow(r.n)"},
	{"closure", "r := R{n: 5}\nf := func() int { r.n++; return r.n }\nshow(f(), f())"},
	{"new", "p := new(R)\np.n = 3\nq := *p\nshow(q.n)"},
	{"array", "var l [2]R\nl[1].n = 3\nk := l\nshow(k[1].n)"},
	{"compare", "r, q := R{n: 1}, R{n: 1}\nshow(r == q)"},
	{"range", "for i, r := range []R{{n: 3}, {n: 4}} {\nshow(i, r.n)\n}"},
	{"self.pointer", "r := &R{n: 1}\nr.f = &R{n: 2, f: r}\nshow(r.f.n, r.f.f.n)"},
	{"self.slice", "r := R{n: 1}\nr.f = append(r.f, R{n: 2}, R{n: 3})\nshow(len(r.f), r.f[1].n)"},
	{"self.array", "r := R{n: 1}\nr.f[1] = &R{n: 2}\nr.f[1].f[0] = &r\nshow(r.f[1].n, r.f[1].f[0].n)"},
	{"self.map", "r := R{n: 1, f: map[string]R{}}\nr.f[\"k\"] = R{n: 2}\nshow(r.f[\"k\"].n, len(r.f[\"k\"].f))"},
	{"self.func", "r := R{n: 1}\nr.f = func(q R) R { q.n++; return q }\nshow(r.f(r).n, r.f(r.f(r)).n)"},
	{"self.nil", "var r R\nshow(r.f == nil)"},
}

// Recursive are the uses of each type that has itself in it, as a type of the program
// and as one of a function.
func Recursive() []Case {
	var list []Case
	for _, s := range shapes {
		for _, u := range uses {
			for _, place := range []string{"package", "function"} {
				name := fmt.Sprintf("recursive.%s/%s/%s", place, u.name, s.name)
				r := "R" + id(name)
				decl := "type R struct {\nn int\nf " + s.text + "\n}\n"
				methods := "func (r R) get() int { return r.n }\nfunc (r *R) set(n int) *R {\nr.n = n\nreturn r\n}\n"
				c := Case{Name: name, Context: "recursive." + place, Kind: u.name, Decl: decl + methods, Body: u.text}
				if place == "function" {
					c.Decl, c.Body = "", decl+u.text
				}
				named := func(text string) string { return recursiveName.ReplaceAllString(text, r) }
				c.Decl, c.Body = named(c.Decl), named(c.Body)
				list = append(list, c)
			}
		}
	}
	return list
}
