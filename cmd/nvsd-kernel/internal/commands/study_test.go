package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// smallStudy is a design of a second.
const smallStudy = `{
  "name": "small",
  "repetitions": 2,
  "problems": [{"name": "E1", "data": {"generator": "UAI", "problem": {"Experiment": 1}}, "train": [15, 20], "valid": 20, "test": 30}],
  "methods": [
    {"name": "lasso", "system": "Lasso", "weights": 5},
    {"name": "HSIC", "system": "HSICLasso", "weights": 5}
  ]
}`

// TestStudyCommands: a study is planned, run in shards elsewhere, merged, and has the table of one that was run in one piece.
func TestStudyCommands(t *testing.T) {
	design := write(t, "small.json", smallStudy)
	at := func(name string) string { return filepath.Join(filepath.Dir(design), name) }
	expect := func(status int, say string, args ...string) string {
		t.Helper()
		got := command(append([]string{"study"}, args...)...)
		if got.status != status || !strings.Contains(got.out+got.err, say) {
			t.Errorf("study %v: status %d\n%s%s\nwant %q", args, got.status, got.out, got.err, say)
		}
		return got.out
	}
	expect(0, "4 of 8 units done", "plan", design)
	expect(0, "8 of 8 units in "+at("small"), "run", design)
	expect(0, "8 of 8 units done, 0 of them failed", "status", design)
	expect(0, "0 of 8 units done", "status", design, "--dir", at("empty"))
	expect(0, "8 of 8 units have no result yet", "table", design, "--dir", at("none"))
	whole := expect(0, "E1: Tanimoto distance", "table", design)
	for i, part := range []string{"1/2", "2/2"} {
		expect(0, "", "run", design, "-q", "--shard", part, "--dir", at("part"+string(rune('1'+i))))
	}
	expect(0, "8 results added", "merge", design, "--dir", at("merged"), at("part1"), at("part2"))
	if got := expect(0, "", "table", design, "--dir", at("merged")); got != whole {
		t.Errorf("the merge has\n%s\nwant\n%s", got, whole)
	}
	expect(0, "", "save", design, "--out", at("small.gz"))
	expect(0, "kept on", "table", design, "--dir", at("small.gz"))
	expect(0, "method,n = 15,n = 20", "table", design, "--format", "csv", "--measure", "RMSE")
	expect(0, "medians of 2 repetitions, with the distance of the quartiles in brackets", "table", design, "--statistic", "median-iqr")
	expect(0, "<b>", "table", design, "--format", "html")
	expect(0, `\textbf{`, "table", design, "--format", "latex")

	for say, args := range map[string][]string{
		"unknown flag":              {"run", design, "--shards", "1/2"},
		"K/N":                       {"run", design, "--shard", "half"},
		"shards are 1 to 2":         {"run", design, "--shard", "3/2"},
		"--measure rmse":            {"table", design, "--measure", "rmse"},
		`is it "mean"?`:             {"table", design, "--statistic", "means"},
		"--format word":             {"table", design, "--format", "word"},
		"no such file":              {"run", at("nosuch.json")},
		"the folders of shards":     {"merge", design},
		"has no result":             {"merge", design, "--dir", at("merged"), at("nosuch")},
		"has another study":         {"run", write(t, "other.json", strings.Replace(smallStudy, "small", "large", 1)), "--dir", at("small")},
		"line 6: methods[0].system": {"run", write(t, "bad.json", strings.Replace(smallStudy, `"Lasso"`, `"Laso"`, 1))},
	} {
		expect(exitUsage, say, args...)
	}
}

// TestStudyOfTheDocuments: the design of docs/studies.md is one.
func TestStudyOfTheDocuments(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "studies.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, text2, _ := strings.Cut(string(text), "```json\n")
	design, _, found := strings.Cut(text2, "```")
	if !found {
		t.Fatal("there is no design")
	}
	if got := command("study", "status", write(t, "e1.json", design)); got.status != 0 || !strings.Contains(got.out, "0 of 300 units done") {
		t.Errorf("status %d\n%s%s", got.status, got.out, got.err)
	}
}
