package procedure

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFormats: the same numbers in another format get the same answer, and the cell of the answer
// reads that file.
func TestFormats(t *testing.T) {
	var scores [][]float64
	for name, reads := range map[string]string{
		"numbers.csv": `data.CSV("numbers.csv"`,
		"c.npy":       `data.Open("c.npy"`,
	} {
		raw, err := os.ReadFile(filepath.Join("..", "data", "testdata", "typed", name))
		if err != nil {
			t.Fatal(err)
		}
		a := answer(t, Request{Train: Table{Name: name, Text: raw}, Target: "x1", Criterion: LeaveOneOut, Level: 0.9, Seed: 1})
		if !strings.Contains(a.Spec, reads) {
			t.Errorf("%s: the cell is\n%s", name, a.Spec)
		}
		scores = append(scores, a.Scores)
	}
	if len(scores[0]) != 2 || !slices.Equal(scores[0], scores[1]) {
		t.Errorf("scores %v", scores)
	}
}
