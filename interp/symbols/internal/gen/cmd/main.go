// Command cmd writes the generated part of package symbols: run it with
// go generate ./interp/symbols.
package main

import (
	"fmt"
	"log"
	"os"
	"path"
	"path/filepath"

	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols/internal/gen"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// run makes everything before it replaces anything.
func run() error {
	files, err := gen.Files()
	if err != nil {
		return err
	}
	return replace(files)
}

// replace writes files and removes what an earlier run has left.
func replace(files map[string][]byte) error {
	if err := os.MkdirAll(gen.Dir, 0o777); err != nil {
		return err
	}
	old, err := filepath.Glob(path.Join(gen.Dir, "*"))
	if err != nil {
		return err
	}
	for _, name := range old {
		if _, ok := files[filepath.ToSlash(name)]; !ok {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	size := 0
	for name, data := range files {
		size += len(data)
		if err := os.WriteFile(name, data, 0o666); err != nil {
			return err
		}
	}
	log.Printf("%d files, %d kB", len(files), size/1000)
	return nil
}
