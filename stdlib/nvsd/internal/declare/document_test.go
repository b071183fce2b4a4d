package declare

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestDocumented: the page on the JSON has every name of the tables.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/fit.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range slices.Concat(kernels(), penalties()) {
		for _, name := range append(k.fieldNames(), k.name) {
			if !strings.Contains(string(page), "`"+name+"`") {
				t.Errorf("docs/fit.md does not tell of %s", name)
			}
		}
	}
	for _, r := range widthRules() {
		if !strings.Contains(string(page), "`\""+string(r.rule)+"\"`") {
			t.Errorf("docs/fit.md does not tell of the rule %q", r.rule)
		}
	}
}
