package main

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/nvsd-kernel/nvsd-kernel"

// mayImport is the layering of the house, a statement of policy: what the files
// of each package but its tests import of this module. A new package is placed by
// adding a line. A permission that nothing uses fails too, so that the list says
// what is and not what was.
//
// A name ending in /... stands for a whole subtree: it is for generated packages,
// which import all that there is. A package and the internal ones below it may
// import each other, and an internal one needs a line only if it imports something
// else of the module.
var mayImport = map[string][]string{
	"cmd/nvsd-kernel": {
		"install", "internal/jupytext", "notebooks", "notebooks/compare", "notebooks/proofs",
		"kernel", "kernel/history", "kernel/repl",
		"interp", "interp/cell", "interp/export", "interp/hidden", "interp/magic", "interp/memory", "interp/program", "interp/tidy", "interp/worker", "interp/worker/child",
		"stdlib/nvsd/data", "stdlib/nvsd/fit", "stdlib/nvsd/procedure", "stdlib/nvsd/report",
	},

	"kernel":         {"kernel/repl", "kernel/zmtp", "kernel/history", "kernel/tally"},
	"kernel/zmtp":    {"kernel/tally"},
	"kernel/history": {},
	"kernel/repl":    {},
	"kernel/tally":   {},

	"interp":               {"internal/jupytext", "kernel/repl", "interp/advice", "interp/assist", "interp/cell", "interp/export", "interp/hidden", "interp/local", "interp/magic", "interp/memory", "interp/rt", "interp/symbols", "interp/worker", "interp/worker/wire"},
	"interp/advice":        {"internal/spelling"},
	"interp/bounds":        {},
	"interp/cell":          {"interp/advice", "interp/bounds", "interp/comments", "interp/lower", "interp/lower/generic", "interp/rt"},
	"interp/cell/celltest": {}, // for tests
	"interp/exam":          {},
	"interp/export":        {"interp/cell", "interp/magic"},
	"interp/hidden":        {"interp/cell", "interp/magic", "interp/symbols"},
	"interp/interpreter":   {"interp/lower/generic", "interp/rt", "interp/symbols", "interp/watch"},
	"interp/magic":         {"internal/spelling", "interp/cell"},
	"interp/memory":        {},
	"interp/rt":            {"internal/mapkeys", "interp/rt/named", "interp/rt/chain", "interp/rt/runtime"},
	"interp/rt/chain":      {},
	"interp/rt/named":      {},
	"interp/rt/runtime":    {},
	"interp/program/gen":   {},

	"interp/program/product":          {},
	"interp/program/product/compiled": {"interp/program/product"},

	// The supervisor's side and the child's know of each other by what goes over the
	// wire alone.
	"interp/worker":       {"kernel/repl", "interp/memory", "interp/rt", "interp/worker/group", "interp/worker/wire"},
	"interp/worker/child": {"internal/wholefile", "internal/mapkeys", "internal/stored", "internal/underway", "kernel/repl", "interp/memory", "interp/cell", "interp/interpreter", "interp/rt", "interp/watch", "interp/worker/group", "interp/worker/wire", "display", "display/comm", "display/widget", "stdlib/nvsd", "stdlib/nvsd/data", "stdlib/nvsd/report"},
	"interp/worker/wire":  {"kernel/repl", "interp/memory", "interp/rt"},
	"interp/worker/group": {},

	"interp/watch":         {"interp/rt", "interp/rt/chain", "interp/rt/runtime"},
	"interp/lower":         {"interp/rt", "interp/lower/form", "interp/lower/generic"},
	"interp/lower/form":    {"interp/rt"},
	"interp/lower/generic": {"interp/rt"},
	"interp/local":         {"interp/bounds", "interp/lower", "interp/lower/generic"},
	"interp/program":       {"interp/interpreter", "interp/local", "interp/watch", "interp/lower", "interp/lower/generic", "interp/memory", "interp/rt", "interp/rt/chain", "interp/symbols"},
	"interp/symbols":       {"interp/rt"},
	"interp/tidy":          {"interp/cell", "interp/magic"},

	"interp/symbols/internal/gen":   {"interp/comments"},
	"interp/symbols/internal/table": {"interp/rt", "display/...", "stdlib/nvsd/..."}, // generated

	"interp/comments": {},
	"interp/assist":   {"kernel/repl", "interp/cell", "interp/comments"},

	"display":                  {"display/widget", "internal/mapkeys", "stdlib/nvsd/report", "stdlib/nvsd/viz"},
	"display/comm":             {},
	"display/widget":           {"display/comm", "stdlib/nvsd/report"},
	"notebooks":                {"internal/jupytext", "internal/wholefile", "internal/spelling", "kernel/repl", "notebooks/mathml"},
	"notebooks/compare":        {"internal/stored", "kernel/repl", "notebooks"},
	"notebooks/mathml":         {},
	"notebooks/proofs":         {"display", "internal/stored", "kernel/repl", "notebooks", "notebooks/compare", "stdlib/nvsd", "stdlib/nvsd/report"},
	"docs/internal/writesite":  {"notebooks/mathml"},
	"install":                  {},
	"install/internal/release": {"internal/wholefile"},
	"install/portable":         {},

	"internal/blas":      {"internal/panel"},
	"internal/golden":    {}, // for tests
	"internal/jupytext":  {},
	"internal/mapkeys":   {},
	"internal/panel":     {},
	"internal/spelling":  {},
	"internal/stored":    {},
	"internal/underway":  {},
	"internal/wholefile": {},

	"stdlib/nvsd":                {"internal/wholefile", "internal/spelling", "internal/stored", "internal/underway", "stdlib/nvsd/data", "stdlib/nvsd/kern", "stdlib/nvsd/penalty", "stdlib/nvsd/report", "stdlib/nvsd/solve", "stdlib/nvsd/solve/evidence", "stdlib/nvsd/trait", "stdlib/nvsd/viz"},
	"stdlib/nvsd/trait":          {},
	"stdlib/nvsd/solve":          {"internal/blas", "internal/panel", "stdlib/nvsd/kern", "stdlib/nvsd/penalty", "stdlib/nvsd/trait"},
	"stdlib/nvsd/kern":           {"stdlib/nvsd/trait"},
	"stdlib/nvsd/penalty":        {"internal/spelling", "stdlib/nvsd/trait"},
	"stdlib/nvsd/data":           {"internal/wholefile", "internal/spelling", "stdlib/nvsd/report"},
	"stdlib/nvsd/solve/evidence": {"stdlib/nvsd/trait", "stdlib/nvsd/internal/parallel", "stdlib/nvsd/internal/repeats", "stdlib/nvsd/solve/internal/symmetric"},
	"stdlib/nvsd/report":         {},
	"stdlib/nvsd/viz":            {"stdlib/nvsd/report"},
	"stdlib/nvsd/fit":            {"stdlib/nvsd", "stdlib/nvsd/baseline", "internal/spelling", "stdlib/nvsd/solve", "stdlib/nvsd/kern", "stdlib/nvsd/penalty", "stdlib/nvsd/data", "stdlib/nvsd/trait"},
	"stdlib/nvsd/baseline":       {"stdlib/nvsd", "stdlib/nvsd/solve", "stdlib/nvsd/kern", "stdlib/nvsd/penalty", "stdlib/nvsd/data", "stdlib/nvsd/report", "stdlib/nvsd/viz"},
	"stdlib/nvsd/procedure":      {"stdlib/nvsd", "stdlib/nvsd/internal/parallel", "stdlib/nvsd/report", "stdlib/nvsd/solve", "stdlib/nvsd/data"},
	"stdlib/nvsd/nvsdtest":       {"stdlib/nvsd", "stdlib/nvsd/data", "stdlib/nvsd/kern", "stdlib/nvsd/penalty", "stdlib/nvsd/report", "stdlib/nvsd/trait"},

	// The solvers' proofs in big floats know the built-in kernels by their types.
	"stdlib/nvsd/solve/internal/exact":     {"stdlib/nvsd/kern"},
	"stdlib/nvsd/solve/internal/symmetric": {"internal/panel"},
}

