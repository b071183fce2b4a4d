package advice

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"
	"sync"
)

// ofLists advises on arithmetic with lists of numbers, which other languages do element by
// element. What is computed from a column of a data set is a column too.
func (m *Mistake) ofLists(sum *ast.BinaryExpr) string {
	x, y := m.Info.TypeOf(sum.X), m.Info.TypeOf(sum.Y)
	if !isNumbers(x) && !isNumbers(y) {
		return ""
	}
	if text := m.ofColumns(sum); text != "" {
		return text
	}
	list, other := m.bare(sum.X), m.bare(sum.Y)
	if !isNumbers(x) {
		list, other = other, list
	}
	dst := fmt.Sprintf("make([]float64, len(%s))", list)
	both := isNumbers(x) && isNumbers(y)
	switch {
	case sum.Op == token.MUL && both:
		return fmt.Sprintf("write floats.MulTo(%s, %s, %s)", dst, list, other)
	case sum.Op == token.MUL:
		return fmt.Sprintf("write floats.ScaleTo(%s, %s, %s)", dst, other, list)
	case sum.Op == token.ADD && both:
		return fmt.Sprintf("write floats.AddTo(%s, %s, %s)", dst, list, other)
	case sum.Op == token.SUB && both:
		return fmt.Sprintf("write floats.SubTo(%s, %s, %s)", dst, list, other)
	case sum.Op == token.QUO && both:
		return fmt.Sprintf("write floats.DivTo(%s, %s, %s)", dst, list, other)
	}
	return "a list has no arithmetic; a loop over it has: for i := range xs { xs[i] += 1 }, and package floats"
}

// columnCall matches a call that takes a column of a data set: d.Column("bmi").
var columnCall = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.+)\.Column\("(\w+)"\)$`) })

// ofColumns advises on arithmetic with one column of a data set and a number.
func (m *Mistake) ofColumns(sum *ast.BinaryExpr) string {
	texts := []string{m.bare(sum.X), m.bare(sum.Y)}
	data, name := "", ""
	for i, text := range texts {
		if found := columnCall().FindStringSubmatch(text); found != nil {
			if data != "" && data != found[1] {
				return ""
			}
			data, name, texts[i] = found[1], found[2], found[2]
		}
	}
	if data == "" || isNumbers(m.Info.TypeOf(sum.X)) && isNumbers(m.Info.TypeOf(sum.Y)) && texts[0] == m.bare(sum.X) {
		return ""
	}
	return fmt.Sprintf("write %s.WithExpr(\"new_%s\", \"%s %s %s\") for the data set with that column", data, name, texts[0], sum.Op, texts[1])
}

// isNumbers reports whether a type is a list of numbers.
func isNumbers(t types.Type) bool {
	if t == nil {
		return false
	}
	list, ok := t.Underlying().(*types.Slice)
	return ok && isNumber(list.Elem())
}

// noOperator advises on an operator that the type does not have: ^ for a power, and arithmetic
// with lists.
func noOperator(m *Mistake, groups []string) string {
	sum := at(m, func(e *ast.BinaryExpr) bool { return e.Op.String() == groups[0] })
	switch {
	case sum == nil:
		return ""
	case sum.Op == token.XOR && isNumber(m.Info.TypeOf(sum.X)):
		return fmt.Sprintf("Go has no operator for powers; write math.Pow(%s, %s)", m.Text(sum.X), m.Text(sum.Y))
	}
	return m.ofLists(sum)
}

// notOrdered advises on the maximum of a list, which is no maximum of arguments.
func notOrdered(m *Mistake, _ []string) string {
	call, ok := around[*ast.CallExpr](m)
	if !ok || len(call.Args) != 1 {
		return ""
	}
	name := m.Text(call.Fun)
	return fmt.Sprintf("write slices.%s(%s)", strings.ToUpper(name[:1])+name[1:], m.Text(call.Args[0]))
}

// columnOrRows advises on a column of a data set by its name behind a dot, and on such a column
// in a condition that is to choose rows.
func (m *Mistake) columnOrRows(data, name string) string {
	if text := m.rowsWhere(data); text != "" {
		return text
	}
	return fmt.Sprintf("write %s.Column(%q) for the column of that name", data, name)
}

// rowsWhere advises on a condition as the index of a data set, as pandas and R have it.
func (m *Mistake) rowsWhere(data string) string {
	index := outermostIndex(m)
	if index == nil {
		return ""
	}
	if _, ok := ast.Unparen(index.Index).(*ast.BinaryExpr); !ok {
		return ""
	}
	columns := regexp.MustCompile(regexp.QuoteMeta(data) + `(?:\.(\w+)|\["(\w+)"\])`)
	return fmt.Sprintf("write %s.WhereExpr(%q)", m.Text(index.X), columns.ReplaceAllString(m.Text(index.Index), "$1$2"))
}

// outermostIndex returns the largest expression around the mistake that is an index, or nil.
func outermostIndex(m *Mistake) *ast.IndexExpr {
	for _, n := range m.Path {
		if index, ok := n.(*ast.IndexExpr); ok {
			return index
		}
	}
	return nil
}
