package data

import (
	"fmt"
	"go/ast"
	goconstant "go/constant"
	"go/parser"
	"go/token"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// WhereExpr returns the Frame of the rows for which an expression over the columns is true. It
// is an error if there is none.
//
// An expression is written as in Go: numbers, names of columns, + - * / %, comparisons, && || !,
// and the functions abs, exp, log, log2, log10, sqrt, sin, cos, tan, floor, ceil, round, min,
// max, pow and missing. A name that is no Go identifier stands in backquotes, a text in double
// quotes: a categorical column can be == or != a level, and a column of dates is compared with
// one, such as "2020-01-31". Numbers of a date are its year, month, day, yearday, weekday (0 is
// Sunday) and hour. A boolean column is a condition by itself, and can be == or != one of its two
// words, such as "yes".
//
// Where a cell is missing, so is what is computed of it, and a comparison with it is neither
// true nor false: such a row is left out. missing(x) reports whether x is missing; false && x
// is false, and true || x is true.
//
//	f.WhereExpr(`age >= 18 && sex == "female" && !missing(bmi)`)
func (f *Frame) WhereExpr(condition string) (*Frame, error) {
	e, err := f.compile("WhereExpr", condition)
	if err != nil {
		return nil, err
	}
	if !e.truth {
		return nil, fmt.Errorf("data: WhereExpr: %s is a number and no condition: compare it with another", condition)
	}
	var rows []int
	e.each(f.n, func(from int, values []float64) {
		for i, v := range values {
			if v == 1 {
				rows = append(rows, from+i)
			}
		}
	})
	g, err := f.kept("WhereExpr", rows)
	if err != nil {
		return nil, err
	}
	return g.step(f, Step{Verb: "WhereExpr", Text: condition}), nil
}

// WithExpr returns the Frame with another column, whose cells are the values of an expression
// over the columns, as [Frame.WhereExpr] has them: numbers, or booleans of a condition. The
// column takes the place of one of its name, or becomes an input. A value that is NaN, such as
// log(-1), is missing, and an infinite one is an error.
func (f *Frame) WithExpr(name, expression string) (*Frame, error) {
	e, err := f.compile("WithExpr", expression)
	if err != nil {
		return nil, err
	}
	c := column{name: name, values: make([]float64, f.n)}
	if e.truth {
		c.kind = Boolean
	}
	e.each(f.n, func(from int, values []float64) { copy(c.values[from:], values) })
	g, err := f.with("WithExpr", c)
	if err != nil {
		return nil, err
	}
	return g.step(f, Step{Verb: "WithExpr", Names: []string{name}, Text: expression}), nil
}

// An expr computes an expression for the rows from, from+1, ... into dst. Conditions are 1, 0,
// or NaN where they are neither true nor false.
type expr struct {
	truth bool
	eval  func(dst []float64, from int)
}

// block is the number of rows that are computed at once, so that intermediate values stay
// in the cache.
const block = 1024

// each computes the expression for n rows, block by block.
func (e expr) each(n int, take func(from int, values []float64)) {
	values := make([]float64, block)
	for from := 0; from < n; from += block {
		part := values[:min(block, n-from)]
		e.eval(part, from)
		take(from, part)
	}
}

// A compiler makes functions of expressions.
type compiler struct{ f *Frame }

func (f *Frame) compile(verb, text string) (expr, error) {
	tree, err := parser.ParseExpr(text)
	if err != nil {
		return expr{}, fmt.Errorf("data: %s: %s: %w%s", verb, text, err, f.unquoted(text))
	}
	e, err := compiler{f}.expr(tree)
	if place, ok := err.(*expressionError); ok {
		return expr{}, fmt.Errorf("data: %s: %s, column %d: %s%s", verb, text, place.pos, place.what, f.unquoted(text))
	}
	return e, err
}

// unquoted returns the hint that a name needs backquotes, if an expression has such a name
// without them, and "" otherwise.
func (f *Frame) unquoted(text string) string {
	for _, c := range f.columns {
		if quoted := "`" + c.name + "`"; !token.IsIdentifier(c.name) && strings.Contains(strings.ReplaceAll(text, quoted, ""), c.name) {
			return fmt.Sprintf("; the name %q is none of Go, and stands in backquotes: %s", c.name, quoted)
		}
	}
	return ""
}

// An expressionError is an error with its place in an expression, from 1.
type expressionError struct {
	pos  token.Pos
	what string
}

func (e *expressionError) Error() string { return e.what }

func fail(at ast.Node, format string, args ...any) (expr, error) {
	return expr{}, &expressionError{at.Pos(), fmt.Sprintf(format, args...)}
}

func (c compiler) expr(tree ast.Expr) (expr, error) {
	switch t := tree.(type) {
	case *ast.ParenExpr:
		return c.expr(t.X)
	case *ast.BasicLit:
		return c.literal(t)
	case *ast.Ident:
		switch {
		case c.f.find(t.Name) >= 0:
			return c.column(t, t.Name)
		case t.Name == "true":
			return constant(1, true), nil
		case t.Name == "false":
			return constant(0, true), nil
		}
		return c.column(t, t.Name)
	case *ast.UnaryExpr:
		return c.unary(t)
	case *ast.BinaryExpr:
		return c.binary(t)
	case *ast.CallExpr:
		return c.call(t)
	}
	return fail(tree, "this is no number, name of a column, operator or function of expressions: use Where or With with a function")
}

func constant(v float64, truth bool) expr {
	return expr{truth, func(dst []float64, _ int) {
		for i := range dst {
			dst[i] = v
		}
	}}
}

func (c compiler) literal(t *ast.BasicLit) (expr, error) {
	switch {
	case t.Kind == token.INT || t.Kind == token.FLOAT:
		v, _ := goconstant.Float64Val(goconstant.ToFloat(goconstant.MakeFromLiteral(t.Value, t.Kind, 0)))
		if math.IsInf(v, 0) {
			return fail(t, "%s is no number that float64 can hold", t.Value)
		}
		return constant(v, false), nil
	case t.Kind == token.STRING && t.Value[0] == '`':
		return c.column(t, strings.Trim(t.Value, "`"))
	case t.Kind == token.STRING:
		return fail(t, "the text %s can only be compared with a categorical column or a date; a column's name stands in backquotes", t.Value)
	}
	return fail(t, "%s is no number: a text stands in double quotes", t.Value)
}

// column returns the expression of a column of numbers or booleans.
func (c compiler) column(at ast.Node, name string) (expr, error) {
	j := c.f.find(name)
	if j < 0 {
		return fail(at, "%s", strings.TrimPrefix(c.f.noColumn("", name).Error(), "data: : "))
	}
	col := c.f.columns[j]
	switch col.kind {
	case Categorical:
		return fail(at, "the column %q is categorical: compare it with a level by == or !=, such as %q", name, col.levels[:min(1, len(col.levels))])
	case Date:
		return fail(at, "the column %q holds dates: compare it with one in double quotes, such as \"2020-01-31\", or take a number of it by year, month, day, yearday, weekday or hour", name)
	}
	return expr{col.kind == Boolean, func(dst []float64, from int) { copy(dst, col.values[from:]) }}, nil
}

func (c compiler) unary(t *ast.UnaryExpr) (expr, error) {
	x, err := c.expr(t.X)
	if err != nil {
		return x, err
	}
	switch {
	case t.Op == token.NOT && x.truth:
		return x.then(true, func(v float64) float64 { return 1 - v }), nil
	case t.Op == token.NOT:
		return fail(t, "! is for conditions, and this is a number")
	case t.Op == token.SUB && !x.truth:
		return x.then(false, func(v float64) float64 { return -v }), nil
	case t.Op == token.ADD && !x.truth:
		return x, nil
	}
	return fail(t, "the operator %v has no meaning here", t.Op)
}

// then computes a function of the values of x.
func (x expr) then(truth bool, f func(v float64) float64) expr {
	return expr{truth, func(dst []float64, from int) {
		x.eval(dst, from)
		for i, v := range dst {
			dst[i] = f(v)
		}
	}}
}

// with computes a function of the values of x and y.
func (x expr) with(y expr, truth bool, f func(v, w float64) float64) expr {
	return expr{truth, func(dst []float64, from int) {
		var room [block]float64
		right := room[:len(dst)]
		x.eval(dst, from)
		y.eval(right, from)
		for i, v := range dst {
			dst[i] = f(v, right[i])
		}
	}}
}

func (c compiler) binary(t *ast.BinaryExpr) (expr, error) {
	if e, is, err := c.compareText(t); is {
		return e, err
	}
	x, err := c.expr(t.X)
	if err != nil {
		return x, err
	}
	y, err := c.expr(t.Y)
	if err != nil {
		return y, err
	}
	if f, is := arithmetic[t.Op]; is {
		if x.truth || y.truth {
			return fail(t, "%v is for numbers, and one side is a condition or a boolean column", t.Op)
		}
		return x.with(y, false, f), nil
	}
	if f, is := logic[t.Op]; is {
		if !x.truth || !y.truth {
			return fail(t, "%v is for conditions, and one side is a number", t.Op)
		}
		return x.with(y, true, f), nil
	}
	if f, is := comparisons[t.Op]; is {
		if x.truth != y.truth {
			return fail(t, "a number is compared with a condition or a boolean column")
		}
		return x.with(y, true, f), nil
	}
	return fail(t, "the operator %v has no meaning here", t.Op)
}

var arithmetic = map[token.Token]func(v, w float64) float64{
	token.ADD: func(v, w float64) float64 { return v + w },
	token.SUB: func(v, w float64) float64 { return v - w },
	token.MUL: func(v, w float64) float64 { return v * w },
	token.QUO: func(v, w float64) float64 { return v / w },
	token.REM: math.Mod,
}

// logic is three-valued logic (Kleene 1938) on 0, 1 and NaN, which stands for unknown.
var logic = map[token.Token]func(v, w float64) float64{
	token.LAND: func(v, w float64) float64 {
		if v == 0 || w == 0 {
			return 0
		}
		return v * w
	},
	token.LOR: func(v, w float64) float64 {
		if v == 1 || w == 1 {
			return 1
		}
		return v + w
	},
}

var comparisons = map[token.Token]func(v, w float64) float64{
	token.EQL: known(func(v, w float64) bool { return v == w }),
	token.NEQ: known(func(v, w float64) bool { return v != w }),
	token.LSS: known(func(v, w float64) bool { return v < w }),
	token.LEQ: known(func(v, w float64) bool { return v <= w }),
	token.GTR: known(func(v, w float64) bool { return v > w }),
	token.GEQ: known(func(v, w float64) bool { return v >= w }),
}

// known returns a comparison whose result is NaN where a side is missing.
func known(holds func(v, w float64) bool) func(v, w float64) float64 {
	return func(v, w float64) float64 {
		switch {
		case v != v || w != w:
			return math.NaN()
		case holds(v, w):
			return 1
		}
		return 0
	}
}

// compareText compares a categorical column with a level, or dates with a moment. is is false
// if no side is a text in double quotes and no side is such a column.
func (c compiler) compareText(t *ast.BinaryExpr) (e expr, is bool, err error) {
	left, right := ast.Unparen(t.X), ast.Unparen(t.Y)
	op := t.Op
	text, ok := quoted(right)
	if !ok {
		text, ok = quoted(left)
		if !ok {
			return expr{}, false, nil
		}
		left = right
		op = turned(op)
	}
	compare, comparison := comparisons[op]
	name, named := columnName(left)
	j := c.f.find(name)
	switch {
	case !named:
		e, err = fail(t, "the text %q can only be compared with a categorical column or a column of dates", text)
		return e, true, err
	case j < 0:
		e, err = c.column(left, name)
		return e, true, err
	case !comparison:
		e, err = fail(t, "the operator %v has no meaning for a text", t.Op)
		return e, true, err
	}
	col := c.f.columns[j]
	of := expr{false, func(dst []float64, from int) { copy(dst, col.values[from:]) }}
	switch {
	case col.kind == Categorical && (op == token.EQL || op == token.NEQ):
		level := slices.Index(col.levels, text)
		if level < 0 {
			e, err = fail(t, "the column %q has no level %q: it has %s", name, text, quoteList(col.levels))
			return e, true, err
		}
		return of.with(constant(float64(level), false), true, compare), true, nil
	case col.kind == Categorical:
		e, err = fail(t, "the levels of %q have no order: compare them by == or !=", name)
		return e, true, err
	case col.kind == Date:
		for _, layout := range layouts {
			if at, err := time.Parse(layout, text); err == nil {
				return of.with(constant(seconds(at), false), true, compare), true, nil
			}
		}
		e, err = fail(t, "%q is no date: write it as \"2020-01-31\" or \"2020-01-31 15:04:05\"", text)
		return e, true, err
	}
	if k := slices.Index(col.words(), text); k >= 0 && (op == token.EQL || op == token.NEQ) {
		return of.with(constant(float64(k), false), true, compare), true, nil
	}
	if col.kind == Boolean {
		e, err = fail(t, "the column %q is boolean: it is a condition by itself, or compared by == or != with one of %s", name, quoteList(col.words()))
		return e, true, err
	}
	e, err = fail(t, "the column %q is %v, and is compared with the text %q", name, col.kind, text)
	return e, true, err
}

// turned returns the comparison with its sides exchanged.
func turned(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.LEQ:
		return token.GEQ
	case token.GTR:
		return token.LSS
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// quoted returns a text in double quotes.
func quoted(tree ast.Expr) (string, bool) {
	lit, ok := tree.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING || lit.Value[0] == '`' {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

// columnName returns the name that an expression is.
func columnName(tree ast.Expr) (string, bool) {
	switch t := tree.(type) {
	case *ast.Ident:
		return t.Name, true
	case *ast.BasicLit:
		if t.Kind == token.STRING && t.Value[0] == '`' {
			return strings.Trim(t.Value, "`"), true
		}
	}
	return "", false
}

var (
	ofOne = map[string]func(float64) float64{
		"abs": math.Abs, "exp": math.Exp, "log": math.Log, "log2": math.Log2, "log10": math.Log10, "sqrt": math.Sqrt,
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "floor": math.Floor, "ceil": math.Ceil, "round": math.Round,
	}
	ofTwo = map[string]func(v, w float64) float64{"min": math.Min, "max": math.Max, "pow": math.Pow}
)

func (c compiler) call(t *ast.CallExpr) (expr, error) {
	name, ok := t.Fun.(*ast.Ident)
	if !ok {
		return fail(t, "only functions of expressions can be called: use Where or With with a function")
	}
	if name.Name == "missing" {
		return c.missing(t)
	}
	if dateParts[name.Name] != nil {
		return c.datePart(t, name.Name)
	}
	args := make([]expr, len(t.Args))
	for k, arg := range t.Args {
		var err error
		args[k], err = c.expr(arg)
		if err != nil {
			return expr{}, err
		}
		if args[k].truth {
			return fail(arg, "%s is of numbers, and this is a condition or a boolean column", name.Name)
		}
	}
	if f, is := ofOne[name.Name]; is {
		if len(args) != 1 {
			return fail(t, "%s has one argument, and %d are given", name.Name, len(args))
		}
		return args[0].then(false, f), nil
	}
	if f, is := ofTwo[name.Name]; is {
		if len(args) < 2 || name.Name == "pow" && len(args) != 2 {
			return fail(t, "%s has two arguments, and %d are given", name.Name, len(args))
		}
		e := args[0]
		for _, arg := range args[1:] {
			e = e.with(arg, false, f)
		}
		return e, nil
	}
	return fail(t, "there is no function %q: there are abs, exp, log, log2, log10, sqrt, sin, cos, tan, floor, ceil, round, min, max, pow, missing, and of dates year, month, day, yearday, weekday and hour", name.Name)
}

// missing reports whether a column of any kind, or an expression, is missing.
func (c compiler) missing(t *ast.CallExpr) (expr, error) {
	if len(t.Args) != 1 {
		return fail(t, "missing has one argument, and %d are given", len(t.Args))
	}
	var of expr
	if name, named := columnName(ast.Unparen(t.Args[0])); named && c.f.find(name) >= 0 {
		col := c.f.columns[c.f.find(name)]
		of = expr{false, func(dst []float64, from int) { copy(dst, col.values[from:]) }}
	} else {
		var err error
		of, err = c.expr(t.Args[0])
		if err != nil {
			return of, err
		}
	}
	return of.then(true, func(v float64) float64 {
		if math.IsNaN(v) {
			return 1
		}
		return 0
	}), nil
}