// testsMayImport is what the tests of each package import of this module, beside
// the package itself and what mayImport allows it.
var testsMayImport = map[string][]string{
	"docs/internal/drawarchitecture": {"internal/golden"},

	"display":          {"internal/golden", "stdlib/nvsd", "stdlib/nvsd/baseline", "stdlib/nvsd/data", "stdlib/nvsd/kern", "stdlib/nvsd/nvsdtest", "stdlib/nvsd/penalty", "stdlib/nvsd/solve"},
	"notebooks":        {"internal/golden"},
	"notebooks/proofs": {"stdlib/nvsd/data", "stdlib/nvsd/kern", "stdlib/nvsd/penalty", "stdlib/nvsd/solve"},

	"cmd/nvsd-kernel":  {"internal/golden"},
	"install/portable": {"internal/golden"},

	"interp": {
		"interp/program/product", "interp/program/product/compiled", "interp/worker/child",
		"stdlib/nvsd", "stdlib/nvsd/data", "stdlib/nvsd/kern", "stdlib/nvsd/nvsdtest", "stdlib/nvsd/penalty", "stdlib/nvsd/solve",
	},
	"interp/advice":          {"interp/symbols"},
	"interp/assist":          {"interp/symbols"},
	"interp/cell":            {"internal/golden", "interp/cell/celltest"},
	"interp/export":          {"internal/golden", "interp/cell/celltest"},
	"interp/exam":            {"internal/golden", "interp", "interp/program", "interp/symbols", "interp/worker/child", "kernel/repl"},
	"interp/lower":           {"internal/golden"},
	"interp/lower/form":      {"internal/golden"},
	"interp/lower/generic":   {"interp/symbols"},
	"interp/program":         {"internal/golden", "interp/lower/form", "interp/program/gen", "interp/program/product", "interp/program/product/compiled"},
	"interp/program/product": {"interp/symbols"},
	"interp/worker":          {"interp/worker/child"},
	"interp/worker/child":    {"interp/symbols"},

	"stdlib/nvsd":                      {"stdlib/nvsd/baseline"},
	"stdlib/nvsd/kern":                 {"stdlib/nvsd/internal/shipped", "stdlib/nvsd/penalty", "stdlib/nvsd/solve"},
	"stdlib/nvsd/penalty":              {"stdlib/nvsd/kern", "stdlib/nvsd/solve"},
	"stdlib/nvsd/data":                 {"internal/golden"},
	"stdlib/nvsd/solve":                {"stdlib/nvsd/data", "stdlib/nvsd/fit"},
	"stdlib/nvsd/solve/evidence":       {"stdlib/nvsd/kern"},
	"stdlib/nvsd/solve/internal/exact": {"stdlib/nvsd/internal/shipped"},
	"stdlib/nvsd/nvsdtest":             {"stdlib/nvsd/internal/shipped"},
	"stdlib/nvsd/fit":                  {"stdlib/nvsd/internal/shipped"},
	"stdlib/nvsd/viz":                  {"internal/golden"},

	"test/bench": {"stdlib/nvsd", "stdlib/nvsd/data", "stdlib/nvsd/fit", "stdlib/nvsd/kern", "stdlib/nvsd/penalty", "stdlib/nvsd/solve"},
}

