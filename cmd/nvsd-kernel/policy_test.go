package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/nvsd-kernel/nvsd-kernel"

// mayImport is the layering of the house, a statement of policy: what each
// package may import of this module. A name ending in /... stands for a whole
// subtree. A package that is not listed here may import nothing of the module,
// so a new one is placed by adding a line.
var mayImport = map[string][]string{
	"cmd/nvsd-kernel": {"..."},

	"kernel":         {"kernel/repl", "kernel/zmtp", "kernel/history", "kernel/tally"},
	"kernel/zmtp":    {"kernel/tally"},
	"kernel/history": {},
	"kernel/repl":    {},
	"kernel/tally":   {},

	"interp":             {"kernel/repl", "interp/..."},
	"interp/bounds":      {},
	"interp/cell":        {"kernel/repl", "interp/bounds", "interp/comments", "interp/lower", "interp/lower/generic", "interp/rt"},
	"interp/magic":       {"interp/cell"},
	"interp/memory":      {},
	"interp/worker":      {"kernel/repl", "interp/memory", "interp/cell", "interp/rt", "interp/watch", "interp/lower/generic", "interp/symbols", "display", "display/comm"},
	"interp/rt":          {"interp/rt/named", "interp/rt/chain", "interp/rt/runtime"},
	"interp/rt/chain":    {},
	"interp/rt/named":    {},
	"interp/rt/runtime":  {},
	"interp/program/gen": {},

	"interp/program/product":          {},
	"interp/program/product/compiled": {"interp/program/product"},

	"interp/watch":         {"interp/rt", "interp/rt/chain", "interp/rt/runtime"},
	"interp/lower":         {"interp/rt", "interp/lower/form", "interp/lower/generic"},
	"interp/lower/form":    {"interp/rt"},
	"interp/lower/generic": {"interp/rt"},
	"interp/local":         {"interp/bounds", "interp/lower", "interp/lower/generic"},
	"interp/program":       {"interp/local", "interp/watch", "interp/lower", "interp/lower/generic", "interp/rt", "interp/symbols"},
	"interp/symbols":       {"interp/rt", "display", "display/comm", "stdlib/nvsd/...", "interp/symbols/..."},

	"interp/comments": {},
	"interp/assist":   {"kernel/repl", "interp/cell", "interp/comments"},

	"display":      {"stdlib/nvsd/..."},
	"display/comm": {},
	"notebooks":    {"kernel/repl"},
	"install":      {},

	"stdlib/nvsd":                {"stdlib/nvsd/..."},
	"stdlib/nvsd/trait":          {},
	"stdlib/nvsd/solve":          {"stdlib/nvsd/trait"},
	"stdlib/nvsd/kern":           {"stdlib/nvsd/trait"},
	"stdlib/nvsd/penalty":        {"stdlib/nvsd/trait"},
	"stdlib/nvsd/data":           {},
	"stdlib/nvsd/solve/evidence": {"stdlib/nvsd/trait", "stdlib/nvsd/solve/internal/symmetric"},
	"stdlib/nvsd/viz":            {},
	"stdlib/nvsd/fit":            {"stdlib/nvsd", "stdlib/nvsd/baseline", "stdlib/nvsd/solve", "stdlib/nvsd/kern", "stdlib/nvsd/penalty", "stdlib/nvsd/data", "stdlib/nvsd/trait"},
	"stdlib/nvsd/baseline":       {"stdlib/nvsd", "stdlib/nvsd/solve", "stdlib/nvsd/kern", "stdlib/nvsd/penalty", "stdlib/nvsd/data", "stdlib/nvsd/baseline/..."},
	"stdlib/nvsd/procedure":      {"stdlib/nvsd", "stdlib/nvsd/kern", "stdlib/nvsd/penalty", "stdlib/nvsd/data"},
	"stdlib/nvsd/nvsdtest":       {"stdlib/nvsd/solve", "stdlib/nvsd/trait"},
}

// onlyUnder confines a third-party module to one part of the house.
var onlyUnder = map[string]string{
	"github.com/traefik/yaegi":  "interp/",
	"github.com/go-zeromq/zmq4": "kernel/zmtp",
	"github.com/spf13/cobra":    "cmd/",
	"github.com/yuin/goldmark":  "notebooks",
}

// stdOnly lists the packages that import the standard library alone.
var stdOnly = []string{"kernel/repl"}

// TestImportPolicy reads the imports of every package, those of its tests
// apart, and holds them against the policy.
func TestImportPolicy(t *testing.T) {
	for _, p := range listPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		allowed, listed := mayImport[name]
		if !listed && len(p.Imports) > 0 && !strings.Contains(name, "/internal/") {
			t.Errorf("%s has no line in mayImport: say what it may import", name)
			continue
		}
		for _, imp := range p.Imports {
			if inner, ok := strings.CutPrefix(imp, module+"/"); ok {
				// What a package keeps in its internal folder is its own.
				own := strings.HasPrefix(inner, name+"/internal/") || strings.Contains(name, "/internal/")
				if !own && !slices.ContainsFunc(allowed, func(rule string) bool { return matches(rule, inner) }) {
					t.Errorf("%s imports %s, which the layering does not allow", name, inner)
				}
				continue
			}
			for prefix, place := range onlyUnder {
				if strings.HasPrefix(imp, prefix) && !strings.HasPrefix(name+"/", strings.TrimSuffix(place, "/")+"/") {
					t.Errorf("%s imports %s, which belongs under %s only", name, imp, place)
				}
			}
			if slices.Contains(stdOnly, name) && strings.Contains(strings.SplitN(imp, "/", 2)[0], ".") {
				t.Errorf("%s imports %s, but may import the standard library only", name, imp)
			}
			if imp == "C" {
				t.Errorf("%s uses cgo", name)
			}
		}
	}
}

// TestNoExitOutsideCmd holds every package but the command to returning its
// errors: none ends the process.
func TestNoExitOutsideCmd(t *testing.T) {
	for _, p := range listPackages(t) {
		if strings.HasPrefix(p.ImportPath, module+"/cmd/") || strings.Contains(p.ImportPath, "/internal/") {
			continue
		}
		for _, file := range p.GoFiles {
			fset := token.NewFileSet()
			tree, err := parser.ParseFile(fset, filepath.Join(p.Dir, file), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(tree, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				sel, ok := call.Fun.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				base, ok := sel.X.(*ast.Ident)
				if !ok {
					return true
				}
				ends := base.Name == "os" && sel.Sel.Name == "Exit" ||
					base.Name == "log" && strings.HasPrefix(sel.Sel.Name, "Fatal")
				if ends {
					t.Errorf("%s: %s.%s ends the process", fset.Position(call.Pos()), base.Name, sel.Sel.Name)
				}
				return true
			})
		}
	}
}

type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
}

func listPackages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports", module+"/...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func matches(rule, name string) bool {
	if tree, ok := strings.CutSuffix(rule, "..."); ok {
		return strings.HasPrefix(name+"/", tree)
	}
	return rule == name
}
