package display

import (
	"fmt"
	"reflect"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A matrix of at most this size is shown completely. Of a larger matrix half as many rows
// and columns are shown at either end.
const (
	matrixRows    = 16
	matrixColumns = 12
)

// matrixTable returns a matrix as a table with its indices, without the middle of a
// large matrix.
func matrixTable(m mat.Matrix) report.Table {
	r, c := m.Dims()
	t := report.Table{Title: fmt.Sprintf("%d × %d matrix", r, c)}
	l := lines{gap: r > matrixRows}
	for _, i := range report.Ends(r, matrixRows) {
		if i >= 0 {
			l.keys, l.values = append(l.keys, i), append(l.values, i)
		}
	}
	l.grid(&t, report.Ends(c, matrixColumns), strconv.Itoa, func(i, j int) any { return m.At(l.values[i].(int), j) })
	if _, ok := m.(mat.Vector); ok && r > 0 {
		t.Notes = append(t.Notes, numbersSummary(reflect.ValueOf(mat.Col(nil, 0, m))))
	}
	return t
}

// matrixText returns the matrix as gonum formats it.
func matrixText(m mat.Matrix) string {
	r, c := m.Dims()
	if r == 0 || c == 0 {
		return fmt.Sprintf("%d × %d matrix", r, c)
	}
	if r <= matrixRows && c <= matrixColumns {
		return fmt.Sprintf("%.4g", mat.Formatted(m, mat.Squeeze()))
	}
	return fmt.Sprintf("%.4g", mat.Formatted(m, mat.Squeeze(), mat.Excerpt(matrixColumns/2)))
}
