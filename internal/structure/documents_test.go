package structure

import (
	"fmt"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/tools/go/packages"
)

// A file that a document names stands between backquotes, with its folder.
var namedFile = regexp.MustCompile("`([\\w.-]+(?:/[\\w.-]+)*/[\\w-]+\\.(?:go|py|md|txt|svg))`")

// A link leads from one file of the tree to another.
var link = regexp.MustCompile(`\]\(([^):#]+)(?:#[^)]*)?\)`)

// A picture of a document may be a tag.
var source = regexp.MustCompile(`src(?:set)?="([\w./-]+/[\w.-]+)"`)

// TestDocumentsNameFilesThatExist: the files that contributors are told of are there,
// and so are pictures, and where the links of all documents lead.
func TestDocumentsNameFilesThatExist(t *testing.T) {
	documents := documents(t)
	named, links := 0, 0
	for _, file := range documents {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		here := filepath.ToSlash(strings.TrimPrefix(file, root+string(filepath.Separator)))
		for _, m := range append(link.FindAllStringSubmatch(string(text), -1), source.FindAllStringSubmatch(string(text), -1)...) {
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s has a link to %s, which is not there", here, m[1])
			}
		}
		if here != "CONTRIBUTING.md" && here != "docs/architecture.md" {
			continue // others shorten paths
		}
		for _, m := range namedFile.FindAllStringSubmatch(string(text), -1) {
			named++
			if strings.HasPrefix(m[1], "testdata/") {
				continue // of the package that the text is about
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s names %s, which is not there", here, m[1])
			}
		}
	}
	if named == 0 || links == 0 {
		t.Errorf("%d files and %d links are named", named, links)
	}
}

// partsDone matches the sentence of docs/status.md that counts the parts of the work.
var partsDone = regexp.MustCompile(`Parts 1 to (\d+) are done`)

