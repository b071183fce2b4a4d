package structure

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
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
	"cmd/nvsd-kernel":                   {"interp/memory"},
	"cmd/nvsd-kernel/internal/identity": {"internal/repl", "internal/version"},
	"cmd/nvsd-kernel/internal/terminal": {"internal/repl", "kernel/history", "notebooks"},
	"cmd/nvsd-kernel/internal/checking": {"internal/repl", "interp", "interp/hidden", "notebooks", "notebooks/compare", "notebooks/proofs"},
	"cmd/nvsd-kernel/internal/commands": {
		"display", "install", "internal/carried", "internal/jupytext", "internal/repl", "internal/version", "notebooks", "notebooks/compare",
		"kernel", "kernel/history",
		"interp", "interp/carry", "interp/cell", "interp/export", "interp/magic", "interp/memory", "interp/program", "interp/tidy", "interp/worker", "interp/worker/child",
		"stdlib/nvsd", "stdlib/nvsd/data", "stdlib/nvsd/fit", "stdlib/nvsd/procedure", "stdlib/nvsd/report", "stdlib/nvsd/study",
	},

	"kernel":         {"internal/repl", "kernel/zmtp", "kernel/history", "kernel/tally"},
	"kernel/zmtp":    {"kernel/tally"},
	"kernel/history": {},
	"kernel/tally":   {},

	"interp":               {"internal/jupytext", "internal/repl", "interp/advice", "interp/assist", "interp/cell", "interp/export", "interp/hidden", "interp/local", "interp/magic", "interp/memory", "interp/rt", "interp/symbols", "interp/worker", "interp/worker/wire"},
	"interp/advice":        {"internal/spelling"},
	"interp/bounds":        {},
	"interp/cell":          {"interp/advice", "interp/bounds", "interp/comments", "interp/lower", "interp/lower/generic", "interp/rt"},
	"interp/cell/celltest": {}, // for tests
	"interp/carry":         {"internal/carried", "interp/cell", "interp/interpreter", "interp/rt", "interp/symbols", "interp/watch"},
	"interp/exam":          {},
	"interp/export":        {"interp/cell", "interp/magic"},
	"interp/hidden":        {"interp/cell", "interp/magic", "interp/symbols"},
	"interp/interpreter":   {"interp/lower/generic", "interp/rt", "interp/symbols", "interp/watch"},
	"interp/magic":         {"internal/spelling", "interp/cell"},
	"interp/memory":        {"internal/machine"},
	"interp/rt":            {"internal/carried", "internal/mapkeys", "interp/rt/named", "interp/rt/chain", "interp/rt/runtime"},
	"interp/rt/chain":      {},
	"interp/rt/named":      {},
	"interp/rt/runtime":    {},
	"interp/program/gen":   {},

	"interp/program/product":          {},
	"interp/program/product/compiled": {"interp/program/product"},

	// The supervisor's side and the child's know of each other by what goes over the
	// wire alone.
	"interp/worker":       {"internal/repl", "interp/memory", "interp/rt", "interp/worker/group", "interp/worker/wire"},
	"interp/worker/child": {"display", "display/comm", "display/widget", "internal/carried", "internal/repl", "internal/stored", "internal/underway", "internal/wholefile", "interp/carry", "interp/cell", "interp/interpreter", "interp/memory", "interp/rt", "interp/watch", "interp/worker/child/output", "interp/worker/child/variables", "interp/worker/group", "interp/worker/wire", "stdlib/nvsd/data", "stdlib/nvsd/proof"},
	"interp/worker/wire":  {"internal/repl", "interp/memory", "interp/rt"},
	"interp/worker/group": {},

	"interp/worker/child/output":    {"internal/repl", "interp/memory", "interp/worker/wire"},
	"interp/worker/child/variables": {"internal/mapkeys", "internal/repl", "interp/rt", "interp/worker/wire", "display", "stdlib/nvsd/report"},

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
	"interp/assist":   {"internal/repl", "interp/cell", "interp/comments"},

	"display":                  {"display/widget", "internal/mapkeys", "stdlib/nvsd/refusal", "stdlib/nvsd/report", "stdlib/nvsd/viz"},
	"display/comm":             {},
	"display/widget":           {"display/comm", "stdlib/nvsd/report"},
	"notebooks":                {"internal/jupytext", "internal/wholefile", "internal/spelling", "internal/repl", "notebooks/mathml"},
	"notebooks/compare":        {"internal/stored", "internal/repl", "notebooks"},
	"notebooks/mathml":         {},
	"notebooks/proofs":         {"display", "internal/repl", "internal/stored", "notebooks", "notebooks/compare", "stdlib/nvsd", "stdlib/nvsd/proof", "stdlib/nvsd/report"},
	"docs/internal/writesite":  {"notebooks/mathml"},
	"install":                  {},
	"install/internal/release": {"internal/wholefile"},
	"install/portable":         {},

	"internal/blas":      {"internal/panel"},
	"internal/carried":   {},
	"internal/golden":    {}, // for tests
	"internal/jupytext":  {},
	"internal/machine":   {},
	"internal/mapkeys":   {},
	"internal/panel":     {},
	"internal/repl":      {},
	"internal/spelling":  {},
	"internal/stored":    {},
	"internal/structure": {}, // of tests
	"internal/underway":  {},
	"internal/wholefile": {},
	"internal/version":   {},
	"internal/sealed":    {"internal/wholefile"},

	// The layers of nvsd, in the order of docs/architecture.md from below; the root is what users type.
	"stdlib/nvsd/progress":         {"internal/stored", "internal/underway", "stdlib/nvsd/internal/lists", "stdlib/nvsd/internal/parallel", "stdlib/nvsd/report", "stdlib/nvsd/solve"},
	"stdlib/nvsd/refusal":          {"internal/spelling"},
	"stdlib/nvsd/score":            {"stdlib/nvsd/data", "stdlib/nvsd/internal/lists", "stdlib/nvsd/internal/weighed", "stdlib/nvsd/loss", "stdlib/nvsd/refusal", "stdlib/nvsd/report", "stdlib/nvsd/viz"},
	"stdlib/nvsd/problem":          {"internal/machine", "stdlib/nvsd/data", "stdlib/nvsd/internal/lists", "stdlib/nvsd/internal/parallel", "stdlib/nvsd/internal/repeats", "stdlib/nvsd/internal/weighed", "stdlib/nvsd/kern", "stdlib/nvsd/loss", "stdlib/nvsd/penalty", "stdlib/nvsd/progress", "stdlib/nvsd/refusal", "stdlib/nvsd/report", "stdlib/nvsd/score", "stdlib/nvsd/solve", "stdlib/nvsd/trait", "stdlib/nvsd/viz"},
	"stdlib/nvsd/choose":           {"stdlib/nvsd/data", "stdlib/nvsd/internal/lists", "stdlib/nvsd/internal/parallel", "stdlib/nvsd/internal/repeats", "stdlib/nvsd/internal/weighed", "stdlib/nvsd/kern", "stdlib/nvsd/loss", "stdlib/nvsd/problem", "stdlib/nvsd/progress", "stdlib/nvsd/refusal", "stdlib/nvsd/report", "stdlib/nvsd/score", "stdlib/nvsd/solve", "stdlib/nvsd/solve/evidence", "stdlib/nvsd/trait", "stdlib/nvsd/viz"},
	"stdlib/nvsd/model":            {"stdlib/nvsd/choose", "stdlib/nvsd/data", "stdlib/nvsd/internal/lists", "stdlib/nvsd/internal/parallel", "stdlib/nvsd/internal/repeats", "stdlib/nvsd/internal/weighed", "stdlib/nvsd/kern", "stdlib/nvsd/loss", "stdlib/nvsd/problem", "stdlib/nvsd/progress", "stdlib/nvsd/refusal", "stdlib/nvsd/report", "stdlib/nvsd/score", "stdlib/nvsd/solve", "stdlib/nvsd/solve/evidence", "stdlib/nvsd/trait", "stdlib/nvsd/viz"},
	"stdlib/nvsd/record":           {"internal/version", "internal/wholefile", "stdlib/nvsd/choose", "stdlib/nvsd/data", "stdlib/nvsd/internal/declare", "stdlib/nvsd/internal/lists", "stdlib/nvsd/internal/portable", "stdlib/nvsd/internal/repeats", "stdlib/nvsd/kern", "stdlib/nvsd/loss", "stdlib/nvsd/model", "stdlib/nvsd/penalty", "stdlib/nvsd/problem", "stdlib/nvsd/refusal", "stdlib/nvsd/solve", "stdlib/nvsd/solve/evidence"},
	"stdlib/nvsd/proof":            {"internal/stored", "stdlib/nvsd/choose", "stdlib/nvsd/data", "stdlib/nvsd/internal/declare", "stdlib/nvsd/internal/lists", "stdlib/nvsd/kern", "stdlib/nvsd/model", "stdlib/nvsd/penalty", "stdlib/nvsd/problem", "stdlib/nvsd/record", "stdlib/nvsd/refusal", "stdlib/nvsd/report", "stdlib/nvsd/solve", "stdlib/nvsd/trait"},
	"stdlib/nvsd/resample":         {"stdlib/nvsd/choose", "stdlib/nvsd/data", "stdlib/nvsd/internal/knockoff", "stdlib/nvsd/internal/lists", "stdlib/nvsd/model", "stdlib/nvsd/penalty", "stdlib/nvsd/problem", "stdlib/nvsd/progress", "stdlib/nvsd/refusal", "stdlib/nvsd/report", "stdlib/nvsd/trait", "stdlib/nvsd/viz"},
	"stdlib/nvsd/search":           {"internal/sealed", "stdlib/nvsd/choose", "stdlib/nvsd/data", "stdlib/nvsd/internal/dependence", "stdlib/nvsd/internal/lists", "stdlib/nvsd/internal/parallel", "stdlib/nvsd/internal/repeats", "stdlib/nvsd/internal/weighed", "stdlib/nvsd/kern", "stdlib/nvsd/loss", "stdlib/nvsd/model", "stdlib/nvsd/penalty", "stdlib/nvsd/problem", "stdlib/nvsd/progress", "stdlib/nvsd/proof", "stdlib/nvsd/refusal", "stdlib/nvsd/report", "stdlib/nvsd/resample", "stdlib/nvsd/score", "stdlib/nvsd/solve", "stdlib/nvsd/viz"},
	"stdlib/nvsd":                  {"stdlib/nvsd/choose", "stdlib/nvsd/data", "stdlib/nvsd/kern", "stdlib/nvsd/loss", "stdlib/nvsd/model", "stdlib/nvsd/penalty", "stdlib/nvsd/problem", "stdlib/nvsd/progress", "stdlib/nvsd/proof", "stdlib/nvsd/record", "stdlib/nvsd/refusal", "stdlib/nvsd/report", "stdlib/nvsd/resample", "stdlib/nvsd/score", "stdlib/nvsd/search", "stdlib/nvsd/solve", "stdlib/nvsd/viz"},
	"stdlib/nvsd/internal/shipped": {"stdlib/nvsd/kern"},                                                                 // for tests
	"stdlib/nvsd/internal/fixture": {"stdlib/nvsd/data", "stdlib/nvsd/kern", "stdlib/nvsd/penalty", "stdlib/nvsd/solve"}, // for tests
	"stdlib/nvsd/trait":            {},
	"stdlib/nvsd/solve":            {"internal/blas", "internal/machine", "internal/panel", "stdlib/nvsd/internal/lists", "stdlib/nvsd/internal/parallel", "stdlib/nvsd/kern", "stdlib/nvsd/loss", "stdlib/nvsd/penalty", "stdlib/nvsd/trait"},
	"stdlib/nvsd/kern":             {"internal/panel", "stdlib/nvsd/internal/weighed", "stdlib/nvsd/trait"},
	"stdlib/nvsd/penalty":          {"internal/spelling", "stdlib/nvsd/trait"},
	"stdlib/nvsd/loss":             {"stdlib/nvsd/trait"},
	"stdlib/nvsd/data":             {"internal/sealed", "internal/spelling", "internal/wholefile", "stdlib/nvsd/internal/knockoff", "stdlib/nvsd/internal/lists", "stdlib/nvsd/internal/weighed", "stdlib/nvsd/report"},
	"stdlib/nvsd/solve/evidence":   {"stdlib/nvsd/kern", "stdlib/nvsd/trait", "stdlib/nvsd/internal/dependence", "stdlib/nvsd/internal/parallel", "stdlib/nvsd/internal/repeats", "stdlib/nvsd/solve/internal/symmetric"},
	"stdlib/nvsd/report":           {},
	"stdlib/nvsd/viz":              {"stdlib/nvsd/report"},
	"stdlib/nvsd/fit":              {"internal/spelling", "stdlib/nvsd", "stdlib/nvsd/baseline", "stdlib/nvsd/data", "stdlib/nvsd/internal/declare", "stdlib/nvsd/internal/jsonobject", "stdlib/nvsd/internal/weighed", "stdlib/nvsd/kern", "stdlib/nvsd/loss", "stdlib/nvsd/penalty", "stdlib/nvsd/solve", "stdlib/nvsd/trait"},
	"stdlib/nvsd/baseline":         {"internal/machine", "stdlib/nvsd", "stdlib/nvsd/choose", "stdlib/nvsd/data", "stdlib/nvsd/kern", "stdlib/nvsd/penalty", "stdlib/nvsd/report", "stdlib/nvsd/score", "stdlib/nvsd/solve", "stdlib/nvsd/viz"},
	"stdlib/nvsd/study":            {"internal/carried", "internal/spelling", "internal/version", "internal/wholefile", "stdlib/nvsd", "stdlib/nvsd/baseline", "stdlib/nvsd/data", "stdlib/nvsd/internal/declare", "stdlib/nvsd/internal/jsonobject", "stdlib/nvsd/internal/lists", "stdlib/nvsd/penalty", "stdlib/nvsd/progress", "stdlib/nvsd/refusal", "stdlib/nvsd/report", "stdlib/nvsd/trait"},
	"stdlib/nvsd/procedure":        {"stdlib/nvsd", "stdlib/nvsd/data", "stdlib/nvsd/internal/parallel", "stdlib/nvsd/loss", "stdlib/nvsd/model", "stdlib/nvsd/progress", "stdlib/nvsd/report", "stdlib/nvsd/score", "stdlib/nvsd/solve"},
	"stdlib/nvsd/nvsdtest":         {"stdlib/nvsd", "stdlib/nvsd/data", "stdlib/nvsd/kern", "stdlib/nvsd/loss", "stdlib/nvsd/penalty", "stdlib/nvsd/report", "stdlib/nvsd/trait"},

	"stdlib/nvsd/internal/declare":    {"stdlib/nvsd/kern", "stdlib/nvsd/loss", "stdlib/nvsd/penalty", "stdlib/nvsd/problem", "stdlib/nvsd/refusal", "stdlib/nvsd/solve", "stdlib/nvsd/trait"},
	"stdlib/nvsd/internal/dependence": {},
	"stdlib/nvsd/internal/jsonobject": {"internal/spelling"},
	"stdlib/nvsd/internal/parallel":   {"internal/machine"},

	// The solvers' proofs in big floats know the built-in kernels by their types.
	"stdlib/nvsd/solve/internal/exact":     {"stdlib/nvsd/kern"},
	"stdlib/nvsd/solve/internal/symmetric": {"internal/panel"},
}

