package exam

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp"
)

// asCells runs the example as the cells of a session.
func (ex example) asCells(t *testing.T) difference {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s, err := interp.Open(t.Context(), interp.Options{
		Command: []string{self, "worker"},
		Env:     environment("GORACE=report_bugs=0"),
		Dir:     ex.dir,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Errorf("%s: %v", ex.name, err)
		}
	}()
	var out strings.Builder
	limit := time.After(exampleLimit)
	for i, code := range cells(t, ex.program) {
		id := repl.ID(ex.name + string(rune('a'+i)))
		if err := s.Send(repl.Execute{ID: id, Code: code, Count: i + 1}); err != nil {
			t.Fatal(err)
		}
		var done *repl.Done
		for done == nil {
			select {
			case e, ok := <-s.Events():
				switch e := e.(type) {
				case repl.Stream:
					if e.Name == repl.Stdout {
						out.WriteString(e.Text)
					}
				case repl.Done:
					done = &e
				}
				if !ok {
					return difference{fails, "the session has ended"}
				}
			case <-limit:
				return difference{late, "no end"}
			}
		}
		if f := done.Failure; f != nil {
			if *only != "" {
				t.Logf("%s as cells:\n%s\n%s", ex.name, code, plain(f))
			}
			switch said := f.Value; {
			case lacks(said) != "":
				return difference{missing, lacks(said)}
			case out.Len() == 0 && f.Name != "panic":
				return difference{refused, brief(f.Name + ": " + said)}
			default:
				return difference{fails, brief(f.Name + ": " + said)}
			}
		}
	}
	if *only != "" {
		t.Logf("%s as cells:\n%s\nwant:\n%s", ex.name, out.String(), ex.output)
	}
	return ex.compare(out.String())
}

var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

func plain(f *repl.Failure) string {
	return colours.ReplaceAllString(strings.Join(f.Traceback, "\n"), "")
}

// cells makes cells of a program: its imports, its declarations, and the body of main.
func cells(t *testing.T, program []byte) []string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", program, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	text := func(from, to token.Pos) string {
		return string(program[fset.Position(from).Offset:fset.Position(to).Offset])
	}
	var imports, declarations, body strings.Builder
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				imports.WriteString(text(d.Pos(), d.End()) + "\n")
				continue
			}
		case *ast.FuncDecl:
			if d.Name.Name == "main" && d.Recv == nil {
				body.WriteString(text(d.Body.Lbrace+1, d.Body.Rbrace))
				continue
			}
		}
		declarations.WriteString(text(d.Pos(), d.End()) + "\n")
	}
	var list []string
	for _, b := range []*strings.Builder{&imports, &declarations, &body} {
		if b.Len() > 0 {
			list = append(list, b.String())
		}
	}
	return list
}
