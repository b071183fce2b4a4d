package sealed_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/sealed"
)

// TestRead: a value is read as it was written, and from no file in which any byte is another, is missing or is too many.
func TestRead(t *testing.T) {
	path, want := filepath.Join(t.TempDir(), "numbers"), []float64{1, 0.1, -3}
	if err := sealed.Write(path, "these", want); err != nil {
		t.Fatal(err)
	}
	var got []float64
	if err := sealed.Read(path, "these", &got); err != nil || !slices.Equal(got, want) {
		t.Fatalf("%v, %v", got, err)
	}
	if err := sealed.Read(path, "others", &got); !errors.Is(err, sealed.ErrOther) {
		t.Errorf("of something else: %v", err)
	}
	if err := sealed.Read(path+"s", "these", &got); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(text []byte, what string, at int) {
		t.Helper()
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := sealed.Read(path, "these", &got); err == nil {
			t.Errorf("byte %d %s: it is read", at, what)
		}
	}
	for at := range whole {
		text := slices.Clone(whole)
		text[at] ^= 1
		refused(text, "is another", at)
		refused(whole[:at], "and the rest missing", at)
	}
	refused(append(slices.Clone(whole), 0), "is too many", len(whole))
}
