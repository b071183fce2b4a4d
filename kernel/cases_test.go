package kernel

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// cases returns the cases of the switches of a function, as they are written.
func cases(t *testing.T, file, function string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Name.Name == function {
			ast.Inspect(d, func(n ast.Node) bool {
				if c, ok := n.(*ast.CaseClause); ok {
					for _, e := range c.List {
						found = append(found, string(text[fset.Position(e.Pos()).Offset:fset.Position(e.End()).Offset]))
					}
				}
				return true
			})
		}
	}
	if len(found) == 0 {
		t.Fatalf("%s of %s has no cases", function, file)
	}
	return found
}

// An event without a case would vanish.
func TestRelayHasEveryEvent(t *testing.T) {
	known := cases(t, "relay.go", "relay")
	for _, e := range repl.Events() {
		if name := reflect.TypeOf(e).String(); !slices.Contains(known, name) {
			t.Errorf("relay has no case for a %s", name)
		}
	}
}

// answered returns the types of the requests that the kernel answers.
func answered(t *testing.T) []string {
	t.Helper()
	var types []string
	for _, c := range cases(t, "loop.go", "answer") {
		if name, err := strconv.Unquote(c); err == nil && strings.HasSuffix(name, "_request") {
			types = append(types, name)
		}
	}
	return types
}

func TestEveryRequestIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	rows, other, found := strings.Cut(string(page), "| any other `..._request` |")
	if !found {
		t.Fatal("docs/protocol.md has no row for other requests")
	}
	other, _, _ = strings.Cut(other, "\n")
	for _, name := range answered(t) {
		if !strings.Contains(rows, "`"+name+"`") || strings.Contains(other, name) {
			t.Errorf("docs/protocol.md has no row for %s, or names it among those that are refused", name)
		}
	}
}
