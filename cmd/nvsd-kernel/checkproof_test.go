package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCheckProof: the proofs of a notebook that was run hold, without a cell being run. A number
// that is shown otherwise is told.
func TestCheckProof(t *testing.T) {
	file := executed(t,
		`spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1)}
train := data.Friedman1(60, 6, 1)`,
		`spec.Fit(train, nvsd.TauFrac(0.2))`, `path := spec.Path(train, 6)`, `path.Select(nvsd.ByLeaveOneOut(), nvsd.Ranked)`)
	got := command("check", "--proof", file)
	if got.status != 0 || strings.Count(got.out, ": proved, relative gap") != 2 || !strings.Contains(got.out, "2 proofs checked in") {
		t.Fatalf("status %d\n%s%s", got.status, got.out, got.err)
	}
	var reports []proofReport
	got = command("check", "--proof", "--report", "json", file)
	if err := json.Unmarshal([]byte(got.out), &reports); err != nil || len(reports) != 1 || len(reports[0].Proofs) != 2 {
		t.Fatalf("%v\n%s", err, got.out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	at := regexp.MustCompile(`selected +\d`).FindIndex(text)
	text[at[1]-1] = '0' + (text[at[1]-1]-'0'+5)%10
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	got = command("check", "--proof", file)
	if got.status != exitFailed || !strings.Contains(got.out, "refused") || !strings.Contains(got.out, "the text lacks what was computed again: x") || !strings.Contains(got.err, "1 are refused, and 0 cannot be checked") {
		t.Errorf("status %d\n%s%s", got.status, got.out, got.err)
	}
	if got := command("check", "--proof", "--rtol", "1", file); got.status != exitUsage || !strings.Contains(got.err, "--rtol is of no use with --proof") {
		t.Errorf("--rtol: status %d, %s", got.status, got.err)
	}
	if got := command("check", "--proof", "--report", "junit", file); got.status != exitUsage || !strings.Contains(got.err, "text or json") {
		t.Errorf("--report junit: status %d, %s", got.status, got.err)
	}
	none := executed(t, `1 + 1`)
	if got := command("check", "--proof", none); got.status != 0 || !strings.Contains(got.out, filepath.Base(none)+": no output has a proof") {
		t.Errorf("without proofs: status %d, %s", got.status, got.out)
	}
}
