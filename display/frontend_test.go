package display

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/display/widget"
)

// recorder is a sink that writes down what it is asked.
type recorder struct{ calls []string }

func (r *recorder) Emit(e Event) error {
	switch e := e.(type) {
	case Shown:
		r.calls = append(r.calls, fmt.Sprintf("display %v id=%q update=%t", e.Bundle.Data[MIMEText], e.ID, e.Update))
	case Cleared:
		r.calls = append(r.calls, fmt.Sprintf("clear wait=%t", e.Wait))
	case Paged:
		r.calls = append(r.calls, fmt.Sprintf("page %v", e.Bundle.Data[MIMEText]))
	case ForNextCell:
		r.calls = append(r.calls, "next cell "+e.Code)
	default:
		r.calls = append(r.calls, fmt.Sprintf("%T", e))
	}
	return nil
}

func (r *recorder) Reveal(v any) any { return v }

func (r *recorder) Widgets() *widget.Kit { return widget.NewKit(nil, nil, false) }

func TestFrontEnd(t *testing.T) {
	var rec recorder
	s := NewFrontEnd(&rec)
	for _, err := range []error{
		s.Show(1, "two"), s.ShowAs("p", 3), s.Update("p", 4), s.Clear(true), s.Page(5), s.NextCell("6"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		`display 1 id="" update=false`,
		`display two id="" update=false`,
		`display 3 id="p" update=false`,
		`display 4 id="p" update=true`,
		`clear wait=true`,
		`page 5`,
		`next cell 6`,
	}
	if fmt.Sprint(rec.calls) != fmt.Sprint(want) {
		t.Errorf("the sink was asked\n%q, want\n%q", rec.calls, want)
	}
}

func TestFrontEndRefusesEmptyID(t *testing.T) {
	s := NewFrontEnd(&recorder{})
	if s.ShowAs("", 1) == nil || s.Update("", 1) == nil {
		t.Error("an empty id was taken")
	}
}

// broken cannot be rendered.
type broken struct{}

func (broken) MIMEBundle() (map[string]any, error) { return nil, errors.New("no picture") }

func TestShowStopsAtWhatCannotBeRendered(t *testing.T) {
	var rec recorder
	if err := NewFrontEnd(&rec).Show(1, broken{}, 2); err == nil || len(rec.calls) != 1 {
		t.Errorf("error %v after %d calls, want an error after one", err, len(rec.calls))
	}
}

func TestTextSink(t *testing.T) {
	var buf bytes.Buffer
	if err := NewFrontEnd(textSink{&buf}).Show(HTML("<b>x</b>"), 1.5); err != nil {
		t.Fatal(err)
	}
	if err := NewFrontEnd(textSink{&buf}).Page("paged"); err != nil {
		t.Fatal(err)
	}
	if got := buf.String(); got != "<b>x</b>\n1.5\npaged\n" {
		t.Errorf("printed %q", got)
	}
}

// Every function that works through the front end has a method of its name, by which
// cells call it.
func TestEveryFunctionIsAMethod(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !f.Name.IsExported() || !callsTerminal(f) {
				continue
			}
			found++
			if _, ok := reflect.TypeFor[*FrontEnd]().MethodByName(f.Name.Name); !ok {
				t.Errorf("%s has no method of FrontEnd: in a cell it would print", f.Name.Name)
			}
		}
	}
	if methods := reflect.TypeFor[*FrontEnd]().NumMethod(); found != methods {
		t.Errorf("%d functions for %d methods", found, methods)
	}
}

// callsTerminal reports whether a function calls the function terminal.
func callsTerminal(f *ast.FuncDecl) bool {
	calls := false
	ast.Inspect(f, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			name, isName := c.Fun.(*ast.Ident)
			calls = calls || isName && name.Name == "terminal"
		}
		return true
	})
	return calls
}
