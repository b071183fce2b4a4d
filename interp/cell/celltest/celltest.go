// Package celltest holds the fixtures that tests of sessions share: an importer with a
// package in the place of nvsd's, and declarations drawn at random.
package celltest

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// fitSource stands for a package of nvsd's.
const fitSource = `
package fit

import "context"

type Data struct{ Rows int }

func (d *Data) Describe() string { return "" }

type Model struct{ Tau float64 }

func (m *Model) Score(ctx context.Context, d *Data) (float64, error) { return 0, nil }
func (m *Model) Save(name string) error                                { return nil }

func CSV(name string) (*Data, error)                                  { return nil, nil }
func Fit(ctx context.Context, d *Data, taus ...float64) (*Model, error) { return nil, nil }
func Split(ctx context.Context, d *Data) (train, test *Data, err error) { return nil, nil, nil }
func Check() error                                                      { return nil }
func Show(values ...any) error                                          { return nil }
`

const fitPath = "example.org/fit"

// Own reports whether a package is the one in the place of nvsd's.
func Own(path string) bool { return path == fitPath }

// Packages returns the packages that need no import: path by name.
func Packages() map[string]string {
	return map[string]string{
		"fmt": "fmt", "math": "math", "strings": "strings", "strconv": "strconv", "slices": "slices",
		"time": "time", "context": "context", "sync": "sync", "fit": fitPath,
	}
}

// An Importer imports the standard library and package fit.
type Importer struct {
	std types.Importer
	fit *types.Package
}

// NewImporter returns an importer.
func NewImporter(t testing.TB) *Importer {
	t.Helper()
	im := &Importer{std: importer.Default()}
	var err error
	im.fit, err = check(fitPath, fitSource, im.std)
	if err != nil {
		t.Fatal(err)
	}
	return im
}

// Import returns the package at a path.
func (im *Importer) Import(path string) (*types.Package, error) {
	if Own(path) {
		return im.fit, nil
	}
	if strings.HasPrefix(path, "no/") {
		return nil, errors.New("no such package") // in one machine's words it would be no golden file
	}
	return im.std.Import(path)
}

func check(path, source string, imp types.Importer) (*types.Package, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, source, 0)
	if err != nil {
		return nil, err
	}
	return (&types.Config{Importer: imp}).Check(path, fset, []*ast.File{f}, nil)
}

// DrawDeclaration draws the text of a declaration of a type T0, T1 or T2, of its
// method M or of a function f0, f1, f2 or f3, and the name by which a session knows
// it. They refer to one another in ways that redefinitions can break.
func DrawDeclaration(t *rapid.T) (name, text string) {
	n := rapid.IntRange(0, 3).Draw(t, "n")
	k := rapid.IntRange(0, 2).Draw(t, "k")
	switch rapid.IntRange(0, 2).Draw(t, "kind") {
	case 0:
		name = fmt.Sprintf("T%d", k)
		return name, fmt.Sprintf("type %s struct { a %s }", name, rapid.SampledFrom([]string{"int", "string", "[]int"}).Draw(t, "field"))
	case 1:
		name = fmt.Sprintf("T%d.M", k)
		return name, fmt.Sprintf("func (t T%d) M() %s { return t.a }", k, rapid.SampledFrom([]string{"int", "string", "[]int"}).Draw(t, "result"))
	}
	name = fmt.Sprintf("f%d", n)
	res := rapid.SampledFrom([]string{"int", "string"}).Draw(t, "result")
	m := rapid.IntRange(0, 3).Draw(t, "m")
	body := rapid.SampledFrom([]string{
		fmt.Sprintf("return f%d()", m),
		fmt.Sprintf("return T%d{}.a", k),
		fmt.Sprintf("return T%d{}.M()", k),
		fmt.Sprintf("var x T%d; _ = x; panic(f%d())", k, m),
		`panic("base")`,
	}).Draw(t, "body")
	return name, fmt.Sprintf("func %s() %s { %s }", name, res, body)
}
