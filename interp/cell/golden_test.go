package cell

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

// ownSource stands for a package of nvsd's.
const ownSource = `
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
`

const ownPath = "example.org/fit"

// testImporter knows the standard library and ownSource.
type testImporter struct {
	std types.Importer
	own *types.Package
}

func (im *testImporter) Import(path string) (*types.Package, error) {
	if path == ownPath {
		return im.own, nil
	}
	if strings.HasPrefix(path, "no/") {
		return nil, errors.New("no such package") // in one machine's words it would be no golden file
	}
	return im.std.Import(path)
}

func newTestImporter(t testing.TB) *testImporter {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "fit.go", ownSource, 0)
	if err != nil {
		t.Fatal(err)
	}
	im := &testImporter{std: importer.Default()}
	im.own, err = (&types.Config{Importer: im.std}).Check(ownPath, fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return im
}

func newTestSession(t testing.TB, im types.Importer) *Session {
	t.Helper()
	return NewSession(im, Options{
		Packages: map[string]string{
			"fmt": "fmt", "math": "math", "strings": "strings", "strconv": "strconv", "slices": "slices",
			"time": "time", "context": "context", "sync": "sync", "fit": ownPath,
		},
		Own: func(path string) bool { return path == ownPath },
	})
}

// TestGolden runs the notebooks in testdata: each file is a session whose
// cells In[n] are followed by what they have come to declare, Out[n].
func TestGolden(t *testing.T) {
	im := newTestImporter(t)
	golden.CheckArchives(t, "testdata/*.txtar", func(t *testing.T, book []txtar.File) (got []txtar.File) {
		s := newTestSession(t, im)
		for _, f := range book {
			var n int
			if _, err := fmt.Sscanf(f.Name, "In[%d]", &n); err != nil {
				continue
			}
			out := transcript(s, Source{Label: f.Name, Count: n, Code: strings.TrimSuffix(string(f.Data), "\n")})
			got = append(got, f, txtar.File{Name: strings.Replace(f.Name, "In", "Out", 1), Data: []byte(out)})
		}
		return got
	})
}

// transcript checks and commits a cell and tells what came of it.
func transcript(s *Session, src Source) string {
	p, err := s.Check(src)
	if err != nil {
		return err.Error() + "\n"
	}
	s.Commit(p)
	var b strings.Builder
	for _, n := range p.Notices {
		fmt.Fprintf(&b, "notice: %s\n", n)
	}
	for _, name := range slices.Sorted(maps.Keys(p.update.symbols)) {
		b.WriteString(name + ": " + meaningOf(p.update.symbols[name]) + "\n")
	}
	for _, name := range slices.Sorted(maps.Keys(p.update.imports)) {
		fmt.Fprintf(&b, "%s: package %s\n", name, p.update.imports[name])
	}
	return b.String()
}

// meaningOf says what a symbol has come to mean, and under which name the
// interpreter has it: a new one, or one that it had already.
func meaningOf(s *symbol) string {
	switch {
	case s.gone != "":
		return "gone"
	case s.obj == nil:
		return "method" + stale(s)
	}
	kind, _, _ := strings.Cut(s.obj.String(), " ")
	if kind += " "; kind == "func " {
		kind = ""
	}
	text := kind + types.TypeString(s.obj.Type(), func(p *types.Package) string { return p.Name() })
	if s.emit != "" {
		text += ", " + s.emit
	}
	if s.read {
		text += ", read"
	}
	return text + stale(s)
}

func stale(s *symbol) string {
	if s.stale {
		return ", stale"
	}
	return ""
}
