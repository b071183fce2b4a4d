package symbols

import (
	_ "embed"
	"io"
	"strings"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols/internal/archive"
)

//go:embed internal/table/doc.archive
var docs archive.Archive

// A Library has the doc comments of the packages. It reads the comments of a
// package at their first use. It is safe for concurrent use.
type Library struct {
	mu       sync.Mutex
	packages map[string]map[string]string // comments by name, by path
}

// Doc returns the doc comment of name in the package at path, or "". name is
// T.M for a method or a field, and empty for the package itself. Predeclared
// names are in the package builtin.
func (l *Library) Doc(path, name string) string { return l.comments(path)[name] }

// Example returns the body of the first example of name, or "". Only the
// project's own packages have examples.
func (l *Library) Example(path, name string) string { return l.comments(path)["example "+name] }

func (l *Library) comments(path string) map[string]string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c, ok := l.packages[path]; ok {
		return c
	}
	if l.packages == nil {
		l.packages = map[string]map[string]string{}
	}
	c := map[string]string{}
	words := strings.Split(packedDoc(path), "\x00")
	for i := 0; i+1 < len(words); i += 2 {
		c[words[i]] = words[i+1]
	}
	l.packages[path] = c
	return c
}

// packedDoc returns the comments of a package in the packed form of the generator.
func packedDoc(path string) string {
	r := docs.Open(path)
	if r == nil {
		return ""
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return ""
	}
	return string(text)
}
