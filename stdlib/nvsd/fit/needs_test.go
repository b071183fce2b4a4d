package fit

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTooManyRowsAreRefused: a kernel whose matrices would not fit is refused when the file is read, before a rule looks for its
// width, and the error names random features where the kernel has them.
func TestTooManyRowsAreRefused(t *testing.T) {
	dir := t.TempDir()
	var rows bytes.Buffer
	rows.WriteString("a,y\n")
	for i := range 60_000 {
		fmt.Fprintf(&rows, "%d,%d\n", i%997, i%13)
	}
	if err := os.WriteFile(filepath.Join(dir, "rows.csv"), rows.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for kernel, features := range map[string]bool{
		`{"kind": "gauss", "sigma": "median"}`:        true,
		`{"kind": "gauss", "sigma": 2}`:               true,
		`{"kind": "matern52", "sigma": "median"}`:     false,
		`{"kind": "periodic", "period":1, "width":1}`: false,
	} {
		_, err := Read(strings.NewReader(text(map[string]string{"X": `{"csv": "rows.csv"}`, "y": "", "kernel": kernel})), dir)
		if err == nil || !strings.Contains(err.Error(), "on n = 60000 samples") || !strings.Contains(err.Error(), "nvsd-kernel select") {
			t.Errorf("%s: %v", kernel, err)
			continue
		}
		if named := strings.Contains(err.Error(), `"features": {"count": 500, "seed": 1}`); named != features {
			t.Errorf("%s: features are named: %v: %v", kernel, named, err)
		}
	}
	if _, err := Read(strings.NewReader(text(map[string]string{"X": `{"csv": "rows.csv"}`, "y": "", "kernel": `{"kind": "gauss", "sigma": "median"}`, "features": `{"count": 20}`})), dir); err != nil {
		t.Errorf("random features: %v", err)
	}
}

// TestNeedsAreTold: what is large is told first, and what is small is not.
func TestNeedsAreTold(t *testing.T) {
	s, err := Read(strings.NewReader(text(nil)), "")
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	progress := Progress{Tell: func(line string) { told = append(told, line) }}
	needs := s.Needs()
	progress.needs(needs)
	needs.Seconds = 20
	progress.needs(needs)
	Progress{}.needs(needs)
	if len(told) != 1 || told[0] != "3 rows of 2 inputs: memory up to 0.1 GB, time about 20 s" {
		t.Errorf("%q", told)
	}
}
