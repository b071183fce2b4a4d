package program

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
)

// TestPage: docs/language.md has the table of all rules as package lower describes
// them, with their idioms, which -update writes.
func TestPage(t *testing.T) {
	const page, head = "../../docs/language.md", "| Rule | Where | What goes wrong without it | Shown by |\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), head)
	if !ok {
		t.Fatalf("%s has no table that begins with %s", page, head)
	}
	var table strings.Builder
	table.WriteString("| --- | --- | --- | --- |\n")
	named := readTable(t, ruleIdioms)
	for _, r := range lower.Rules() {
		fmt.Fprintf(&table, "| %s | `%s` | %s | %s |\n", r.Rule, r.File, r.Why, named[string(r.Rule)])
	}
	was, after, _ := strings.Cut(rest, "\n\n")
	if *update {
		if err := os.WriteFile(page, []byte(before+head+table.String()+"\n"+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if was+"\n" != table.String() {
		t.Errorf("the table of rules in %s is not that of package lower: write it with -update", page)
	}
}
