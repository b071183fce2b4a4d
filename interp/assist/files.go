package assist

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// maxFiles is the largest number of files of a directory that are offered.
const maxFiles = 200

// completeMagic offers the magics that begin so.
func (a *Analyzer) completeMagic(p *place) repl.Completions {
	out := repl.Completions{Start: p.from, End: p.to}
	for _, name := range slices.Sorted(slices.Values(a.opt.Magics)) {
		if strings.HasPrefix(name, p.prefix()) {
			out.Entries = append(out.Entries, repl.Completion{Text: name, Kind: repl.MagicKind})
		}
	}
	return out
}

// completeImport offers the paths of packages, part by part from the left, and
// by the last part, which is what one remembers of them. A path that begins with
// a dot is that of a folder beside the notebook.
func (a *Analyzer) completeImport(p *place) repl.Completions {
	if strings.HasPrefix(p.prefix(), ".") {
		return a.completeFile(p)
	}
	out := repl.Completions{Start: p.from, End: p.to}
	var byEnd []repl.Completion
	for _, path := range slices.Sorted(slices.Values(a.opt.Paths)) {
		entry := repl.Completion{Text: path, Kind: repl.PathKind}
		switch {
		case strings.HasPrefix(path, p.prefix()):
			out.Entries = append(out.Entries, entry)
		case strings.HasPrefix(path[strings.LastIndexByte(path, '/')+1:], p.prefix()):
			byEnd = append(byEnd, entry)
		}
	}
	out.Entries = append(out.Entries, byEnd...)
	return out
}

// folder returns the folder to which a path at a place is relative.
func (a *Analyzer) folder(p *place) string {
	if files := a.opt.Files(); files != "" && p.kind != inImport {
		return files
	}
	return a.opt.Dir
}

// completeFile offers the files that begin so: directories with a slash at
// their end, and hidden files once a dot is written. Of an import's path it
// offers directories, and those without the slash, which imports do not have.
func (a *Analyzer) completeFile(p *place) repl.Completions {
	dir, base := filepath.Split(p.prefix())
	out := repl.Completions{Start: p.cursor - len(base), End: p.to}
	if p.kind == inShell || p.kind == inPath {
		out.End = p.cursor
	}
	where := dir
	if !filepath.IsAbs(where) {
		where = filepath.Join(a.folder(p), dir)
	}
	if where == "" {
		where = "."
	}
	files, err := os.ReadDir(where)
	if err != nil {
		return out // no such directory has no files
	}
	for _, f := range files {
		name := f.Name()
		if !strings.HasPrefix(name, base) || strings.HasPrefix(name, ".") && !strings.HasPrefix(base, ".") || len(out.Entries) == maxFiles {
			continue
		}
		switch {
		case p.kind == inImport && !f.IsDir():
			continue
		case p.kind != inImport && f.IsDir():
			name += "/"
		}
		out.Entries = append(out.Entries, repl.Completion{Text: name, Kind: repl.PathKind})
	}
	return out
}
