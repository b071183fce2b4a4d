package commands

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSelectKeepsAnAnswerWithoutPredictions: rows of a test table that the model cannot predict cost the predictions alone.
func TestSelectKeepsAnAnswerWithoutPredictions(t *testing.T) {
	train := curve(t)
	for say, rows := range map[string]string{
		`test.csv: line 3, column "a": the cell is empty`:                  "a\n1\n\"\"\n",
		"or leave the column out of it: the target is needed for the rmse": "a,y\n1,\n",
		"test.csv":                             "a\n3/4/2024\n5/6/2024\n",
		"holds dates":                          "a\n2024-01-02\n2024-01-03\n",
		`no column "a", which the model needs`: "b\n1\n",
	} {
		model := filepath.Join(t.TempDir(), "model.json")
		got := command("select", "--quiet", train, "--target", "y", "--test", write(t, "test.csv", rows), "--out", "-", "--model", model)
		var answer struct {
			Selected    []string
			Unpredicted string
			Predictions []float64
			RMSE        *float64
		}
		if err := json.Unmarshal([]byte(got.out), &answer); err != nil {
			t.Fatalf("%v: %s%s", err, got.out, got.err)
		}
		if got.status != exitFailed || !strings.Contains(got.err, say) || !strings.Contains(answer.Unpredicted, say) || !slices.Equal(answer.Selected, []string{"a"}) || answer.Predictions != nil || answer.RMSE != nil {
			t.Errorf("%q: status %d, %q, %+v", rows, got.status, got.err, answer)
		}
		if _, err := os.Stat(model); err != nil {
			t.Errorf("%q: no model: %v", rows, err)
		}
	}
}
