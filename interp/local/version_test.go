package local

import (
	"path/filepath"
	"testing"
)

// TestVersion: a package is of the version of Go that its module says, and of the newest where no
// module says any or the one said is newer.
func TestVersion(t *testing.T) {
	for name, c := range map[string]struct{ archive, dir, want string }{
		"no module":                      {"-- p/a.go --\npackage p\n", "p", ""},
		"a module":                       {"-- go.mod --\nmodule m\n\ngo 1.21\n", "p", "go1.21"},
		"a module with a patch":          {"-- go.mod --\nmodule m\n\ngo 1.21.3\n", "p", "go1.21.3"},
		"a module that does not say":     {"-- go.mod --\nmodule m\n", "p", "go1.16"},
		"a module of a later time":       {"-- go.mod --\nmodule m\n\ngo 1.999\n", "p", ""},
		"a module that cannot be read":   {"-- go.mod --\nmodule m\n\ngo one\n", "p", ""},
		"a package outside of it":        {"-- books/go.mod --\nmodule m\n\ngo 1.21\n", "../p", ""},
		"a package of a module's vendor": {"-- go.mod --\nmodule m\n\ngo 1.21\n-- vendor/modules.txt --\n# x.org/v v1.0.0\n## explicit; go 1.18\nx.org/v\nx.org/v/sub\n", "vendor/x.org/v/sub", "go1.18"},
		"a vendored module that does not say": {"-- go.mod --\nmodule m\n\ngo 1.21\n-- vendor/modules.txt --\n# x.org/w v1.0.0\n## explicit; go 1.18\nx.org/w\n# x.org/v v1.0.0\n## explicit\nx.org/v\n",
			"vendor/x.org/v", "go1.16"},
		"a package that the list lacks":   {"-- go.mod --\nmodule m\n\ngo 1.21\n-- vendor/modules.txt --\n# x.org/w v1.0.0\n## go 1.18\nx.org/w\n", "vendor/x.org/v", ""},
		"a vendored package without list": {"-- go.mod --\nmodule m\n\ngo 1.21\n", "vendor/x.org/v", ""},
	} {
		l, dir := loaderIn(t, "books", c.archive)
		within := dir
		if c.dir == "../p" {
			within = filepath.Join(dir, "books")
		}
		if got := l.version(filepath.Join(within, filepath.FromSlash(c.dir))); got != c.want {
			t.Errorf("%s: it is %q, want %q", name, got, c.want)
		}
	}
}

// TestVersionMatters: before Go 1.22 a number is nothing to range over.
func TestVersionMatters(t *testing.T) {
	const body = "-- p/a.go --\npackage p\n\nfunc f() {\n\tfor range 3 {\n\t}\n}\n"
	l, _ := loaderIn(t, ".", "-- go.mod --\nmodule m\n\ngo 1.21\n"+body)
	_, err := l.Load("m/p")
	fails(t, err, "p/a.go:4:", "go1.22 or later")
	l, _ = loaderIn(t, ".", "-- go.mod --\nmodule m\n\ngo 1.22\n"+body)
	if _, err := l.Load("m/p"); err != nil {
		t.Error(err)
	}
}
