package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// WriteCSV writes the headings and the rows as comma-separated values, quoted as RFC 4180
// says, with a line feed at the end of each row. Floats keep their full precision, a
// [Percent] is the part from 0 to 1, a [Mark] is its word, and a nil cell is empty. Title,
// notes, facts and warnings are left out. The error is that of w.
func (t Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	record := make([]string, len(t.Columns))
	for j, c := range t.Columns {
		record[j] = c.Heading()
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for _, row := range t.Rows {
		for j, cell := range row {
			record[j] = exact(cell)
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// CSV returns the text that [Table.WriteCSV] writes.
func (t Table) CSV() string {
	var b strings.Builder
	_ = t.WriteCSV(&b) // a strings.Builder takes everything
	return b.String()
}

// exact returns a cell as text from which its value can be read again.
func exact(cell any) string {
	switch v := cell.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case float32:
		return strconv.FormatFloat(float64(v), 'g', -1, 32)
	case Standing:
		if math.IsNaN(v.Value) {
			return ""
		}
		if v.HasSpread {
			v.Failed = 0
			return exact(v.Value) + v.beside(func(spread float64) string { return exact(spread) })
		}
		return exact(v.Value)
	case Percent:
		return strconv.FormatFloat(float64(v), 'g', -1, 64)
	case Mark:
		return v.Word
	}
	return fmt.Sprint(cell)
}
