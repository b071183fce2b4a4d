package data

import (
	"fmt"
	"math"
	"time"
)

// A Row is one observation of a Frame, for the functions that Where and With call. It is valid
// during the call alone. If a column that is asked for does not exist or is of another kind, the
// verb ends with an error that says so.
type Row struct{ at *rowReader }

// A rowReader goes through the rows of a Frame.
type rowReader struct {
	f       *Frame
	verb    string
	columns map[string]*column
	row     int
	err     error // the first that a Row met
}

func (f *Frame) reader(verb string) *rowReader {
	r := &rowReader{f: f, verb: verb, columns: make(map[string]*column, len(f.columns))}
	for j := range f.columns {
		r.columns[f.columns[j].name] = &f.columns[j]
	}
	return r
}

// column returns the named column, nil if there is none.
func (r Row) column(name string) *column {
	c := r.at.columns[name]
	if c == nil {
		r.fail(r.at.f.noColumn(r.at.verb, name))
	}
	return c
}

// fail notes an error.
func (r Row) fail(err error) {
	if r.at.err == nil {
		r.at.err = err
	}
}

// ofKind returns the cell of a column that must be of one of the kinds. ok is false if it is
// missing or of another kind.
func (r Row) ofKind(name, method string, kinds ...Kind) (c *column, v float64, ok bool) {
	c = r.column(name)
	if c == nil {
		return nil, 0, false
	}
	for _, kind := range kinds {
		if c.kind == kind {
			v = c.values[r.at.row]
			return c, v, !math.IsNaN(v)
		}
	}
	r.fail(fmt.Errorf("data: %s: the column %q is %v, which %s does not read: use %s", r.at.verb, name, c.kind, method, readers[c.kind]))
	return nil, 0, false
}

// readers are the methods that read the cells of each kind.
var readers = [...]string{Numeric: "Float", Integer: "Int or Float", Boolean: "Bool or Float", Date: "Time", Categorical: "Text"}

// Index returns the number of the row in its Frame, from 0.
func (r Row) Index() int { return r.at.row }

// Float returns the number in the named column: NaN where it is missing, and 0 or 1 of a
// boolean.
func (r Row) Float(name string) float64 {
	c, v, _ := r.ofKind(name, "Float", Numeric, Integer, Boolean)
	if c == nil {
		return math.NaN()
	}
	return v
}

// Int returns the whole number in the named column of integers, and 0 where it is missing.
func (r Row) Int(name string) int {
	_, v, ok := r.ofKind(name, "Int", Integer)
	if !ok {
		return 0
	}
	return int(v)
}

// Bool returns the cell of the named boolean column, and false where it is missing.
func (r Row) Bool(name string) bool {
	_, v, ok := r.ofKind(name, "Bool", Boolean)
	return ok && v == 1
}

// Text returns the level in the named categorical column, and "" where it is missing.
func (r Row) Text(name string) string {
	c, v, ok := r.ofKind(name, "Text", Categorical)
	if !ok {
		return ""
	}
	return c.levels[int(v)]
}

// Time returns the moment in the named column of dates, in UTC, and the zero time where it is
// missing.
func (r Row) Time(name string) time.Time {
	_, v, ok := r.ofKind(name, "Time", Date)
	if !ok {
		return time.Time{}
	}
	return moment(v)
}

// Missing reports whether the cell of the named column, of any kind, is missing.
func (r Row) Missing(name string) bool {
	c := r.column(name)
	return c != nil && math.IsNaN(c.values[r.at.row])
}
