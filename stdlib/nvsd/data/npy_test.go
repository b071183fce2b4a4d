package data

import (
	"fmt"
	"strings"
	"testing"
)

// TestNPY reads the arrays that NumPy has written.
func TestNPY(t *testing.T) {
	numbers, err := CSV(typedFile("numbers.csv"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := NPY(typedFile("c.npy"))
	if err != nil {
		t.Fatal(err)
	}
	sameColumns(t, "c.npy", f.columns, numbers.columns)
	f, err = Open(typedFile("fortran.npy"), NoHeader("a", "b", "c"), Target("a"))
	if err != nil {
		t.Fatal(err)
	}
	for j, c := range f.columns {
		for i, v := range c.values {
			if want := float64(float32(numbers.columns[j].values[i])); v != want || c.name != []string{"a", "b", "c"}[j] {
				t.Errorf("fortran.npy, row %d of %q: %v, want %v", i, c.name, v, want)
			}
		}
	}
	f, err = NPY(typedFile("records.npy"), AllowMissing())
	if err != nil {
		t.Fatal(err)
	}
	sameColumns(t, "records.npy", f.columns, fromCSV(t, "records.csv").columns)
}

func TestNPZ(t *testing.T) {
	numbers, err := CSV(typedFile("numbers.csv"))
	if err != nil {
		t.Fatal(err)
	}
	y := fromCSV(t, "records.csv").columns
	named := func(c column, name string) column { c.name = name; return c }
	f, err := Open(typedFile("stored.npz"))
	if err != nil {
		t.Fatal(err)
	}
	sameColumns(t, "stored.npz", f.columns, []column{named(numbers.columns[0], "X1"), named(numbers.columns[1], "X2"), named(numbers.columns[2], "X3"), y[9]})
	f, err = NPZ(typedFile("deflated.npz"))
	if err != nil {
		t.Fatal(err)
	}
	sameColumns(t, "deflated.npz", f.columns, []column{named(numbers.columns[0], "features1"), named(numbers.columns[1], "features2"), named(y[4], "group"), named(numbers.columns[2], "target")})
	f, err = NPZ(typedFile("deflated.npz"), Arrays("group", "target"))
	if err != nil || f.Target() != "target" || len(f.columns) != 2 {
		t.Errorf("two arrays: %v, %v", f, err)
	}
}

func TestNPYRefuses(t *testing.T) {
	file := func(header string, body int) string {
		return "\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), byte(len(header) >> 8)}) + header + strings.Repeat("\x00", body)
	}
	of := func(descr, shape string) string {
		return file(fmt.Sprintf("{'descr': %s, 'fortran_order': False, 'shape': %s, }\n", descr, shape), 64)
	}
	for text, want := range map[string]string{
		"\x93NUMPY":                                      "the NPY file ends early: download or copy it again",
		"\x93NUMPY\x01\x00\xff\x00{":                     "the NPY file ends early: download or copy it again",
		"\x93NUMPY\x09\x00\x01\x00{}":                    "the NPY file is of version 9, and 1, 2 and 3 are known",
		file("{", 0):                                     "the header of the NPY file cannot be read",
		file(strings.Repeat("(", 999), 0):                "it is too deep",
		file("{}", 0):                                    "the header of the NPY file has no shape",
		file("{'shape': (2,)}", 0):                       `it needs "descr", "fortran_order" and "shape"`,
		of("'<f8'", "(3, 3)"):                            "the NPY file ends early: it has 2 rows, and its header says 3; download or copy it again",
		of("'<f8'", "(2, 2, 2)"):                         "the array has 3 dimensions: a table has one, its column, or two, rows and columns",
		of("'<f8'", "()"):                                "the array has 0 dimensions",
		of("'<f8'", "(-1,)"):                             "the shape of the array, [-1], cannot be read",
		of("'|O'", "(2,)"):                               "the array holds Python objects: write it as an array of numbers or texts, and cannot be read",
		of("'<c16'", "(2,)"):                             "the array holds complex numbers",
		of("'<U0'", "(2147483647,)"):                     `the array holds values of the type "<U0", which is not known`,
		of("'<m8[s]'", "(2,)"):                           "the array holds durations",
		of("'<f16'", "(2,)"):                             `the array holds numbers of the type "<f16", which is not known: write it as float64`,
		of("'<M8'", "(2,)"):                              `the array holds dates in the unit ""`,
		of("'bogus'", "(2,)"):                            `the array holds values of the type "bogus", which is not known`,
		of("[('a', '<f8'), ('b', 'x')]", "(2,)"):         `the field "b" of the records has the type x, which is not known`,
		of("[('a', '<f8', (2,)), ('y', '<f8')]", "(2,)"): `the column "a" holds arrays, and cannot be read: if it is to be left out, say data.Drop("a")`,
		of("[('a', '<f8'), ('a', '<f8')]", "(2,)"):       `columns 1 and 2 are both named "a"`,
		of("'<f8'", "(0, 2)"):                            "it has no row (n = 0): at least one row is needed",
		of("'<f8'", "(2, 0)"):                            "it has no column",
	} {
		if _, err := Read(strings.NewReader(text), "r.npy"); err == nil || !strings.Contains(err.Error(), "r.npy: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	long := file("{'descr': [('id', '<i8'), ('a', '<f8'), ('y', '<f8')], 'fortran_order': False, 'shape': (1,), }\n", 0) + "\x01\x00\x00\x00\x00\x00\x20\x00" + strings.Repeat("\x00", 16)
	if _, err := Read(strings.NewReader(long), "r.npy", Key("id")); err == nil || !strings.Contains(err.Error(), `the column "id" holds whole numbers beyond 2^53, of which some cannot be told apart: if it is to be left out, say data.Drop("id"); or else write it as text`) {
		t.Errorf("a long key: %v", err)
	}
	if f, err := Read(strings.NewReader(long), "r.npy"); err != nil || f.columns[0].kind != Numeric {
		t.Errorf("a long input: %v, %v", f, err)
	}
	for name, want := range map[string]string{
		"objects.npy":  "the array holds Python objects",
		"stored.npz":   `there is no array "Z": the file has "X", "y", "other"`,
		"deflated.npz": `there is no array "Z"`,
	} {
		if _, err := Open(typedFile(name), Arrays("Z")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	if _, err := NPZ(typedFile("stored.npz"), Arrays("X", "other")); err == nil || !strings.Contains(err.Error(), `the array "other" has 5 rows, and "X" has 60: if "X" alone is to be read, say data.Arrays("X"); or else`) {
		t.Errorf("arrays of other lengths: %v", err)
	}
	if _, err := NPY(typedFile("c.npy"), NoHeader("a", "b")); err == nil || !strings.Contains(err.Error(), "there are 3 columns, and data.NoHeader has 2 names") {
		t.Errorf("two names of three: %v", err)
	}
}

// TestNPYCutOff: no beginning of a file is read as the file, or panics.
func TestNPYCutOff(t *testing.T) {
	for _, name := range []string{"records.npy", "deflated.npz"} {
		raw := read(t, name)
		for n := range raw {
			if _, err := Read(strings.NewReader(string(raw[:n])), name, AllowMissing()); err == nil {
				t.Errorf("%s: its first %d bytes of %d are taken for a file", name, n, len(raw))
			}
		}
	}
}

func FuzzNPY(f *testing.F) {
	for _, name := range []string{"c.npy", "fortran.npy", "objects.npy", "records.npy", "stored.npz", "deflated.npz"} {
		f.Add(read(f, name))
	}
	f.Fuzz(fuzzTyped("f.npy"))
}

// TestTypedFilesFromTheirOrigin: a proof reads the same cells again.
func TestTypedFilesFromTheirOrigin(t *testing.T) {
	for name, opts := range map[string][]ReadOption{
		"pages.parquet": {AllowMissing(), Target("double"), Factor("short")},
		"fortran.npy":   {NoHeader("a", "b", "c"), Target("b")},
		"deflated.npz":  {Arrays("target", "group", "features"), NoTarget()},
	} {
		f, err := Open(typedFile(name), opts...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again, err := f.Origin().Rebuild("")
		if err != nil || asJSON(t, again.values()) != asJSON(t, f.values()) {
			t.Errorf("%s: %v, %v, want %v", name, again, err, f)
		}
	}
}