// onlyUnder confines a third-party module to one part of the house, in tests too.
var onlyUnder = map[string]string{
	"github.com/traefik/yaegi":  "interp/",
	"github.com/go-zeromq/zmq4": "kernel/zmtp",
	"github.com/spf13/cobra":    "cmd/",
	"github.com/reeflective/":   "cmd/",
	"github.com/yuin/goldmark":  "notebooks",
}

// stdOnly lists the packages that import the standard library alone.
var stdOnly = []string{"kernel/repl"}

// TestImportPolicy holds the imports of every Go file, whatever system it is for,
// against the policy.
func TestImportPolicy(t *testing.T) {
	files := moduleFiles(t)
	placed := map[string]bool{}
	used := map[permission]bool{}
	for _, f := range files {
		_, code := mayImport[f.pkg]
		_, tests := testsMayImport[f.pkg]
		if !code && !(tests && f.test) && !isInternal(f.pkg) {
			t.Errorf("%s: package %s has no line in mayImport: say what it may import", f.path, f.pkg)
			continue
		}
		placed[f.pkg] = true
		for _, imp := range f.imports(t) {
			inner, ours := strings.CutPrefix(imp, module+"/")
			if !ours {
				checkForeign(t, f, imp)
				continue
			}
			if inner == f.pkg || owner(inner) == owner(f.pkg) && (isInternal(inner) || isInternal(f.pkg)) ||
				strings.HasPrefix(inner, f.pkg+"/testdata/") {
				continue
			}
			p, ok := permitted(f, inner)
			if !ok {
				t.Errorf("%s imports %s, which the layering does not allow", f.path, inner)
			}
			used[p] = true
		}
	}
	for _, list := range []struct {
		name  string
		lines map[string][]string
		test  bool
	}{{"mayImport", mayImport, false}, {"testsMayImport", testsMayImport, true}} {
		for pkg, rules := range list.lines {
			if !placed[pkg] {
				t.Errorf("%s has a line for %s, which is not a package: remove it", list.name, pkg)
			}
			for _, rule := range rules {
				if !used[permission{pkg, rule, list.test}] {
					t.Errorf("%s allows %s to import %s, and no file does: remove it", list.name, pkg, rule)
				}
			}
		}
	}
}

