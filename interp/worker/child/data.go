package child

import (
	"context"
	"reflect"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// dataExports returns by its path the functions of package data that read files, as they work
// in a cell: the session is told of each file that they read, and a cell that is interrupted
// ends its downloads.
func dataExports(c *process) interp.Exports {
	reader := reflect.ValueOf(data.Reader{
		Opened: func(f data.File) {
			// An error means that the supervisor has gone, which serve finds too.
			_ = c.show(repl.FileRead{Path: f.Path, SHA256: f.SHA256, Bytes: f.Bytes})
		},
		Context: func() context.Context { return c.here().ctx },
	})
	functions := map[string]reflect.Value{}
	for m, f := range reader.Methods() {
		functions[m.Name] = f
	}
	return interp.Exports{"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data": functions}
}