// TestFiguresOfEveryPart: from part 10 on, the medians of make bench-kernels are written down with each part.
func TestFiguresOfEveryPart(t *testing.T) {
	var texts [2]string
	for i, name := range []string{"status.md", "benchmarks.md"} {
		text, err := os.ReadFile(filepath.Join(root, "docs", name))
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	found := partsDone.FindStringSubmatch(texts[0])
	if found == nil {
		t.Fatalf("docs/status.md has no sentence like %q", partsDone)
	}
	last, _ := strconv.Atoi(found[1]) // digits
	for part := 10; part <= last; part++ {
		row := regexp.MustCompile(fmt.Sprintf(`(?m)^\| %d[a-z]? \| `, part))
		if !row.MatchString(texts[1]) {
			t.Errorf("docs/benchmarks.md has no row of part %d: run make bench-kernels, and write its medians into the table of parts", part)
		}
	}
}

// documents returns the paths of the documents of the tree.
func documents(t *testing.T) []string {
	t.Helper()
	files := []string{filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md"), filepath.Join(root, "CHANGELOG.md")}
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".md" {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 10 {
		t.Fatalf("no documents: %v", err)
	}
	return files
}

// TestEveryPageIsReachable follows the links from README.md.
func TestEveryPageIsReachable(t *testing.T) {
	reached := map[string]bool{}
	var visit func(file string)
	visit = func(file string) {
		if reached[file] {
			return
		}
		reached[file] = true
		text, err := os.ReadFile(file)
		if err != nil {
			return // told by TestDocumentsNameFilesThatExist
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if filepath.Ext(m[1]) == ".md" {
				visit(filepath.Join(filepath.Dir(file), filepath.FromSlash(m[1])))
			}
		}
	}
	visit(filepath.Join(root, "README.md"))
	for _, file := range documents(t) {
		if !reached[file] {
			t.Errorf("no links lead from README.md to %s", file)
		}
	}
}

// anchored is a link to a heading of the same page or another.
var anchored = regexp.MustCompile(`\]\(([^):#]*)#([^)]+)\)`)

// heading is a line that begins a section.
var heading = regexp.MustCompile(`(?m)^#+ (.*)$`)

// TestLinkedHeadingsExist: a link to a section leads to one, by the name that hosts of code give it.
func TestLinkedHeadingsExist(t *testing.T) {
	found := 0
	for _, file := range documents(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range anchored.FindAllStringSubmatch(string(text), -1) {
			found++
			page := file
			if m[1] != "" {
				page = filepath.Join(filepath.Dir(file), filepath.FromSlash(m[1]))
			}
			target, err := os.ReadFile(page)
			if err != nil {
				continue // told by TestDocumentsNameFilesThatExist
			}
			var anchors []string
			for _, h := range heading.FindAllStringSubmatch(string(target), -1) {
				anchors = append(anchors, anchorOf(h[1]))
			}
			if !slices.Contains(anchors, m[2]) {
				t.Errorf("%s links to #%s of %s, which has no such heading", file, m[2], page)
			}
		}
	}
	if found == 0 {
		t.Error("no link to a heading was found")
	}
}

// anchorOf returns the name of the heading in links.
func anchorOf(heading string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(strings.TrimSpace(heading)) {
		switch {
		case r == ' ':
			b.WriteRune('-')
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// namedInGo is a name of a package of cells, as documents write it.
var namedInGo = regexp.MustCompile("`(nvsd|data|kern|penalty|solve|baseline|viz|display|widget|report|nvsdtest)\\.([A-Z]\\w*)(?:\\.([A-Z]\\w*))?")

// TestNamesOfDocumentsExist: what documents name of the packages of cells is exported there.
func TestNamesOfDocumentsExist(t *testing.T) {
	exported := map[string]map[string]bool{}
	found := 0
	for _, file := range documents(t) {
		if filepath.Base(file) == "CHANGELOG.md" {
			continue // which names what was removed, too
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range namedInGo.FindAllStringSubmatch(string(text), -1) {
			found++
			pkg := m[1]
			if exported[pkg] == nil {
				exported[pkg] = exportedBy(t, pkg)
			}
			name := m[2]
			if m[3] != "" {
				name += "." + m[3]
			}
			if !exported[pkg][name] {
				t.Errorf("%s names %s.%s, which is not there", file, pkg, name)
			}
		}
	}
	if found == 0 {
		t.Error("no name was found")
	}
}

// TestNamesOfNvsdAreDocumented: each name that users type of package nvsd stands on a page or in a notebook.
func TestNamesOfNvsdAreDocumented(t *testing.T) {
	files := documents(t)
	var notebooks []string
	for _, pattern := range []string{"notebooks/*.ipynb", "notebooks/papers/*.ipynb"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		notebooks = append(notebooks, found...)
	}
	var text strings.Builder
	for _, file := range append(files, notebooks...) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(raw)
	}
	names := exportedBy(t, "nvsd")
	for name := range names {
		if !strings.Contains(name, ".") && !regexp.MustCompile(`\bnvsd\.`+name+`\b`).MatchString(text.String()) {
			t.Errorf("nvsd.%s stands on no page and in no notebook", name)
		}
	}
	if len(names) < 80 {
		t.Errorf("nvsd has only %d names", len(names))
	}
}

// exportedBy returns the exported names of a package of cells: functions, types, constants and
// variables, and T.Name for the methods and fields of a type.
func exportedBy(t *testing.T, name string) map[string]bool {
	t.Helper()
	dir := map[string]string{"nvsd": "stdlib/nvsd", "display": "display", "widget": "display/widget"}[name]
	if dir == "" {
		dir = "stdlib/nvsd/" + name
	}
	packages, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedExportFile, Dir: root}, "./"+dir)
	if err != nil || len(packages) != 1 || packages[0].Types == nil {
		t.Fatalf("%s cannot be loaded: %v", dir, err)
	}
	names := map[string]bool{}
	scope := packages[0].Types.Scope()
	for _, name := range scope.Names() {
		names[name] = true
		if _, ok := scope.Lookup(name).(*types.TypeName); !ok {
			continue
		}
		typ := scope.Lookup(name).Type()
		for method := range types.NewMethodSet(types.NewPointer(typ)).Methods() {
			names[name+"."+method.Obj().Name()] = true
		}
		if iface, ok := typ.Underlying().(*types.Interface); ok {
			for method := range iface.Methods() {
				names[name+"."+method.Name()] = true
			}
		}
		if s, ok := typ.Underlying().(*types.Struct); ok {
			for field := range s.Fields() {
				names[name+"."+field.Name()] = true
			}
		}
	}
	return names
}

// namedTest is a test as docs/claims.md names it: its file and its function.
var namedTest = regexp.MustCompile("`([\\w./-]+)::(\\w+)`")

// madeTarget is a target of the Makefile as a document names it.
var madeTarget = regexp.MustCompile("`make ([\\w-]+)`")

// TestClaimsHaveTheirTests: every row of docs/claims.md names a test that is there, or a command that is.
func TestClaimsHaveTheirTests(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
	makefile, rows := read("Makefile"), 0
	for line := range strings.Lines(read("docs/claims.md")) {
		cells := strings.Split(line, " | ")
		if len(cells) < 2 || strings.HasPrefix(line, "| claim") || strings.HasPrefix(line, "| ---") {
			continue
		}
		rows++
		shown := cells[len(cells)-1]
		tests, targets := namedTest.FindAllStringSubmatch(shown, -1), madeTarget.FindAllStringSubmatch(shown, -1)
		if len(tests)+len(targets) == 0 {
			t.Errorf("nothing shows %s", line)
		}
		for _, m := range tests {
			if text := read(m[1]); !strings.Contains(text, "func "+m[2]+"(") && !strings.Contains(text, "def "+m[2]+"(") {
				t.Errorf("%s has no %s", m[1], m[2])
			}
		}
		for _, m := range targets {
			if !strings.Contains(makefile, "\n"+m[1]+":") {
				t.Errorf("there is no make %s", m[1])
			}
		}
	}
	if rows < 20 {
		t.Errorf("%d claims", rows)
	}
}
