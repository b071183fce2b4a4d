package symbols_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
)

// named matches a qualified name of a package of this module in a document.
var named = regexp.MustCompile(`\b(nvsd|nvsdtest|data|kern|penalty|solve|viz|display|comm|widget)\.([A-Z]\w*)`)

// TestDocumentsNameWhatThereIs: every name of these packages that a document
// mentions exists.
func TestDocumentsNameWhatThereIs(t *testing.T) {
	documents, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(documents) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	packages, importer := symbols.Packages(), symbols.Importer()
	for _, file := range append(documents, "../../README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllSubmatch(text, -1) {
			pkg, err := importer.Import(packages[string(m[1])])
			if err != nil {
				t.Fatal(err)
			}
			if pkg.Scope().Lookup(string(m[2])) == nil {
				t.Errorf("%s names %s, which is not there", filepath.Base(file), m[0])
			}
		}
	}
}
