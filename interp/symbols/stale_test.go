package symbols

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols/internal/gen"
)

// The generated data must be made anew when nvsd's packages change what they
// export or say of it, and for a new release of Go.
func TestGeneratedDataIsFresh(t *testing.T) {
	const cure = "run: go generate ./interp/symbols"
	sums, err := exportData.ReadFile("internal/export/sums.txt")
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]string{}
	for line := range strings.Lines(string(sums)) {
		path, sum, _ := strings.Cut(strings.TrimSpace(line), " ")
		have[path] = sum
	}
	if release := have["go"]; !strings.HasPrefix(runtime.Version()+".", release+".") {
		t.Errorf("the data were made by %s, this is %s; %s", release, runtime.Version(), cure)
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command to ask for the packages as they are")
	}
	own, err := gen.Own()
	if err != nil {
		t.Fatal(err)
	}
	loader, err := gen.NewLoader(own)
	if err != nil {
		t.Fatal(err)
	}
	docs, err := gen.Docs(own)
	if err != nil {
		t.Fatal(err)
	}
	delete(have, "go")
	for _, path := range own {
		pkg, err := loader.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if gen.Sum(pkg) != have[path] {
			t.Errorf("%s exports something else than when the data were made; %s", path, cure)
		}
		if packedDoc(path) != string(docs[path]) {
			t.Errorf("%s has other doc comments or examples than when the data were made; %s", path, cure)
		}
		delete(have, path)
	}
	for path := range have {
		t.Errorf("%s is gone; %s", path, cure)
	}
}
