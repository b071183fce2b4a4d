package viz

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSave(t *testing.T) {
	f, err := Norms("t", NormsAxis, diabetes)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, begins := range map[string]string{"x.svg": "<svg ", "x.PNG": "\x89PNG", "x.pdf": "%PDF-"} {
		path := filepath.Join(dir, name)
		if err := f.Save(path); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(got), begins) {
			t.Errorf("%s begins with %q, error %v", name, got[:min(8, len(got))], err)
		}
	}
	for name, says := range map[string]string{"x.jpg": "end its name in .svg, .png or .pdf", "x": ".pdf", filepath.Join("no", "folder.svg"): "no such file"} {
		if err := f.Save(filepath.Join(dir, name)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, says)
		}
	}
}
