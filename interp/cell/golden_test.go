package cell

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell/celltest"
)

func newTestImporter(t testing.TB) *celltest.Importer { return celltest.NewImporter(t) }

func newTestSession(t testing.TB, im types.Importer) *Session {
	t.Helper()
	return NewSession(im, Options{Packages: celltest.Packages(), Own: celltest.Own})
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
	kind += " "
	if kind == "func " {
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
