// Package identity has the identity of this program: its version, its build, its arithmetic,
// the language of its cells, and the command that starts it.
package identity

import (
	"fmt"
	"runtime"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/internal/version"
)

// Program returns the version, the platform, the arithmetic and the build of this program. The
// build is empty if the file cannot be read.
func Program() repl.Program {
	p := repl.Program{Version: version.String(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Arithmetic: Arithmetic}
	if self, err := Command(); err == nil {
		p.Build = buildID(self[len(self)-1])
	}
	return p
}

// Language returns the language of cells and this program, which runs them. Jupyter's clients and run store it in
// notebooks, so that other programs know what the cells are written in.
func Language() repl.Language {
	return repl.Language{
		Name:           "go",
		Version:        GoVersion(),
		MIMEType:       "text/x-go",
		FileExtension:  ".go",
		PygmentsLexer:  "go",
		CodeMirrorMode: "go",
		Program:        Program(),
	}
}

// Differs returns a note on a notebook that was last run by another version than this one, or
// by one that rounds otherwise. It is "" for other notebooks, and where the notebook does not
// name the program.
func Differs(last repl.Program) string {
	this := Program()
	switch {
	case last.Version == "":
		return ""
	case last.Version != this.Version:
		return fmt.Sprintf("was last run by %v; this is %v", last, this)
	case last.RoundsOtherwise(this):
		return fmt.Sprintf("was last run by %v; this is %v: last digits may differ, and what hangs on them", last, this)
	}
	return ""
}
