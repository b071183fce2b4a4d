package data

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// The canonical table of numbers with named columns is this text: a line of the names, sorted by
// their bytes and joined by commas; then a line for each row with its cells in the order of the
// names, joined by commas, the lines sorted by their bytes. A cell has six significant digits,
// as 1.23457e+01; zero has no sign; a missing cell is a question mark. Each line ends in a line
// feed. Two files of the same table in another order of rows and columns, or with more digits,
// have the same canonical table. A digest of it is its SHA-256 in hexadecimal digits.

// canonicalCell returns a cell of the canonical table.
func canonicalCell(v float64) string {
	if math.IsNaN(v) {
		return "?"
	}
	if v == 0 {
		v = 0 // and not -0
	}
	return strconv.FormatFloat(v, 'e', 5, 64)
}

// canonicalDigest returns the digest of the canonical table of columns of numbers.
func canonicalDigest(columns []column) string {
	columns = slices.Clone(columns)
	slices.SortFunc(columns, func(a, b column) int { return strings.Compare(a.name, b.name) })
	names := make([]string, len(columns))
	for j, c := range columns {
		names[j] = c.name
	}
	var rows []string
	if len(columns) > 0 {
		rows = make([]string, len(columns[0].values))
	}
	cells := make([]string, len(columns))
	for i := range rows {
		for j, c := range columns {
			cells[j] = canonicalCell(c.values[i])
		}
		rows[i] = strings.Join(cells, ",")
	}
	slices.Sort(rows)
	digest := sha256.New()
	for _, line := range append([]string{strings.Join(names, ",")}, rows...) {
		fmt.Fprintln(digest, line)
	}
	return hex.EncodeToString(digest.Sum(nil))
}

// fingerprint returns a digest of the cells of a column, whatever their order: the first 16
// digits of the SHA-256 of the sorted cells of the canonical table, a line each.
func (c column) fingerprint() string {
	cells := make([]string, len(c.values))
	for i, v := range c.values {
		cells[i] = canonicalCell(v)
	}
	slices.Sort(cells)
	sum := sha256.Sum256([]byte(strings.Join(cells, "\n") + "\n"))
	return hex.EncodeToString(sum[:8])
}

// numbers returns the column as numbers: those that its levels are, or else the places of its
// levels in their order, from 0.
func (c column) numbers() column {
	n := column{name: c.name, values: c.values}
	if c.kind != Categorical {
		return n
	}
	var used []string
	for k, level := range c.levels {
		if slices.Contains(c.values, float64(k)) {
			used = append(used, level)
		}
	}
	code := make(map[string]float64)
	numeric := true
	for _, level := range used {
		v, err := strconv.ParseFloat(strings.TrimSpace(level), 64)
		code[level], numeric = v, numeric && err == nil
	}
	if !numeric {
		slices.Sort(used)
		for k, level := range used {
			code[level] = float64(k)
		}
	}
	n.values = make([]float64, len(c.values))
	for i, v := range c.values {
		n.values[i] = math.NaN()
		if !math.IsNaN(v) {
			n.values[i] = code[c.levels[int(v)]]
		}
	}
	return n
}

// A reference describes a data set without its cells: its size, its columns and a digest.
type reference struct {
	Rows    int               `json:"rows"`
	Missing int               `json:"missing,omitempty"` // cells
	Columns []referenceColumn `json:"columns"`           // the target last
	Digest  string            `json:"digest"`            // of the canonical table
}

type referenceColumn struct {
	Name        string `json:"name"`
	Fingerprint string `json:"fingerprint"`
}

// newReference returns the reference of a table of numbers.
func newReference(columns []column) reference {
	r := reference{Digest: canonicalDigest(columns)}
	for _, c := range columns {
		count, _ := c.missing()
		r.Rows, r.Missing = len(c.values), r.Missing+count
		r.Columns = append(r.Columns, referenceColumn{c.name, c.fingerprint()})
	}
	return r
}

// match finds the columns of the reference among those of a file and returns them as numbers,
// with the names and in the order of the reference, and the names of the columns that are left
// over. Columns are told by their cells, since mirrors spell names in their own ways; of several
// with the same cells the one with the same name is taken. The error says in what the file is
// another table.
func (r reference) match(columns []column) (matched []column, left []string, err error) {
	if len(columns) > 0 && len(columns[0].values) != r.Rows {
		return nil, nil, fmt.Errorf("it has %d rows, and the data set has %d", len(columns[0].values), r.Rows)
	}
	if len(columns) < len(r.Columns) {
		return nil, nil, fmt.Errorf("it has %d columns, and the data set has %d", len(columns), len(r.Columns))
	}
	prints := make(map[string][]int) // columns with these cells that are not taken yet
	numbers := make([]column, len(columns))
	for j, c := range columns {
		numbers[j] = c.numbers()
		f := numbers[j].fingerprint()
		prints[f] = append(prints[f], j)
	}
	taken := make([]bool, len(columns))
	var absent []string
	for _, want := range r.Columns {
		same := prints[want.Fingerprint]
		if len(same) == 0 {
			absent = append(absent, want.Name)
			continue
		}
		k := max(0, slices.IndexFunc(same, func(j int) bool { return plainName(columns[j].name) == plainName(want.Name) }))
		c := numbers[same[k]]
		c.name = want.Name
		taken[same[k]] = true
		prints[want.Fingerprint] = slices.Delete(same, k, k+1)
		matched = append(matched, c)
	}
	if absent != nil {
		return nil, nil, fmt.Errorf("it has %d rows as the data set does, and no column with the cells of %s: it is another version of it, or damaged", r.Rows, quoteList(absent))
	}
	if got := canonicalDigest(matched); got != r.Digest {
		return nil, nil, fmt.Errorf("its columns have the cells of the data set, in rows that do not belong together: the digest of its canonical table is %s, not %s", got, r.Digest)
	}
	for j, c := range columns {
		if !taken[j] {
			left = append(left, c.name)
		}
	}
	return matched, left, nil
}

// plainName returns the letters and digits of a name, in lower case.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
