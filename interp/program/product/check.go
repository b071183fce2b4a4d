package product

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Choice says which cases to make.
type Choice struct {
	Seed uint64
	// Types is the number of types with which each pair of a context and a kind that any type
	// can have is tried.
	Types  int
	Random int    // how many cases are drawn beside
	Every  int    // one of so many is made; 0 is all
	Only   string // a part that names must have
}

// Cases are the chosen cases that are correct Go: each kind of expression in each
// context, each labelled statement with each jump, statements that log the order of their
// operands, uses of recursive types, expressions beside calls that change them, all of
// these in loops and in other places, and those that the seed draws.
func Cases(importer types.Importer, choice Choice) []Case {
	list := slices.Concat(crossed(importer, choice), Jumps(), Ordered(), Recursive(), Changed(importer, choice),
		Repeated(importer, choice), Placed(importer, choice), Drawn(choice.Seed, choice.Random))
	var some []Case
	for i, c := range list {
		if !c.early() && !c.open() && strings.Contains(c.Name, choice.Only) && i%max(choice.Every, 1) == 0 {
			some = append(some, c)
		}
	}
	return Correct(importer, some)
}

// crossed are the kinds of expressions in the contexts, of some of the types that fit.
func crossed(importer types.Importer, choice Choice) []Case {
	r := rand.New(rand.NewPCG(choice.Seed, 0))
	fit := fitting(importer)
	var list []Case
	for _, c := range contexts {
		of := fit[c.Name]
		for _, f := range everyType {
			for _, i := range r.Perm(len(of))[:min(choice.Types, len(of))] {
				list = append(list, f.fill(of[i], "0", variableOperand).in(c))
			}
		}
		for _, t := range of {
			for _, f := range ofType[t.Name] {
				list = append(list, f.fill(t, "0", variableOperand).in(c))
			}
		}
	}
	return list
}

// early reports whether the case may panic before main begins.
func (c Case) early() bool {
	return strings.Contains(c.Name, "assign.package.direct/") && (strings.HasPrefix(c.Kind, "panic.") || strings.HasPrefix(c.Kind, "random-"))
}

// open reports whether Go leaves open what the case prints, which are pointers to
// nothing that may be equal, or it depends on the name of the package, whose bytes are
// printed.
func (c Case) open() bool {
	return strings.Contains(c.Name, "/empty-struct-3") || strings.Contains(c.Name, "convert.bytes/call.sprintf/")
}

// fitting finds the types that fit each context: those of which a variable does, or,
// where no variable does, another of a few kinds.
func fitting(importer types.Importer) map[string][]*Type {
	fit := fittingKinds(importer, contexts, "var.local")
	var left []Context
	for _, c := range contexts {
		if fit[c.Name] == nil {
			left = append(left, c)
		}
	}
	maps.Copy(fit, fittingKinds(importer, left, "value", "call.func", "recv", "elem.map", "assert"))
	return fit
}

func fittingKinds(importer types.Importer, in []Context, kinds ...string) map[string][]*Type {
	var list []Case
	of := map[string]*Type{}
	for _, c := range in {
		for i := range table {
			for _, f := range everyType {
				if slices.Contains(kinds, f.Name) {
					made := f.fill(&table[i], "0", nil).in(c)
					list = append(list, made)
					of[made.Name] = &table[i]
				}
			}
		}
	}
	fit := map[string][]*Type{}
	for _, c := range Correct(importer, list) {
		if t := of[c.Name]; !slices.Contains(fit[c.Context], t) {
			fit[c.Context] = append(fit[c.Context], t)
		}
	}
	return fit
}

// checked is the number of cases that are checked together.
const checked = 2000

// Correct returns the cases that are correct Go.
func Correct(importer types.Importer, cases []Case) []Case {
	var good []Case
	for from := 0; from < len(cases); from += checked {
		good = append(good, correct(importer, cases[from:min(from+checked, len(cases))])...)
	}
	return good
}

func correct(importer types.Importer, cases []Case) []Case {
	fset := token.NewFileSet()
	prelude, err := parser.ParseFile(fset, "prelude", Prelude, parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	bad := map[string]bool{}
	files := []*ast.File{prelude}
	for i, c := range cases {
		name := fmt.Sprint(i)
		file, err := parser.ParseFile(fset, name, head(c), parser.SkipObjectResolution)
		if err != nil {
			bad[name] = true
			continue
		}
		files = append(files, file)
	}
	conf := types.Config{Importer: importer, Error: func(err error) {
		bad[fset.Position(err.(types.Error).Pos).Filename] = true
	}}
	// The errors have been taken down.
	_, _ = conf.Check("main", fset, files, nil)
	// An overflow of a constant in an assignment has no position.
	if bad[""] {
		if len(cases) == 1 {
			return nil
		}
		half := len(cases) / 2
		return append(correct(importer, cases[:half]), correct(importer, cases[half:])...)
	}
	if bad["prelude"] {
		panic("the prelude is not correct")
	}
	var good []Case
	for i, c := range cases {
		if !bad[fmt.Sprint(i)] {
			good = append(good, c)
		}
	}
	return good
}

// head makes a file of a case.
func head(c Case) string {
	return `package main
import (
	"errors"
	"fmt"
	"io"
	"math"
	"sort"
	"strings"
	"time"
)
var _, _, _, _, _, _, _ = errors.New, fmt.Sprint, io.EOF, math.Pi, sort.Ints, strings.ToUpper, time.Second
` + c.Source()
}
