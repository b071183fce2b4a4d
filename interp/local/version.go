package local

import (
	"go/version"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/mod/modfile"
)

// unsaid is the version of Go of a module that names none.
const unsaid = "go1.16"

// version returns the version of Go of the package in a folder, as its module says: in
// go.mod, or in vendor/modules.txt. Outside of modules it is "", the newest, and so is one
// that is newer than this program knows.
func (l *Loader) version(dir string) string {
	if v := l.said(dir); version.IsValid(v) && version.Compare(version.Lang(v), version.Lang(runtime.Version())) <= 0 {
		return v
	}
	return ""
}

// said returns the version of Go that the module of the package in a folder names.
func (l *Loader) said(dir string) string {
	root, module := l.module()
	rel, err := filepath.Rel(root, dir)
	if module == "" || err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	if in, ok := strings.CutPrefix(filepath.ToSlash(rel)+"/", "vendor/"); ok {
		return vendored(filepath.Join(root, "vendor", "modules.txt"), strings.TrimSuffix(in, "/"))
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return ""
	}
	file, err := modfile.ParseLax("go.mod", text, nil)
	switch {
	case err != nil:
		return ""
	case file.Go == nil:
		return unsaid
	}
	return "go" + file.Go.Version
}

// vendored returns the version of Go of the module of a package, as the list of the
// modules in a folder vendor says. It is "" for a package that is not in the list.
func vendored(list, importPath string) string {
	text, err := os.ReadFile(list)
	if err != nil {
		return ""
	}
	of := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if about, ok := strings.CutPrefix(line, "## "); ok {
			if _, v, ok := strings.Cut(about, "go "); ok {
				of = "go" + v
			}
		} else if strings.HasPrefix(line, "# ") {
			of = unsaid
		} else if line == importPath {
			return of
		}
	}
	return ""
}
