package data

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestSampleKept: a sample of columns of every kind is read from its file as it was drawn, without a look at the table.
func TestSampleKept(t *testing.T) {
	text := "id,g,t,day,kind,on,a,b,y\n" + strings.Repeat("1,u,1,2024-01-02,red,true,1.5,,no\n2,v,2,2024-01-03,blue,false,,2,yes\n3,v,3,,?,true,2,2,no\n", 40)
	path, kept := filepath.Join(t.TempDir(), "t.csv"), filepath.Join(t.TempDir(), "sample")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	open := func() *Stream {
		t.Helper()
		s, err := OpenStream(path, Target("y"), Classes("no", "yes"), Key("id"), Group("g"), Time("t"), NA("?"), Factor("kind"), Impute(Mean), Impute(MissingLevel, "kind"))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	first, numbers, err := open().SampleKept(t.Context(), kept, 50, 7)
	if err != nil {
		t.Fatal(err)
	}
	drawn, _, err := open().Sample(t.Context(), 50, 7)
	if err != nil {
		t.Fatal(err)
	}
	s := open()
	s.parts = nil // a pass would panic
	again, same, err := s.SampleKept(t.Context(), kept, 50, 7)
	if err != nil {
		t.Fatal(err)
	}
	if s.Rows() != 120 || !reflect.DeepEqual(numbers, same) {
		t.Errorf("rows %v of %d, want %v", same, s.Rows(), numbers)
	}
	for _, f := range []*Frame{first, again} {
		if !bytes.Equal(bytesOf(t, f), bytesOf(t, drawn)) || fmt.Sprint(f.Describe()) != fmt.Sprint(drawn.Describe()) ||
			!reflect.DeepEqual(f.categories, drawn.categories) || !reflect.DeepEqual(f.Names(), drawn.Names()) || !slices.Equal(f.Y(), drawn.Y()) {
			t.Errorf("it is\n%v\nwant\n%v", f, drawn)
		}
	}
	if _, _, err := s.SampleKept(t.Context(), kept, 50, 8); err == nil || !strings.Contains(err.Error(), "another table") {
		t.Errorf("of another seed: %v", err)
	}
}

// bytesOf returns a Frame as it is kept, in which missing cells are equal.
func bytesOf(t *testing.T, f *Frame) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(keptOf(f)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
