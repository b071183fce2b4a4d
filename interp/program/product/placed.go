package product

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"
)

// places are the positions of the code of a function $N that is not declared. $G is its
// signature, $B its body, and $F the literal.
var places = []struct{ name, text string }{
	{"variable", "var $N = $F"},
	{"typed", "var $N func$G = $F"},
	{"group", "var (\none$N, $N = 1, $F\n)"},
	{"table", "var $N = []struct {\nn int\nf func$G\n}{{1, nil}, {2, $F}}[1].f"},
	{"map", "var $N = map[string]func$G{\"k\": $F}[\"k\"]"},
	{"array", "var $N = [...]func$G{1: $F}[1]"},
	{"field", "var $N = (&struct{ f func$G }{f: $F}).f"},
	{"nested.table", "type type$N struct{ list []struct{ f func$G } }\nvar table$N = type$N{[]struct{ f func$G }{{f: $F}}}\nvar $N = table$N.list[0].f"},
	{"argument", "var $N = ident($F)"},
	{"arguments", "var list$N = listOf[any](1, $F)\nvar $N = list$N[1].(func$G)"},
	{"called", "var $N = func() func$G { return $F }()"},
	{"blank", "var $N func$G\nvar _ = ident(func() bool {\n$N = $F\nreturn true\n}())"},
	{"interface", "var $N = any($F).(func$G)"},
	{"channel", "var $N = <-chanOf($F)"},
	{"returned", "func made$N() func$G { return $F }\nvar $N = made$N()"},
	{"method", "type type$N struct{}\nfunc (type$N) run$G $B\nvar $N = type$N{}.run"},
	{"method.pointer", "type type$N struct{ n int }\nfunc (p *type$N) run$G $B\nvar $N = new(type$N).run"},
	{"method.expression", "type type$N struct{}\nfunc (type$N) run$G $B\nvar $N = func(m func(type$N) func$G) func$G { return m(type$N{}) }(func(x type$N) func$G { return x.run })"},
	{"generic", "func generic$N[Unused any]$G $B\nvar $N = generic$N[int]"},
	{"init", "var $N func$G\nfunc init() { $N = $F }"},
}

// put writes a function in a place, "" for a declaration.
func put(place, name, signature, body string) string {
	if place == "" {
		return "func " + name + signature + " " + body
	}
	i := slices.IndexFunc(places, func(p struct{ name, text string }) bool { return p.name == place })
	return strings.NewReplacer("$N", name, "$G", signature, "$B", body, "$F", "func"+signature+" "+body).Replace(places[i].text)
}

// placed is the case with all its functions in a place.
func (c Case) placed(place string) Case {
	const head = "package p\n"
	c.Name, c.Context, c.Place = "placed."+place+":"+c.Name, "placed."+place, place
	text := head + c.Decl
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return c // it is no correct Go, and will be left out
	}
	at := func(p token.Pos) int { return fset.Position(p).Offset }
	for _, d := range slices.Backward(file.Decls) {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil || f.Type.TypeParams != nil || f.Name.Name == "init" {
			continue
		}
		signature := strings.TrimSpace(text[at(f.Name.End()):at(f.Body.Pos())])
		text = text[:at(f.Pos())] + put(place, f.Name.Name, signature, text[at(f.Body.Pos()):at(f.Body.End())]) + text[at(f.End()):]
	}
	c.Decl = strings.TrimPrefix(text, head)
	return c
}

// Placed are cases of all kinds whose code stands in a place that is drawn, among them all
// in which something is held.
func Placed(importer types.Importer, choice Choice) []Case {
	r := rand.New(rand.NewPCG(choice.Seed, 3))
	once := choice
	once.Types = 1
	list := slices.Concat(crossed(importer, once), Jumps(), Recursive(), Repeated(importer, once))
	var some []Case
	for _, c := range list {
		if strings.Contains(c.Name, "held.") || r.IntN(drawn) == 0 {
			some = append(some, c.placed(places[r.IntN(len(places))].name))
		}
	}
	return some
}

// placedNamed returns the case of a name in a place.
func placedNamed(place, name string) (Case, error) {
	if !slices.ContainsFunc(places, func(p struct{ name, text string }) bool { return p.name == place }) {
		return Case{}, fmt.Errorf("there is no place %s", place)
	}
	c, err := Named(name)
	if err != nil {
		return Case{}, err
	}
	return c.placed(place), nil
}
