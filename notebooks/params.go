package notebooks

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

// The tags of cells with parameters, as papermill has them.
const (
	parametersTag = "parameters"
	injectedTag   = "injected-parameters"
)

// A Param is a value given from outside for a variable of the notebook.
type Param struct{ Name, Value string }

// ParseParam reads "name=value". The value is a Go literal: a number, true, false, a quoted
// string, a composite literal. Any other value is a string without its quotes, or a list where
// the notebook declares one: see [Notebook.SetParams].
func ParseParam(s string) (Param, error) {
	name, val, ok := strings.Cut(s, "=")
	name = strings.TrimSpace(name)
	if !ok || !token.IsIdentifier(name) {
		return Param{}, fmt.Errorf("notebooks: the parameter %q is not of the form name=value, with a Go variable's name", s)
	}
	return Param{name, val}, nil
}

// expression returns the value as Go source, for a variable of the given type: "" if that is
// not known.
func (p Param) expression(typ string) string {
	value := strings.TrimSpace(p.Value)
	e, err := parser.ParseExpr(value)
	_, composite := e.(*ast.CompositeLit)
	elem, isList := strings.CutPrefix(typ, "[]")
	switch {
	case isList && !composite:
		list := typ + "{" + elements(value, elem) + "}"
		if e, err := parser.ParseExpr(list); err == nil && isLiteral(e) {
			return list
		}
	case err == nil && isLiteral(e) && (typ != "string" || isString(e)):
		return value
	case strings.HasPrefix(typ, "map[") && strings.HasPrefix(value, "{"):
		return typ + value
	}
	return strconv.Quote(p.Value)
}

// elements returns the elements of a list, which are parted by commas and may stand in
// brackets, as Go source. Elements of type string need no quotes.
func elements(list, typ string) string {
	if inner, ok := strings.CutPrefix(list, "["); ok {
		list = strings.TrimSuffix(inner, "]")
	}
	if strings.HasPrefix(typ, "[]") { // lists in the list
		return strings.NewReplacer("[", "{", "]", "}").Replace(list)
	}
	e, err := parser.ParseExpr("[]" + typ + "{" + list + "}")
	lit, ok := e.(*ast.CompositeLit)
	if typ != "string" || err == nil && ok && !slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool { return !isString(e) }) {
		return list
	}
	var quoted []string
	for text := range strings.SplitSeq(list, ",") {
		quoted = append(quoted, strconv.Quote(strings.TrimSpace(text)))
	}
	return strings.Join(quoted, ", ")
}

func isString(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Kind == token.STRING
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
// replaces such a cell of an earlier run. A value for a variable that is a list may be written
// as 1,2,3 or [1,2,3]. It is an error if no cell up to there declares the variable.
func (nb *Notebook) SetParams(params []Param) error {
	if len(params) == 0 {
		return nil
	}
	nb.cells = slices.DeleteFunc(nb.cells, func(c *Cell) bool { return c.hasTag(injectedTag) })
	i := slices.IndexFunc(nb.cells, func(c *Cell) bool { return c.Kind() == Code && c.hasTag(parametersTag) })
	if i < 0 {
		return errors.New("notebooks: the notebook takes no parameters: tag the code cell that declares them \"parameters\"")
	}
	known := map[string]string{}
	for _, c := range nb.cells[:i+1] {
		if c.Kind() == Code {
			maps.Copy(known, declaredIn(c.Source()))
		}
	}
	var src strings.Builder
	src.WriteString("// Parameters")
	for _, p := range params {
		typ, ok := known[p.Name]
		if !ok {
			return unknownParam(p.Name, slices.Sorted(maps.Keys(declaredIn(nb.cells[i].Source()))))
		}
		fmt.Fprintf(&src, "\n%s = %s", p.Name, p.expression(typ))
	}
	nb.insert(i+1, nb.newCode(src.String(), injectedTag))
	return nil
}

// unknownParam returns the error of a parameter that the notebook does not have.
func unknownParam(name string, known []string) error {
	there := "the cell tagged \"parameters\" declares none"
	if len(known) > 0 {
		there = "there are " + strings.Join(known, ", ")
	}
	return fmt.Errorf("notebooks: the notebook has no parameter %q: %s%s", name, spelling.Question(name, known), there)
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