// testsMayImport lists the imports of this module by the tests of each package, beside
// the package itself and what mayImport allows it.
var testsMayImport = map[string][]string{
	"docs/internal/drawarchitecture": {"internal/golden"},

	"display":          {"internal/golden", "stdlib/nvsd", "stdlib/nvsd/baseline", "stdlib/nvsd/choose", "stdlib/nvsd/data", "stdlib/nvsd/kern", "stdlib/nvsd/model", "stdlib/nvsd/nvsdtest", "stdlib/nvsd/penalty", "stdlib/nvsd/resample", "stdlib/nvsd/score", "stdlib/nvsd/search", "stdlib/nvsd/solve"},
	"notebooks":        {"internal/golden"},
	"notebooks/proofs": {"stdlib/nvsd/data", "stdlib/nvsd/kern", "stdlib/nvsd/penalty", "stdlib/nvsd/solve"},

	"install/portable": {"internal/golden"},

	"cmd/nvsd-kernel/internal/commands": {"internal/golden"},

	"interp": {
		"interp/program/product", "interp/program/product/compiled", "interp/worker/child",
		"stdlib/nvsd", "stdlib/nvsd/data", "stdlib/nvsd/kern", "stdlib/nvsd/nvsdtest", "stdlib/nvsd/penalty", "stdlib/nvsd/solve",
	},
	"interp/advice":          {"interp/symbols"},
	"interp/assist":          {"interp/symbols"},
	"interp/cell":            {"internal/golden", "interp/cell/celltest"},
	"interp/export":          {"internal/golden", "interp/cell/celltest"},
	"interp/exam":            {"internal/golden", "interp", "interp/program", "interp/symbols", "interp/worker/child", "internal/repl"},
	"interp/lower":           {"internal/golden"},
	"interp/lower/form":      {"internal/golden"},
	"interp/lower/generic":   {"interp/symbols"},
	"interp/program":         {"internal/golden", "interp/lower/form", "interp/program/gen", "interp/program/product", "interp/program/product/compiled"},
	"interp/program/product": {"interp/symbols"},
	"interp/worker":          {"interp/worker/child"},
	"interp/worker/child":    {"interp/symbols", "stdlib/nvsd/report"},

	"interp/worker/child/variables": {"interp/symbols"},

	"stdlib/nvsd":                      {"stdlib/nvsd/baseline"},
	"stdlib/nvsd/kern":                 {"stdlib/nvsd/internal/shipped", "stdlib/nvsd/penalty", "stdlib/nvsd/solve"},
	"stdlib/nvsd/penalty":              {"stdlib/nvsd/kern", "stdlib/nvsd/solve"},
	"stdlib/nvsd/data":                 {"internal/golden"},
	"stdlib/nvsd/solve":                {"stdlib/nvsd/data", "stdlib/nvsd/fit", "stdlib/nvsd/internal/shipped"},
	"stdlib/nvsd/solve/internal/exact": {"stdlib/nvsd/internal/shipped"},
	"stdlib/nvsd/fit":                  {"stdlib/nvsd/internal/shipped"},
	"stdlib/nvsd/nvsdtest":             {"stdlib/nvsd/internal/shipped"},
	"stdlib/nvsd/viz":                  {"internal/golden"},

	"test/bench":           {"stdlib/nvsd", "stdlib/nvsd/data", "stdlib/nvsd/fit", "stdlib/nvsd/kern", "stdlib/nvsd/penalty", "stdlib/nvsd/solve"},
	"stdlib/nvsd/choose":   {"stdlib/nvsd", "stdlib/nvsd/internal/fixture", "stdlib/nvsd/penalty", "stdlib/nvsd/resample"},
	"stdlib/nvsd/resample": {"stdlib/nvsd", "stdlib/nvsd/internal/fixture", "stdlib/nvsd/kern", "stdlib/nvsd/search", "stdlib/nvsd/solve"},
	"stdlib/nvsd/model":    {"stdlib/nvsd", "stdlib/nvsd/internal/fixture", "stdlib/nvsd/penalty"},
	"stdlib/nvsd/problem":  {"stdlib/nvsd", "stdlib/nvsd/internal/fixture", "stdlib/nvsd/model", "stdlib/nvsd/resample", "stdlib/nvsd/search"},
	"stdlib/nvsd/progress": {"stdlib/nvsd", "stdlib/nvsd/internal/fixture", "stdlib/nvsd/penalty", "stdlib/nvsd/resample", "stdlib/nvsd/search"},
	"stdlib/nvsd/proof":    {"stdlib/nvsd", "stdlib/nvsd/internal/fixture"},
	"stdlib/nvsd/record":   {"stdlib/nvsd", "stdlib/nvsd/internal/fixture", "stdlib/nvsd/internal/shipped"},
	"stdlib/nvsd/study":    {"stdlib/nvsd/internal/fixture", "stdlib/nvsd/kern"},
	"stdlib/nvsd/score":    {"stdlib/nvsd", "stdlib/nvsd/choose", "stdlib/nvsd/internal/fixture", "stdlib/nvsd/kern", "stdlib/nvsd/penalty", "stdlib/nvsd/search"},
	"stdlib/nvsd/search":   {"stdlib/nvsd", "stdlib/nvsd/internal/fixture"},
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
var stdOnly = []string{"internal/repl"}

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

// TestPackagesOfNvsdPointDown: among the packages of stdlib/nvsd, the list of docs/architecture.md is in the order
// of their imports.
func TestPackagesOfNvsdPointDown(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	const nvsd = "stdlib/nvsd"
	place := map[string]int{}
	within := false
	for i, line := range strings.Split(string(page), "\n") {
		name, listed := strings.CutPrefix(line, "    ")
		if !listed {
			continue
		}
		inner := strings.HasPrefix(name, "  ")
		for _, name := range regexp.MustCompile(`^ *([\w/]+(?:, [\w/]+)*)  *`).FindAllStringSubmatch(name, 1) {
			for one := range strings.SplitSeq(name[1], ", ") {
				switch {
				case strings.HasPrefix(one, nvsd):
					place[one], within = i, one == nvsd
				case within && inner:
					place[nvsd+"/"+one] = i
				case !inner:
					within = false
				}
			}
		}
	}
	if len(place) < 20 {
		t.Fatalf("only %d packages of nvsd are listed: %v", len(place), place)
	}
	for from, list := range mayImport {
		for _, to := range list {
			a, listed := place[from]
			b, also := place[to]
			if listed && also && b < a {
				t.Errorf("%s imports %s, which stands above it in docs/architecture.md", from, to)
			}
		}
	}
}
