package data

import (
	"go/ast"
	"math"
	"time"
)

// dateParts are the numbers that an expression takes from a column of dates.
var dateParts = map[string]func(t time.Time) int{
	"year":    time.Time.Year,
	"month":   func(t time.Time) int { return int(t.Month()) },
	"day":     time.Time.Day,
	"yearday": time.Time.YearDay,
	"weekday": func(t time.Time) int { return int(t.Weekday()) },
	"hour":    time.Time.Hour,
}

// datePart returns the named part of a column of dates.
func (c compiler) datePart(t *ast.CallExpr, part string) (expr, error) {
	if len(t.Args) != 1 {
		return fail(t, "%s has one argument, and %d are given", part, len(t.Args))
	}
	arg := ast.Unparen(t.Args[0])
	name, named := columnName(arg)
	j := c.f.find(name)
	if named && j < 0 {
		return c.column(arg, name) // the error, which names columns like it
	}
	if !named || c.f.columns[j].kind != Date {
		return fail(arg, "%s is of a column of dates, and this is none", part)
	}
	values, of := c.f.columns[j].values, dateParts[part]
	return expr{false, func(dst []float64, from int) {
		for i := range dst {
			dst[i] = math.NaN()
			if v := values[from+i]; v == v {
				dst[i] = float64(of(moment(v)))
			}
		}
	}}, nil
}