// A permission is one name in a line of mayImport, or of testsMayImport.
type permission struct {
	pkg, rule string
	test      bool
}

// permitted returns the permission by which a file imports a package of the
// module. A test that imports what its package may import anyway uses none: a test
// alone does not keep a line of mayImport.
func permitted(f goFile, imp string) (p permission, ok bool) {
	allows := func(rule string) bool { return matches(rule, imp) }
	if i := slices.IndexFunc(mayImport[f.pkg], allows); i >= 0 {
		if f.test {
			return permission{}, true
		}
		return permission{f.pkg, mayImport[f.pkg][i], false}, true
	}
	if !f.test {
		return permission{}, false
	}
	if i := slices.IndexFunc(testsMayImport[f.pkg], allows); i >= 0 {
		return permission{f.pkg, testsMayImport[f.pkg][i], true}, true
	}
	return permission{}, false
}

// checkForeign holds an import from outside the module against the policy.
func checkForeign(t *testing.T, f goFile, imp string) {
	t.Helper()
	for prefix, place := range onlyUnder {
		if strings.HasPrefix(imp, prefix) && !strings.HasPrefix(f.pkg+"/", strings.TrimSuffix(place, "/")+"/") {
			t.Errorf("%s imports %s, which belongs under %s only", f.path, imp, place)
		}
	}
	if slices.Contains(stdOnly, f.pkg) && strings.Contains(strings.SplitN(imp, "/", 2)[0], ".") {
		t.Errorf("%s imports %s, but may import the standard library only", f.path, imp)
	}
	if imp == "C" {
		t.Errorf("%s uses cgo", f.path)
	}
}

func matches(rule, name string) bool {
	if tree, ok := strings.CutSuffix(rule, "..."); ok {
		return strings.HasPrefix(name+"/", tree)
	}
	return rule == name
}

// isInternal reports whether a package is in the internal folder of another.
func isInternal(pkg string) bool { return owner(pkg) != pkg }

// owner returns the package in whose internal folder pkg is, or pkg itself.
func owner(pkg string) string {
	outer, _, _ := strings.Cut(pkg, "/internal/")
	return outer
}

// TestNoExitOutsidePrograms holds every package that is no program to returning
// its errors: none ends the process, on any system.
func TestNoExitOutsidePrograms(t *testing.T) {
	for _, f := range moduleFiles(t) {
		if f.test || isInternal(f.pkg) {
			continue
		}
		fset, tree := f.parse(t)
		if tree.Name.Name == "main" {
			continue
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
