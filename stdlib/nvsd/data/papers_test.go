package data

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

// The references are those of the papers' data sets themselves.
func TestReferences(t *testing.T) {
	dir := os.Getenv("NVSD_DATA")
	if dir == "" {
		t.Skip("NVSD_DATA does not name a folder with the papers' data sets")
	}
	var lines []string
	for _, s := range papers() {
		f, err := CSV(filepath.Join(dir, s.Name+".csv"), NoTarget(), AllowMissing())
		if err != nil {
			t.Fatal(err)
		}
		line, err := json.Marshal(newReference(f.columns))
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%q: %s", s.Name, line))
	}
	golden.Check(t, filepath.Join("sets", "papers.json"), "{\n"+strings.Join(lines, ",\n")+"\n}\n")
}
