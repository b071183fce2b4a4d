package data

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
