package main

import (
	"fmt"
	"runtime"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

// identity returns what this program is. The build is empty if the file cannot be read.
func identity() repl.Program {
	p := repl.Program{Version: version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Arithmetic: arithmetic}
	if self, err := itself(); err == nil {
		p.Build = buildID(self[len(self)-1])
	}
	return p
}

// language returns the language of cells and this program, which runs them. Jupyter's clients and run store it in
// notebooks, so that other programs know what the cells are written in.
func language() repl.Language {
	return repl.Language{
		Name:           "go",
		Version:        goVersion(),
		MIMEType:       "text/x-go",
		FileExtension:  ".go",
		PygmentsLexer:  "go",
		CodeMirrorMode: "go",
		Program:        identity(),
	}
}

// otherProgram says that a notebook was last run by another version than this one, or by one that rounds
// otherwise. It is "" if it was not, or does not say by which.
func otherProgram(nb *notebooks.Notebook) string {
	last, this := nb.Program(), identity()
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
