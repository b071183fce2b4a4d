package npy

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/typed"
)

// fileOf returns a file of a version of the format, with a header and what is behind it.
func fileOf(version byte, header string, body ...byte) []byte {
	raw := append([]byte(Magic), version, 0)
	if version == 1 {
		raw = binary.LittleEndian.AppendUint16(raw, uint16(len(header)))
	} else {
		raw = binary.LittleEndian.AppendUint32(raw, uint32(len(header)))
	}
	return append(append(raw, header...), body...)
}

// headerOf returns the header of an array, as NumPy writes it.
func headerOf(descr string, fortran bool, shape string) string {
	order := "False"
	if fortran {
		order = "True"
	}
	return fmt.Sprintf("{'descr': %s, 'fortran_order': %s, 'shape': %s, }   \n", descr, order, shape)
}

// columnsOf returns the cells of all columns that can be read.
func columnsOf(raw []byte) (all []typed.Cells, err error) {
	a, err := Open(raw)
	if err != nil {
		return nil, err
	}
	for _, c := range a.Columns {
		if c.Reason != "" {
			continue
		}
		cells, err := a.Read(c)
		if err != nil {
			return nil, err
		}
		all = append(all, cells)
	}
	return all, nil
}

// TestVersions: the three versions of the format differ in how long their headers may be.
func TestVersions(t *testing.T) {
	for version := range byte(3) {
		raw := fileOf(version+1, headerOf("'|u1'", false, "(3,)"), 7, 8, 255)
		all, err := columnsOf(raw)
		if err != nil || len(all) != 1 || !slices.Equal(all[0].Values, []float64{7, 8, 255}) {
			t.Errorf("version %d: %v, %v", version+1, all, err)
		}
	}
}

// TestOrders: a matrix is the same by rows and by columns, in both orders of bytes.
func TestOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 9).Draw(t, "rows"), rapid.IntRange(1, 9).Draw(t, "columns")
		fortran, big := rapid.Bool().Draw(t, "fortran"), rapid.Bool().Draw(t, "big")
		want := make([][]float64, d)
		for j := range want {
			want[j] = rapid.SliceOfN(rapid.Float64(), n, n).Draw(t, "column")
		}
		var order binary.AppendByteOrder = binary.LittleEndian
		descr := "'<f8'"
		if big {
			order, descr = binary.BigEndian, "'>f8'"
		}
		var body []byte
		for k := range n * d {
			i, j := k/d, k%d
			if fortran {
				i, j = k%n, k/n
			}
			body = order.AppendUint64(body, math.Float64bits(want[j][i]))
		}
		all, err := columnsOf(fileOf(1, headerOf(descr, fortran, fmt.Sprintf("(%d, %d)", n, d)), body...))
		if err != nil || len(all) != d {
			t.Fatalf("%d columns of %d, %v", len(all), d, err)
		}
		for j := range want {
			if !slices.Equal(all[j].Values, want[j]) {
				t.Errorf("column %d is %v, want %v", j, all[j].Values, want[j])
			}
		}
	})
}

// TestRecords: the fields of records stand one behind the other, with room between them that has
// no name, with titles, and with arrays, which are passed over.
func TestRecords(t *testing.T) {
	header := headerOf("[('n', '<i2'), ('', '|V2'), (('a title', 'flag'), '|b1'), ('list', '<u1', (2, 2)), ('s', '|S2')]", false, "(2,)")
	raw := fileOf(1, header,
		0x01, 0x02, 0xee, 0xee, 1, 9, 9, 9, 9, 'a', 0,
		0xff, 0xff, 0xee, 0xee, 0, 9, 9, 9, 9, 'b', 'c')
	a, err := Open(raw)
	if err != nil {
		t.Fatal(err)
	}
	var says []string
	for _, c := range a.Columns {
		if c.Reason != "" {
			says = append(says, c.Name+" "+c.Reason)
			continue
		}
		cells, err := a.Read(c)
		says = append(says, fmt.Sprint(c.Name, cells.Values, cells.Texts, err))
	}
	if want := []string{"n[513 -1] [] <nil>", "flag[1 0] [] <nil>", "list holds arrays", "s[0 1] [a bc] <nil>"}; !slices.Equal(says, want) {
		t.Errorf("the columns are %q, want %q", says, want)
	}
}

// TestRefusals: what a header says is held to the bytes behind it, also where it says more than an
// int can count.
func TestRefusals(t *testing.T) {
	wide := strings.Repeat("32767, ", 5)
	for header, want := range map[string]string{
		headerOf("'<f8'", false, "(0, 2147483647)"):                         "the array has 2147483647 columns, and no rows",
		headerOf("'<f8'", false, "(1, 2147483647)"):                         "it has 0 rows, and its header says 1",
		headerOf("'<U536870911'", false, "(2147483647, 2147483647)"):        "it has 0 rows, and its header says 2147483647",
		headerOf("[('a', '<f8', ("+wide+")), ('b', '<f8')]", false, "(2,)"): `the field "a" of the records holds arrays of the shape [32767 32767 32767 32767 32767], which are too large`,
		headerOf("[('a', '<f8', (2,)), ('b', '<f8')]", false, "(2, 2)"):     "the array has records in 2 columns",
		headerOf("[('a',), ('b', '<f8')]", false, "(2,)"):                   "a field without name or type",
		headerOf("[('a', [('x', '<f8')])]", false, "(2,)"):                  `the field "a" of the records has the type`,
	} {
		if all, err := columnsOf(fileOf(2, header, make([]byte, 16)...)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is read as %v, %v, want the error %s", header, all, err, want)
		}
	}
	if a, err := Open(fileOf(1, headerOf("'<f8'", false, "(0, 3)"))); err != nil || a.Rows != 0 || len(a.Columns) != 3 {
		t.Errorf("no rows of three columns: %v, %v", a, err)
	}
}

// FuzzOpen: no bytes make a panic, and every column has as many cells as the array has rows.
func FuzzOpen(f *testing.F) {
	files, err := filepath.Glob("../../testdata/typed/*.npy")
	if err != nil || len(files) == 0 {
		f.Fatalf("there are no files of NumPy: %v", err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add(fileOf(1, headerOf("[('a', '<f8', (32767, 32767)), ('b', '>M8[25us]')]", false, "(2,)"), 1, 2, 3))
	f.Add(fileOf(3, headerOf("'|S3'", true, "(2, 2)"), []byte("abcdefghijkl")...))
	f.Fuzz(func(t *testing.T, raw []byte) {
		a, err := Open(raw)
		if err != nil || a.Rows > 1<<20 {
			return
		}
		for _, c := range a.Columns {
			if c.Reason != "" {
				continue
			}
			if cells, err := a.Read(c); err == nil && len(cells.Values) != a.Rows {
				t.Errorf("%q has %d cells in %d rows", c.Name, len(cells.Values), a.Rows)
			}
		}
	})
}
