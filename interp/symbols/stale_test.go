package symbols

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols/internal/gen"
)

const cure = "run: go generate ./interp/symbols"

// The generated data must be renewed when the exports or doc comments of nvsd's
// packages change, and for a new release of Go.
func TestGeneratedDataIsFresh(t *testing.T) {
	have := readSums(t)
	if made := have["go"]; release(made) != release(gen.Toolchain()) {
		t.Errorf("the data were made by Go %s, this is %s; %s", made, gen.Toolchain(), cure)
	}
	needGo(t)
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

// The generated files are those of the generator, byte for byte, and there are no
// others. This holds for the toolchain that made them: another patch release may have
// other comments, and another system has other names.
func TestGeneratedFilesAreTheGenerators(t *testing.T) {
	needGo(t)
	if made := readSums(t)["go"]; made != gen.Toolchain() {
		t.Skipf("the files were made by Go %s, this is %s", made, gen.Toolchain())
	}
	files, err := gen.Files()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		have, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			t.Errorf("%v; %s", err, cure)
		} else if !bytes.Equal(have, want) {
			t.Errorf("%s is not what the generator makes; %s", name, cure)
		}
	}
	entries, err := os.ReadDir(filepath.FromSlash(gen.Dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if name := gen.Dir + "/" + entry.Name(); files[name] == nil {
			t.Errorf("the generator does not make %s; %s", name, cure)
		}
	}
}

// readSums reads the sums file of the generator: the toolchain under "go", and the sum
// of each package of the project under its path.
func readSums(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(gen.SumsFile))
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		path, sum, _ := strings.Cut(strings.TrimSpace(line), " ")
		sums[path] = sum
	}
	return sums
}

// release returns the first two numbers of a toolchain.
func release(toolchain string) string {
	version, _, _ := strings.Cut(toolchain, " ")
	numbers := strings.SplitN(version, ".", 3)
	return strings.Join(numbers[:min(2, len(numbers))], ".")
}

func needGo(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command to ask for the packages as they are")
	}
}
