package structure

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// systems are those that the program is for.
var systems = []string{"linux", "darwin", "windows"}

// needGo skips a test where there is no go command.
func needGo(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go tool here")
	}
}

// forSystem is the environment of builds for a system without a C compiler.
func forSystem(system string) []string {
	return append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
}

// TestChecksForOtherSystems: the files of all packages, and of their tests, are right
// by their types for the systems that this one is not. TestBuildsForOtherSystems
// looks for more.
func TestChecksForOtherSystems(t *testing.T) {
	needGo(t)
	module, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range systems {
		if system == runtime.GOOS {
			continue
		}
		loaded, err := packages.Load(&packages.Config{
			Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
				packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo,
			Dir: root, Env: forSystem(system), Tests: true,
			ParseFile: func(fset *token.FileSet, name string, source []byte) (*ast.File, error) {
				f, err := parser.ParseFile(fset, name, source, parser.SkipObjectResolution)
				if f != nil && !strings.HasPrefix(name, module+string(filepath.Separator)) {
					withoutBodies(f)
				}
				return f, err
			},
		}, "./...")
		if err != nil {
			t.Fatalf("%s: %v", system, err)
		}
		checked := 0
		for _, p := range loaded {
			if strings.HasSuffix(p.ID, ".test") {
				continue // the main that the go command makes of tests
			}
			if len(p.Syntax) > 0 {
				checked++
			}
			for _, err := range p.Errors {
				t.Errorf("%s: %v", system, err)
			}
		}
		if checked < 50 {
			t.Errorf("%s: only %d packages have been checked", system, checked)
		}
	}
}

// withoutBodies removes the bodies of a file's functions: what imports a package does
// not need them.
func withoutBodies(f *ast.File) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			fn.Body = nil
		}
	}
}

// TestBuildsForOtherSystems: the program is built for all systems on any of them,
// without a C compiler, and all packages are vetted with their tests.
func TestBuildsForOtherSystems(t *testing.T) {
	if os.Getenv("NVSD_SYSTEMS") == "" {
		t.Skip("compiles everything for each system: make systems")
	}
	needGo(t)
	for _, system := range systems {
		if system == runtime.GOOS {
			continue
		}
		for _, args := range [][]string{
			{"build", "-ldflags=-w", "-o", os.DevNull, "./cmd/nvsd-kernel"},
			{"vet", "./..."},
		} {
			// Nobody runs it: what makes it fast, or is for debuggers, takes a
			// third of the time.
			args = slices.Insert(args, 1, "-gcflags=all=-l -dwarf=false")
			build := exec.Command("go", args...)
			build.Dir, build.Env = root, forSystem(system)
			if out, err := build.CombinedOutput(); err != nil {
				t.Errorf("%s %s: %v\n%s", system, args[0], err, out)
			}
		}
	}
}
