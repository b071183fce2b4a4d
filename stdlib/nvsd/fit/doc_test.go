package fit

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
)

// documented reports fields of a schema that are not in its row of the page, each followed by what
// its absence means.
func documented(t *testing.T, page string, d schema) {
	t.Helper()
	_, row, _ := strings.Cut(page, "\n| `"+d.name+"`")
	row, _, _ = strings.Cut(row, "\n")
	check := func(what string, f field) {
		want := "`" + f.name + "`"
		if f.otherwise != "" {
			want += " (" + f.otherwise + ")"
		}
		if _, after, in := strings.Cut(row, want); !in || f.otherwise == "" && strings.HasPrefix(after, " (") {
			t.Errorf("docs/fit.md does not tell in the row of %s of its %s %s", d.name, what, want)
		}
	}
	for _, f := range d.settings {
		check("setting", f)
	}
	for _, l := range d.lists {
		check("list", field{name: l.name})
		for _, f := range l.fields {
			check("field", f)
		}
	}
}

// TestDocumented: every name of the contract is on its page.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/fit.md")
	if err != nil {
		t.Fatal(err)
	}
	names := append(fields(), annotations[:]...)
	names = append(names, declare.SolverNames()...)
	names = append(names, requestFields[:]...)
	for _, d := range schemas() {
		documented(t, string(page), d)
	}
	for _, v := range []any{Report{}, Entry{}} {
		for f := range reflect.TypeOf(v).Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			names = append(names, name)
		}
	}
	for _, name := range names {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("docs/fit.md does not tell of %s", name)
		}
	}
}
