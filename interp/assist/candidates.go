package assist

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// A candidate is a completion at the place.
type candidate struct {
	text  string
	kind  repl.CompletionKind
	obj   types.Object // nil of a keyword and of a package
	typ   types.Type   // of the value, nil if it has none
	path  string       // of a package
	tier  tier
	order int  // within its tier, before the alphabet
	key   bool // of a struct literal
}

// A tier is the distance of a candidate's declaration; of members, their depth of
// embedding.
type tier int

const (
	keyTier tier = iota
	localTier
	sessionTier
	languageTier
	deepTier // a name of a package that is wanted here
	ownPackageTier
	packageTier
)

// add takes a candidate whose text begins as the word does, in whatever case.
func (q *query) add(c candidate) {
	name := c.text
	if i := strings.LastIndexByte(name, '.'); c.tier == deepTier && !hasPrefixFold(name, q.prefix) {
		name = name[i+1:]
	}
	if c.text == placeholder || q.seen[c.text] || !hasPrefixFold(name, q.prefix) {
		return
	}
	if q.expected.kind == expectType && c.kind != repl.TypeKind && c.kind != repl.PackageKind && c.kind != repl.KeywordKind {
		return
	}
	q.seen[c.text] = true
	q.found = append(q.found, c)
}

func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

// candidateOf returns an object as a candidate: variables come before constants, functions
// and types.
func candidateOf(obj types.Object, t tier) candidate {
	c := candidate{text: obj.Name(), obj: obj, tier: t, typ: obj.Type(), kind: repl.VariableKind}
	switch obj := obj.(type) {
	case *types.Func, *types.Builtin:
		c.kind, c.order = repl.FunctionKind, 2
	case *types.TypeName:
		c.kind, c.order = repl.TypeKind, 3
	case *types.Const:
		c.kind, c.order = repl.ConstantKind, 1
	case *types.Var:
		if obj.IsField() {
			c.kind = repl.FieldKind
		}
	}
	return c
}

// collectNames collects the names that an identifier may be: locals, those that the cell
// and the session declare, the language's, packages.
func (q *query) collectNames() {
	for _, obj := range q.scope.Locals() {
		q.add(candidateOf(obj, localTier))
	}
	for _, obj := range q.scope.Own() {
		q.add(candidateOf(obj, sessionTier))
	}
	for name, obj := range q.opt.Session().Declared() {
		if strings.Contains(name, cell.Mark) || q.prefix == "" && name[0] == '_' {
			continue // values that were displayed, once they are asked for
		}
		c := candidateOf(obj, sessionTier)
		c.text = name
		q.add(c)
	}
	if ctx := q.scope.Context(); q.prefix != "" {
		q.add(candidate{text: "ctx", kind: repl.VariableKind, obj: ctx, typ: ctx.Type(), tier: sessionTier})
	}
	if q.prefix != "" {
		for _, name := range types.Universe.Names() {
			c := candidateOf(types.Universe.Lookup(name), languageTier)
			if c.kind == repl.TypeKind && q.expected.kind != expectType {
				c.tier = packageTier // string after strings
			}
			q.add(c)
		}
	}
	q.addPackages(q.scope.Imports(), ownPackageTier)
	q.addPackages(q.opt.Session().Known(), packageTier)
}

func (q *query) addPackages(byName map[string]string, t tier) {
	for name, path := range byName {
		c := candidate{text: name, kind: repl.PackageKind, path: path, tier: t}
		if q.opt.Session().Own(path) {
			c.tier = ownPackageTier
		}
		q.add(c)
	}
}

// Words that begin statements, and those that may stand in an expression.
var (
	statementWords = strings.Fields("break case const continue default defer fallthrough for func go goto if import return select switch type var")
	valueWords     = strings.Fields("func map chan struct interface")
)

// collectKeywords takes the words of the language that may stand at the place,
// once one is begun.
func (q *query) collectKeywords() {
	if q.prefix == "" {
		return
	}
	words, t := valueWords, packageTier
	if q.expected.kind == expectStatement {
		words, t = statementWords, languageTier
	}
	if n := len(q.p.before); n > 0 {
		switch q.p.before[n-1].tok {
		case token.DEFINE, token.ASSIGN, token.FOR:
			q.addKeyword("range", languageTier)
		case token.RBRACE:
			q.addKeyword("else", languageTier)
		}
	}
	for _, w := range words {
		q.addKeyword(w, t)
	}
}

func (q *query) addKeyword(word string, t tier) {
	q.add(candidate{text: word, kind: repl.KeywordKind, tier: t})
}
