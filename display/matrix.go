package display

import (
	"fmt"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// A matrix of at most this size is shown completely. Of a larger matrix half as many rows
// and columns are shown at either end.
const (
	matrixRows    = 16
	matrixColumns = 12
)

// matrixTable returns a matrix as a table with its indices, without the middle of a
// large matrix.
func matrixTable(m mat.Matrix) Table {
	r, c := m.Dims()
	rows, columns := ends(r, matrixRows), ends(c, matrixColumns)
	t := Table{Caption: fmt.Sprintf("%d × %d matrix", r, c), Columns: []string{""}}
	for _, j := range columns {
		t.Columns = append(t.Columns, index(j))
	}
	for _, i := range rows {
		row := []any{index(i)}
		for _, j := range columns {
			switch {
			case i < 0 && j < 0:
				row = append(row, nil)
			case i < 0:
				row = append(row, "⋮")
			case j < 0:
				row = append(row, "…")
			default:
				row = append(row, m.At(i, j))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// ends returns the indices below n if there are at most so many. Otherwise it returns half
// of most from either end, with -1 between them.
func ends(n, most int) []int {
	var index []int
	for i := range n {
		switch {
		case n <= most || i < most/2 || i >= n-most/2:
			index = append(index, i)
		case i == most/2:
			index = append(index, -1)
		}
	}
	return index
}

func index(i int) string {
	if i < 0 {
		return ""
	}
	return strconv.Itoa(i)
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
