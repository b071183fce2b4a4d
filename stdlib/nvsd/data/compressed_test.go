package data

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

const small = "a,y\n1,2\n3,4\n"

// bzip2 of small, made by the program bzip2; the standard library reads it and does not write it.
const smallBZ2 = "QlpoOTFBWSZTWb7/fCkAAAVZgAAQAAQ8ACAAACAgACIeoYhDAic044AeLuSKcKEhff74Ug=="

// written returns what a writer makes of a text.
func written(t testing.TB, text string, open func(io.Writer) (io.WriteCloser, error)) string {
	t.Helper()
	var b bytes.Buffer
	w, err := open(&b)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func gzipped(t testing.TB, text string) string {
	return written(t, text, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil })
}

// zipped returns an archive of files that all have the text.
func zipped(t testing.TB, text string, names ...string) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range names {
		f, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(f, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// put writes a file of the test, and returns its path.
func put(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCompressedFilesAreRead(t *testing.T) {
	bz2, err := base64.StdEncoding.DecodeString(smallBZ2)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"small.csv.gz":  gzipped(t, small),
		"small.csv.bz2": string(bz2),
		"small.csv.zst": written(t, small, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }),
		"small.csv.xz":  written(t, small, func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) }),
		"small.csv.zip": zipped(t, small, "folder/small.csv"),
		"small.csv":     gzipped(t, small), // under a name that does not say so
	} {
		for what, read := range map[string]func(string, ...ReadOption) (*Frame, error){"Open": Open, "CSV": CSV} {
			f, err := read(put(t, name, content))
			if err != nil || f.N() != 2 || f.Y()[1] != 4 {
				t.Errorf("%s of %s: %v, %v", what, name, f, err)
			}
		}
	}
}

func TestCompressedFilesThatEndEarly(t *testing.T) {
	var long strings.Builder
	long.WriteString("a,y\n")
	for i := range 5000 {
		fmt.Fprintf(&long, "%d,%d\n", i*7919%5000, i)
	}
	cut := gzipped(t, long.String())
	cut = cut[:len(cut)-4]
	if _, err := CSV(put(t, "long.csv.gz", cut)); err == nil ||
		err.Error() != "data: long.csv.gz: the gzip file ends early, after 5001 whole lines: the rest is missing, so download or copy it again" {
		t.Errorf("a checksum that is cut off: %v", err)
	}
	if _, err := CSV(put(t, "long.csv.gz", cut[:len(cut)/2])); err == nil || !strings.Contains(err.Error(), "the gzip file ends early, after 2") {
		t.Errorf("half of a file: %v", err)
	}
	bad := []byte(gzipped(t, small))
	bad[len(bad)-6] ^= 1
	if _, err := CSV(put(t, "small.csv.gz", string(bad))); err == nil || !strings.Contains(err.Error(), "the gzip file is damaged after") {
		t.Errorf("a wrong checksum: %v", err)
	}
	zst := written(t, long.String(), func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) })
	if _, err := CSV(put(t, "long.csv.zst", zst[:len(zst)/2])); err == nil || !strings.Contains(err.Error(), "the zstd file ends early") {
		t.Errorf("half of a zstd file: %v", err)
	}
	if _, err := CSV(put(t, "long.zip", zipped(t, small, "a.csv")[:40])); err == nil || !strings.Contains(err.Error(), "the zip file is damaged or ends early") {
		t.Errorf("half of a zip file: %v", err)
	}
	if _, err := CSV(put(t, "two.zip", zipped(t, small, "a.csv", "b.csv"))); err == nil || !strings.Contains(err.Error(), `the zip file has 2 files ("a.csv", "b.csv"): it must have one`) {
		t.Errorf("two files: %v", err)
	}
}
