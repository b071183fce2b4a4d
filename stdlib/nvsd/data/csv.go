package data

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

// CSV reads a file of comma-separated numbers whose first line names the columns. The target
// is the last column, unless Target names another one. Every other column is an input, unless
// Inputs or Drop say otherwise.
//
// Cells may be quoted and padded with blanks. Lines may end in CR LF. A byte order mark is
// skipped. Nothing is guessed and no row is left out. If a cell of a column in use is empty,
// not a number or not finite, the error is a *CellError with its line and column. A line with
// another number of cells is an error too.
func CSV(path string, opts ...ReadOption) (*Frame, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("data: %w: %s", err, otherFile(path))
	}
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	defer file.Close()
	return Read(file, filepath.Base(path), opts...)
}

// otherFile says which file was probably meant by a path at which there is none, or else which
// folder was looked in.
func otherFile(path string) string {
	dir := filepath.Dir(path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Sprintf("there is no folder %s", dir)
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	if near := spelling.Nearest(filepath.Base(path), names); near != "" {
		return fmt.Sprintf("is it %q?", filepath.Join(dir, near))
	}
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	return "it was looked for in " + dir
}

// Read is CSV on an open stream. Messages call the stream name.
func Read(r io.Reader, name string, opts ...ReadOption) (*Frame, error) {
	o := readOptions{comma: ','}
	for _, opt := range opts {
		opt(&o)
	}
	f, err := read(r, name, &o)
	if err != nil {
		return nil, fmt.Errorf("data: %s: %w", name, err)
	}
	return f, nil
}

func read(r io.Reader, name string, o *readOptions) (*Frame, error) {
	cr, header, err := begin(r, o)
	if err != nil {
		return nil, err
	}
	inputs, target, err := o.columns(header)
	if err != nil {
		return nil, err
	}
	parse, codings, err := o.parsers(header, inputs, target)
	if err != nil {
		return nil, err
	}

	var x, y []float64
	var bad *CellError
	for {
		record, err := cr.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, parseError(err)
		}
		line, _ := cr.FieldPos(0)
		if len(record) != len(header) {
			return nil, fmt.Errorf("line %d has %d cells, the header has %d: every line needs the same number", line, len(record), len(header))
		}
		number := func(j int) float64 {
			v, reason := parse[j](record[j])
			if reason != "" {
				if bad == nil {
					bad = &CellError{Line: line, Column: header[j], Text: record[j], Reason: reason, ofTarget: j == target}
				} else {
					bad.More++
				}
				bad.add(header[j])
			}
			return v
		}
		for _, j := range inputs {
			x = append(x, number(j))
		}
		if target == none {
			y = append(y, math.NaN())
		} else {
			y = append(y, number(target))
		}
	}
	if bad != nil {
		return nil, bad
	}
	if len(y) == 0 {
		return nil, fmt.Errorf("there is a header and no row under it (n = 0): at least one row is needed")
	}
	names := make([]string, len(inputs))
	for a, j := range inputs {
		names[a] = header[j]
	}
	f := &Frame{source: name, names: names, x: mat.NewDense(len(y), len(inputs), x), y: y, classes: o.classes}
	if target != none {
		f.target = header[target]
	}
	return f.expand(codings)
}

// parsers returns the functions that read the cells of each column, and the codings of the
// cells of factors.
func (o *readOptions) parsers(header []string, inputs []int, target int) ([]func(string) (float64, string), []coding, error) {
	parse := make([]func(string) (float64, string), len(header))
	for j := range parse {
		parse[j] = parseCell
	}
	if o.classes != nil && target != none {
		if err := o.classes.check(); err != nil {
			return nil, nil, err
		}
		parse[target] = o.classes.value
	}
	codings := make([]coding, len(o.factors))
	for k, name := range o.factors {
		a := slices.IndexFunc(inputs, func(j int) bool { return header[j] == name })
		switch {
		case target != none && name == header[target]:
			return nil, nil, fmt.Errorf("the target %q cannot be a factor: give its two labels by data.Classes", name)
		case a < 0:
			return nil, nil, fmt.Errorf("the factor %q is not among the inputs: %sthe columns are %s", name, spelling.Question(name, header), quoteList(header))
		case slices.Contains(o.factors[:k], name):
			return nil, nil, fmt.Errorf("the factor %q is named twice", name)
		}
		codings[k].column = a
		parse[inputs[a]] = codings[k].parse
	}
	return parse, codings, nil
}

// parseCell returns the number in a cell, or the reason why there is none.
func parseCell(cell string) (float64, string) {
	s := strings.TrimSpace(cell)
	if reason := missing(s); reason != "" {
		return 0, reason
	}
	v, err := strconv.ParseFloat(s, 64)
	if errors.Is(err, strconv.ErrSyntax) {
		return 0, fmt.Sprintf("%q is not a number", s)
	}
	if !finite(v) {
		return 0, fmt.Sprintf("%q is not finite", s)
	}
	return v, ""
}

// missing returns the reason why a cell holds nothing, or "" if it holds something.
func missing(s string) string {
	switch strings.ToLower(s) {
	case "":
		return "the cell is empty"
	case "na", "n/a", "nan", "null", "none", "nil", "?", "-", ".":
		return fmt.Sprintf("the value is missing (%q)", s)
	}
	return ""
}

// none is the index of the target of a table that has none.
const none = -1

// columns returns the indices of the columns that the options name.
func (o *readOptions) columns(header []string) (inputs []int, target int, err error) {
	find := func(name, role string) (int, error) {
		j := slices.Index(header, name)
		if j < 0 {
			return 0, fmt.Errorf("%s %q is not among the columns: %sthere are %s", role, name, spelling.Question(name, header), quoteList(header))
		}
		return j, nil
	}
	dropped := make([]bool, len(header))
	for _, name := range o.drop {
		j, err := find(name, "the column to drop")
		if err != nil {
			return nil, 0, err
		}
		dropped[j] = true
	}

	switch target = len(header) - 1; {
	case o.noTarget && o.target != "":
		return nil, 0, fmt.Errorf("the target is %q, and there is none by data.NoTarget: give one of the two", o.target)
	case o.noTarget:
		target = none
	case o.target != "":
		if target, err = find(o.target, "the target"); err != nil {
			return nil, 0, err
		}
	default:
		for target > 0 && dropped[target] {
			target--
		}
	}
	if target != none && dropped[target] {
		return nil, 0, fmt.Errorf("the target %q is also dropped", header[target])
	}

	if o.inputs == nil {
		for j := range header {
			if j != target && !dropped[j] {
				inputs = append(inputs, j)
			}
		}
	}
	used := map[int]bool{}
	for _, name := range o.inputs {
		j, err := find(name, "the input")
		switch {
		case err != nil:
			return nil, 0, err
		case j == target:
			return nil, 0, fmt.Errorf("%q is both an input and the target", name)
		case dropped[j]:
			return nil, 0, fmt.Errorf("the input %q is also dropped", name)
		case used[j]:
			return nil, 0, fmt.Errorf("the input %q is named twice", name)
		}
		used[j] = true
		inputs = append(inputs, j)
	}
	if len(inputs) == 0 {
		beside := ""
		if target != none {
			beside = fmt.Sprintf(" beside the target %q", header[target])
		}
		return nil, 0, fmt.Errorf("no inputs are left (d = 0)%s: at least one is needed", beside)
	}
	return inputs, target, nil
}
