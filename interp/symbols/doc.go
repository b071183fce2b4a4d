package symbols

import (
	"compress/flate"
	"embed"
	"io"
	"strings"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols/internal/table"
)

//go:embed internal/doc
var docData embed.FS

// A Library answers what the doc comments of the packages say. It reads those
// of a package when it is first asked for one. It is safe for concurrent use.
type Library struct {
	mu       sync.Mutex
	packages map[string]map[string]string // comments by name, by path
}

// Doc returns the doc comment of name in the package at path, or "". name is
// T.M for a method or a field, and empty for the package itself. The names of
// the language are those of the package builtin.
func (l *Library) Doc(path, name string) string { return l.comments(path)[name] }

// Example returns the body of the first example of name, or "". There are
// examples of the project's own packages only.
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
	// What is embedded can be read; a package that is not there has no comments.
	words := strings.Split(packedDoc(path), "\x00")
	for i := 0; i+1 < len(words); i += 2 {
		c[words[i]] = words[i+1]
	}
	l.packages[path] = c
	return c
}

// packedDoc returns the comments of a package as the generator packed them.
func packedDoc(path string) string {
	_, file, _ := table.Package(path)
	if path == "builtin" {
		file = "xbuiltin"
	}
	f, err := docData.Open("internal/doc/" + file)
	if file == "" || err != nil {
		return ""
	}
	defer f.Close()
	text, err := io.ReadAll(flate.NewReader(f))
	if err != nil {
		return ""
	}
	return string(text)
}
