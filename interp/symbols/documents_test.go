package symbols_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
)

// named is a name of one of the packages of this module, as a document writes it.
var named = regexp.MustCompile(`\b(nvsd|nvsdtest|data|kern|penalty|solve|viz|display|comm)\.([A-Z]\w*)`)

// TestDocumentsNameWhatThereIs: a name that a document tells to write in a cell is
// there to be written.
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
