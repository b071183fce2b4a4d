package program

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/local"
)

// Files returns the files of the program that a command line begins with, and its arguments,
// as go run does: a folder, of which the files that build constraints leave out and test files
// are none of it, or the files in front that end with .go, whatever their constraints say. The
// first before of args may name files. It returns no files if args begin with no program.
func Files(args []string, before int) (files, rest []string, err error) {
	if before == 0 {
		return nil, nil, nil
	}
	if info, err := os.Stat(args[0]); err == nil && info.IsDir() {
		names, err := local.Files(args[0])
		if err != nil {
			return nil, nil, err
		}
		if len(names) == 0 {
			return nil, nil, fmt.Errorf("no Go files in %s", args[0])
		}
		for _, name := range names {
			files = append(files, filepath.Join(args[0], name))
		}
		return files, args[1:], oneProgram(args[0], files)
	}
	if source, err := os.ReadFile(args[0]); err != nil || !isGo(args[0]) || !IsProgram(source) {
		return nil, nil, nil
	}
	n := 1
	for n < before && isGo(args[n]) {
		n++
	}
	files = args[:n]
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			return nil, nil, fmt.Errorf("*_test.go files cannot be run (%s)", file)
		}
		if dir, first := filepath.Dir(file), filepath.Dir(files[0]); dir != first {
			return nil, nil, fmt.Errorf("named files must all be in one folder; have %s and %s", first, dir)
		}
	}
	return files, args[n:], oneProgram(filepath.Dir(args[0]), files)
}

func isGo(file string) bool { return filepath.Ext(file) == ".go" }

// oneProgram returns an error if the files of a folder are not all of package main.
func oneProgram(dir string, files []string) error {
	first, of := "", ""
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly)
		if err != nil {
			if f == nil {
				return err // there is no such file
			}
			continue // Run tells what is wrong with it
		}
		switch name := f.Name.Name; {
		case first == "":
			first, of = name, file
		case name != first:
			return fmt.Errorf("found packages %s (%s) and %s (%s) in %s: the files of a program are all of package main",
				first, filepath.Base(of), name, filepath.Base(file), dir)
		}
	}
	if first != "" && first != "main" {
		return fmt.Errorf("%s is package %s, not a program: only package main can be run", dir, first)
	}
	return nil
}
