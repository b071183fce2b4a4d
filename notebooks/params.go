package notebooks

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// The tags of cells with parameters, as papermill has them.
const (
	parametersTag = "parameters"
	injectedTag   = "injected-parameters"
)

// A Param is a value given from outside for a variable of the notebook.
type Param struct{ Name, Value string }

// ParseParam reads "name=value". The value is a Go literal: a number, true, false, a quoted
// string, a composite literal. Any other value is a string without its quotes.
func ParseParam(s string) (Param, error) {
	name, val, ok := strings.Cut(s, "=")
	name = strings.TrimSpace(name)
	if !ok || !token.IsIdentifier(name) {
		return Param{}, fmt.Errorf("notebooks: the parameter %q is not of the form name=value, with a Go variable's name", s)
	}
	return Param{name, val}, nil
}

// expression returns the value as Go source.
func (p Param) expression() string {
	if e, err := parser.ParseExpr(p.Value); err == nil && isLiteral(e) {
		return strings.TrimSpace(p.Value)
	}
	return strconv.Quote(p.Value)
}

func isLiteral(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit, *ast.CompositeLit:
		return true
	case *ast.Ident:
		return e.Name == "true" || e.Name == "false"
	case *ast.UnaryExpr:
		return (e.Op == token.SUB || e.Op == token.ADD) && isLiteral(e.X)
	}
	return false
}

// SetParams makes the notebook run with these values. The cell tagged "parameters" declares
// variables and their defaults; SetParams puts a cell behind it that assigns to them. It
// replaces such a cell of an earlier run.
func (nb *Notebook) SetParams(params []Param) error {
	if len(params) == 0 {
		return nil
	}
	nb.cells = slices.DeleteFunc(nb.cells, func(c *Cell) bool { return c.hasTag(injectedTag) })
	i := slices.IndexFunc(nb.cells, func(c *Cell) bool { return c.Kind() == Code && c.hasTag(parametersTag) })
	if i < 0 {
		return errors.New("notebooks: the notebook takes no parameters: tag the code cell that declares them \"parameters\"")
	}
	var src strings.Builder
	src.WriteString("// Parameters")
	for _, p := range params {
		fmt.Fprintf(&src, "\n%s = %s", p.Name, p.expression())
	}
	nb.insert(i+1, nb.newCode(src.String(), injectedTag))
	return nil
}

// newCode returns a code cell that has not run. Its id is its one tag.
func (nb *Notebook) newCode(source, tag string) *Cell {
	meta := &object{}
	meta.set("tags", list{tag})
	o := &object{}
	o.set("cell_type", string(Code))
	o.set("execution_count", nil)
	if nb.minor >= 5 {
		o.set("id", tag)
	}
	o.set("metadata", meta)
	o.set("outputs", list{})
	o.set("source", splitLines(source))
	return &Cell{o: o}
}
