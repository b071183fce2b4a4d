package data

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"strings"
	"testing"
)

// TestReaderTellsWhatItReads: also of files that have an error in them.
func TestReaderTellsWhatItReads(t *testing.T) {
	for _, content := range []string{small, gzipped(t, small), "a,y\n1,x\n"} {
		path := put(t, "small.csv", content)
		var told []File
		f, err := Reader{Opened: func(file File) { told = append(told, file) }}.CSV(path)
		sum := sha256.Sum256([]byte(content))
		want := File{Path: path, SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(content))}
		if !reflect.DeepEqual(told, []File{want}) {
			t.Errorf("told %v, want %v", told, want)
		}
		if err == nil && !reflect.DeepEqual(f.Origin().File, &want) {
			t.Errorf("origin %v, want %v", f.Origin().File, want)
		}
	}
}

// TestReaderHasEveryFunction: what reads a file by its path can be observed.
func TestReaderHasEveryFunction(t *testing.T) {
	r := reflect.TypeOf(Reader{})
	for _, f := range formats() {
		name := strings.TrimPrefix(f.function, "data.")
		if _, ok := r.MethodByName(name); !ok {
			t.Errorf("a Reader has no method %s", name)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	path := put(t, "small.xyz", small)
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "its name does not say what is in it: data.Open knows files that end in .csv, .txt") {
		t.Errorf("another ending: %v", err)
	}
	if f, err := CSV(path); err != nil || f.N() != 2 {
		t.Errorf("CSV does not look at the ending: %v, %v", f, err)
	}
	if _, err := Open(path + "!"); err == nil || !strings.Contains(err.Error(), "is it") {
		t.Errorf("no such file: %v", err)
	}
}

// TestRebuildReadsInTheSameWay: with the same options, by the format that it was read by.
func TestRebuildReadsInTheSameWay(t *testing.T) {
	for name, read := range map[string]func(path string) (*Frame, error){
		"a.txt": func(path string) (*Frame, error) {
			return TSV(path, NoHeader("day", "a", "y"), DateLayout("2.1.2006", "day"))
		},
		"b.csv": func(path string) (*Frame, error) {
			return Open(path, DecimalComma(), Comma('\t'), Comments('#'), NoHeader("d", "a", "y"), Drop("d"))
		},
	} {
		f, err := read(put(t, name, "1.2.2020\t3\t4\n2.2.2020\t5\t6\n"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		g, err := f.Origin().Rebuild("")
		if err != nil || !reflect.DeepEqual(f.values(), g.values()) {
			t.Errorf("%s: %v, %v, want %v", name, g, err, f)
		}
	}
}
