package data

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// streamOf returns a Stream of a file.
func streamOf(t testing.TB, name string, content []byte, opts ...ReadOption) *Stream {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := OpenStream(path, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestStreamOfFiles: the files that other programs wrote are in parts what they are as a whole, or are refused as
// they are as a whole, or cannot be read in parts.
func TestStreamOfFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/typed/*.*")
	if err != nil {
		t.Fatal(err)
	}
	streamed := 0
	for _, path := range files {
		if filepath.Ext(path) == ".py" {
			continue
		}
		for _, opts := range [][]ReadOption{nil, {AllowMissing(), NoTarget()}, {DropMissing(), NoTarget()}, {AllowMissing(), NoTarget(), Drop("of lists", "raw")}} {
			whole, wrong := Open(path, opts...)
			for _, part := range []int{partBytes, 300} {
				s, err := OpenStream(path, opts...)
				if errors.Is(err, ErrWhole) {
					continue
				}
				var got *Frame
				if err == nil {
					s.part = part
					got, _, err = s.Sample(context.Background(), 1<<20, 1)
				}
				switch {
				case (err == nil) != (wrong == nil):
					t.Errorf("%s, parts of %d bytes: %v, as a whole %v", path, part, err, wrong)
				case err != nil && part == partBytes && err.Error() != wrong.Error():
					t.Errorf("%s: in parts %v, as a whole %v", path, err, wrong)
				case err == nil:
					streamed++
					if !same(got, whole) {
						t.Errorf("%s is another table in parts of %d bytes:\n%v\nwant\n%v", path, part, got, whole)
					}
				}
			}
		}
	}
	if streamed < 60 {
		t.Errorf("only %d tables were read in parts", streamed)
	}
}

// TestStreamOfTexts draws tables with quoted cells of several lines, and reads them in parts of a few bytes,
// compressed or not: they are what they are as a whole.
func TestStreamOfTexts(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		text := drawnText(rt)
		whole, wrong := Read(strings.NewReader(text), "t.csv", Keep())
		path := filepath.Join(dir, "t.csv")
		if rapid.Bool().Draw(rt, "compressed") {
			text = gzipped(t, text)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			rt.Fatal(err)
		}
		s, err := OpenStream(path, Keep())
		if err != nil {
			rt.Fatal(err)
		}
		s.part = rapid.IntRange(1, 200).Draw(rt, "part")
		got, numbers, err := s.Sample(context.Background(), 1000, 1)
		if (err == nil) != (wrong == nil) || err != nil && err.Error() != wrong.Error() {
			rt.Fatalf("in parts of %d bytes %v, as a whole %v", s.part, err, wrong)
		}
		if err == nil && (!same(got, whole) || len(numbers) != whole.N()) {
			rt.Fatalf("in parts of %d bytes %v, want %v", s.part, got, whole)
		}
	})
}

// drawnText draws the text of a table, which may have a cell that is wrong.
func drawnText(t *rapid.T) string {
	var text strings.Builder
	text.WriteString("x,kind,y\n")
	kinds := rapid.SampledFrom([]string{"a", "b", `"c ""of"" c"`, "\"d\nof d\"", "e"})
	numbers := rapid.SampledFrom([]string{"1", "2.5", "-3e2", "0"})
	rows := rapid.IntRange(1, 60).Draw(t, "rows")
	wrong := rapid.IntRange(0, 4*rows).Draw(t, "the row that is wrong")
	for i := range rows {
		x := numbers.Draw(t, "x")
		if i == wrong {
			x = rapid.SampledFrom([]string{"", "inf", "1,2", `"`, `1"2`}).Draw(t, "wrong")
		}
		fmt.Fprintf(&text, "%s,%s,%g%s", x, kinds.Draw(t, "kind"), float64(i)/7, rapid.SampledFrom([]string{"\n", "\r\n", "\n\n"}).Draw(t, "end"))
	}
	return text.String()
}

// TestStreamSample: the rows of a sample are those of the table with their numbers, whatever the parts are; each is drawn
// as often as another.
func TestStreamSample(t *testing.T) {
	var text strings.Builder
	text.WriteString("x,y\n")
	const rows = 300
	for i := range rows {
		fmt.Fprintf(&text, "%d.5,%d\n", i, i%7)
	}
	s := streamOf(t, "t.csv", []byte(text.String()))
	times := make([]int, rows)
	const seeds, drawn = 400, 30
	for seed := range uint64(seeds) {
		s.part = 40 + int(seed)*5
		f, numbers, err := s.Sample(context.Background(), drawn, seed)
		if err != nil || f.N() != drawn || len(numbers) != drawn || !slices.IsSorted(numbers) || s.Rows() != rows {
			t.Fatalf("%v, rows %v of %d, %v", f, numbers, s.Rows(), err)
		}
		for k, i := range numbers {
			times[i]++
			if f.X().At(k, 0) != float64(i)+0.5 || f.Y()[k] != float64(i%7) {
				t.Fatalf("row %d is %v, %v", i, f.X().At(k, 0), f.Y()[k])
			}
		}
		s.part = partBytes
		if _, whole, err := s.Sample(context.Background(), drawn, seed); err != nil || !slices.Equal(whole, numbers) {
			t.Fatalf("seed %d: rows %v in parts, %v at once, %v", seed, numbers, whole, err)
		}
	}
	for i, n := range times { // 40 in the mean, with a standard deviation of 6
		if n < 15 || n > 70 {
			t.Errorf("row %d is drawn %d times of %d", i, n, seeds)
		}
	}
}

// TestStreamInputs reads some of the columns.
func TestStreamInputs(t *testing.T) {
	s := streamOf(t, "t.csv", []byte("id,a,b,kind,y\n1,2,3,u,4\n2,3,5,v,5\n4,5,1,u,6\n"), Key("id"))
	err := s.Inputs("kind", "a").Each(context.Background(), func(_ int, part *Frame) error {
		if got := part.columnNames(); !slices.Equal(got, []string{"a", "kind", "y"}) || part.Target() != "y" || part.N() != 3 {
			t.Errorf("the columns are %v, the target is %q", got, part.Target())
		}
		return nil
	})
	if err != nil || s.Columns() != 5 {
		t.Error(err, s.Columns())
	}
}

// TestStreamChanges: a file that changes between or within passes is an error that says so.
func TestStreamChanges(t *testing.T) {
	s := streamOf(t, "t.csv", []byte("x,y\n1,2\n2,3\n3,4\n"))
	more := func() {
		f, err := os.OpenFile(s.path, os.O_APPEND|os.O_WRONLY, 0)
		if err == nil {
			_, err = f.WriteString("5,6\n")
		}
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	err := s.Each(context.Background(), func(int, *Frame) error { more(); return nil })
	if err == nil || !strings.Contains(err.Error(), "t.csv: the file has changed since it was opened: it has 20 bytes") {
		t.Errorf("within a pass: %v", err)
	}
	if _, _, err := s.Sample(context.Background(), 2, 1); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("between passes: %v", err)
	}
	if err := os.Remove(s.path); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Sample(context.Background(), 2, 1); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without the file: %v", err)
	}
}

// TestStreamErrors: what is wrong in a later part has its own line.
func TestStreamErrors(t *testing.T) {
	lines := strings.Repeat("1,u,2\n2,v,3\n", 100)
	for name, c := range map[string]struct {
		text, want string
		opts       []ReadOption
	}{
		"a text":            {"x,kind,y\n" + lines + "1,u,2\nseven,u,3\n" + lines, `line 203, column "x": "seven" is not a number`, nil},
		"a missing cell":    {"x,kind,y\n" + lines + ",u,2\n" + lines, `line 202, column "x": the cell is empty`, nil},
		"another length":    {"x,kind,y\n" + lines + "1,u,2,3\n" + lines, "line 202 has 4 cells, the header has 3", nil},
		"a quote":           {"x,kind,y\n" + lines + "1,u\"v,3\n" + lines, "line 202: there is a quote", nil},
		"numbers for texts": {"x,kind,y\n" + lines + strings.Repeat("1,5,2\n", 300), `if the column holds categories, say data.Factor("kind")`, nil},
		"no row left":       {"x,kind,y\n,u,2\n,v,3\n" + strings.Repeat(",u,2\n", 100), "every one of the 102 rows lacks a cell of", []ReadOption{DropMissing()}},
		"no row":            {"x,kind,y\n", "it has no row (n = 0)", nil},
	} {
		s := streamOf(t, "t.csv", []byte(c.text), c.opts...)
		s.part = 300 // 50 of these rows
		_, _, err := s.Sample(context.Background(), 10, 1)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "data: t.csv: ") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := streamOf(t, "t.csv", []byte("x,y\n1,2\n")).Sample(ended, 1, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("after its end: %v", err)
	}
	for name, content := range map[string]string{"t.arff": "@relation r\n", "t.npy": "\x93NUMPY", "t.zip": zipped(t, "x,y\n1,2\n", "t.csv"), "t16.csv": "\xff\xfex\x00"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenStream(path); err == nil || name != "t16.csv" && !errors.Is(err, ErrWhole) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
