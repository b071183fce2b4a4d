package fit

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
)

// readData reads X and y, or the file that the spec names instead.
func (s *Spec) readData(o *jsonobject.Object, dir string) error {
	raw := o.Take("X")
	if raw == nil {
		return bad("X", `it is missing: give n rows of d numbers, or {"csv": "path", "target": "name"}`)
	}
	read := s.readArrays
	if raw[0] == '{' {
		read = func(o *jsonobject.Object, raw json.RawMessage) (*data.Frame, error) { return readCSV(o, raw, dir) }
	}
	frame, err := read(o, raw)
	if err != nil {
		return err
	}
	s.X, s.Y = mat.DenseCopyOf(frame.X()), frame.Y()
	if frame.N() > 1 {
		s.Warnings = frame.Warnings()
	}
	return checkSquares(s.X, s.Y)
}

func (s *Spec) readArrays(o *jsonobject.Object, raw json.RawMessage) (*data.Frame, error) {
	X, err := parseMatrix("X", raw, 0)
	if err != nil {
		return nil, err
	}
	y, err := o.Vector("y")
	if err != nil {
		return nil, err
	}
	n, d := X.Dims()
	switch {
	case y == nil:
		return nil, bad("y", "it is missing: give one number for each row of X")
	case len(y) != n:
		return nil, bad("y", "it has %d numbers, X has %d rows", len(y), n)
	}
	names := make([]string, d)
	for a := range names {
		names[a] = fmt.Sprintf("X[.][%d]", a)
	}
	frame, err := data.New(X, y, append(names, "y")...)
	if err != nil {
		return nil, bad("X", "%s", reason(err))
	}
	return frame, nil
}

func readCSV(o *jsonobject.Object, raw json.RawMessage, dir string) (*data.Frame, error) {
	if o.Take("y") != nil {
		return nil, bad("y", "the csv file of X holds the target: leave y out")
	}
	c, err := jsonobject.Parse("X", raw)
	if err != nil {
		return nil, err
	}
	if err := c.Only([]string{"csv", "target"}); err != nil {
		return nil, err
	}
	path, err := c.Text("csv")
	if err != nil {
		return nil, err
	}
	if path == "" {
		return nil, bad("X.csv", "it is missing: give the path of a file of comma-separated numbers under a line of names")
	}
	target, err := c.Text("target")
	if err != nil {
		return nil, err
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	options := []data.ReadOption{data.Keep()} // fields of the spec name inputs by their places
	if target != "" {
		options = append(options, data.Target(target))
	}
	frame, err := data.CSV(path, options...)
	if cell, ok := errors.AsType[*data.CellError](err); ok {
		return nil, bad("X.csv", "%s: %s: %s", filepath.Base(path), cell.Where(), cell.Reason)
	}
	if err != nil {
		return nil, bad("X.csv", "%s", reason(err))
	}
	return frame, nil
}

func (s *Spec) readTest(o *jsonobject.Object) (err error) {
	raw := o.Take("X_test")
	if raw == nil {
		return nil
	}
	_, d := s.X.Dims()
	s.XTest, err = parseMatrix("X_test", raw, d)
	return err
}

// parseMatrix reads rows of d numbers. If d is 0, the first row decides their number.
func parseMatrix(field string, raw json.RawMessage, d int) (*mat.Dense, error) {
	var rows []json.RawMessage
	if json.Unmarshal(raw, &rows) != nil {
		return nil, bad(field, "%s: it must be a list of rows", jsonobject.Excerpt(raw))
	}
	if len(rows) == 0 {
		return nil, bad(field, "it has no rows (n = 0)")
	}
	var cells []float64
	for i, row := range rows {
		var numbers []json.RawMessage
		if json.Unmarshal(row, &numbers) != nil || numbers == nil {
			return nil, badCell(field, i, -1, "%s: it must be a list of numbers", jsonobject.Excerpt(row))
		}
		if i == 0 && d == 0 {
			d = len(numbers)
		}
		switch {
		case d == 0:
			return nil, bad(field, "its rows are empty (d = 0)")
		case len(numbers) != d:
			return nil, badCell(field, i, -1, "it has %d numbers, it must have %d", len(numbers), d)
		}
		for a, number := range numbers {
			v, reason := jsonobject.Number(number)
			if reason != "" {
				return nil, badCell(field, i, a, "%s", reason)
			}
			cells = append(cells, v)
		}
	}
	return mat.NewDense(len(rows), d, cells), nil
}

// leastTarget is the least largest value of a target that is not 0, as for the solvers.
const leastTarget = 1e-145

// checkSquares refuses numbers that are so large that sums of their squares are not finite, and
// a target that is so small that its squares are 0.
func checkSquares(X *mat.Dense, y []float64) error {
	const say = "%v is too large: sums of squares overflow a float64; take another unit"
	n, d := X.Dims()
	most := math.Sqrt(math.MaxFloat64 / float64(n) / float64(d+1))
	for i := range n {
		for a, v := range X.RawRowView(i) {
			if math.Abs(v) > most {
				return badCell("X", i, a, say, v)
			}
		}
		if math.Abs(y[i]) > most {
			return badCell("y", i, -1, say, y[i])
		}
	}
	if size := floats.Norm(y, math.Inf(1)); size > 0 && size < leastTarget {
		return bad("y", "it is too small: its largest value is %v, and squares of it are lost below the range of a float64; take another unit", size)
	}
	return nil
}
