package commands

import (
	"context"
	"encoding/json"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const spec = `{"X": [[1, 2], [3, 4], [5, 7]], "y": [1, 0, 2], "kernel": {"kind": "linear"}, "penalty": "L", "nu": 0.1, "tau": [0.5, 0.1]}`

// specWith is the spec with one field replaced.
func specWith(field, value string) string {
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(spec), &all); err != nil {
		panic(err)
	}
	all[field] = json.RawMessage(value)
	text, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// TestFitRefuses: status 2, one line on standard error, and no output.
func TestFitRefuses(t *testing.T) {
	folder := t.TempDir()
	good, hopeless := write(t, "s.json", spec), write(t, "s.json", specWith("nu", "0"))
	for _, c := range []struct {
		args []string
		say  string
	}{
		{[]string{filepath.Join(folder, "none.json")}, "none.json"},
		{[]string{folder}, "is a directory"},
		{[]string{write(t, "s.json", "{\n \"X\": [[1]\n}")}, "line 3, column 1"},
		{[]string{write(t, "s.json", specWith("X", `[[1, 2], [3, null], [5, 7]]`))}, "s.json: spec: X, row 2, column 2 (X[1][1])"},
		{[]string{write(t, "s.json", specWith("X", `[[1, 2], [1, 4], [1, null]]`))}, "X, row 3, column 2"},
		{[]string{write(t, "s.json", specWith("colour", `1`))}, "colour"},
		{[]string{hopeless}, "nu: the dual method"},
		{[]string{write(t, "s.json", specWith("kernel", `{"kind": "poly", "p": 900, "c": 1}`))}, "kernel"},
		// Before the work is begun, which would end with another error.
		{[]string{hopeless, "--out", filepath.Join(folder, "none", "o.json")}, "--out"},
		{[]string{hopeless, "--out", folder}, "--out"},
		{[]string{good, good}, "1 argument"},
		{[]string{good, "--colour"}, "--colour"},
	} {
		got := command(append([]string{"fit"}, c.args...)...)
		if got.status != exitUsage || got.out != "" || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, c.say) {
			t.Errorf("%v: status %d, output %q, error %q, want %q", c.args, got.status, got.out, got.err, c.say)
		}
	}
}

// TestFitOut: the file holds what standard output would, replaces what was
// there, and is as it was when there is nothing to write.
func TestFitOut(t *testing.T) {
	folder := t.TempDir()
	out := filepath.Join(folder, "o.json")
	if err := os.WriteFile(out, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := command("fit", write(t, "s.json", specWith("nu", "0")), "--out", out); got.status != exitUsage {
		t.Errorf("status %d", got.status)
	}
	if text, err := os.ReadFile(out); err != nil || string(text) != "old" {
		t.Errorf("after a refusal the file holds %q (%v)", text, err)
	}
	file := write(t, "s.json", spec)
	if got := command("fit", file, "--out", out); got.status != 0 || got.out != "" || got.err != "" {
		t.Errorf("%+v", got)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	agree(t, "report", decode(t, command("fit", file).out), decode(t, string(text)))
	if info, err := os.Stat(out); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode: %v (%v)", info.Mode(), err)
	}
	if all, err := os.ReadDir(folder); err != nil || len(all) != 1 {
		t.Errorf("left in the folder: %v (%v)", all, err)
	}
	if got := command("fit", file, "--out", os.DevNull); got.status != 0 {
		t.Errorf("a device: %+v", got)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&fs.ModeDevice == 0 {
		t.Errorf("%s is no device any more", os.DevNull)
	}
}

// TestFitUnfinished: what was found is written, with status 1.
func TestFitUnfinished(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		field  string
		value  string
		status string
	}{
		{t.Context(), "max_iter", "1", "max_iter"},
		{cancelled, "coefficients", "true", "cancelled"},
	} {
		var out, errOut strings.Builder
		status := Execute(c.ctx, []string{"fit", write(t, "s.json", specWith(c.field, c.value))}, Streams{strings.NewReader(""), &out, &errOut})
		var report struct {
			Solutions []struct {
				Status          string
				Objective, Dual float64
			}
		}
		if err := json.Unmarshal([]byte(out.String()), &report); err != nil {
			t.Fatalf("%v: %q", err, out.String())
		}
		if status != exitFailed || len(report.Solutions) != 2 || !strings.Contains(errOut.String(), "have not converged; tau = 0.5: "+c.status) {
			t.Errorf("%s: status %d, %q, %+v", c.status, status, errOut.String(), report)
		}
		for i, s := range report.Solutions {
			if i == 0 && s.Status != c.status || !(s.Dual <= s.Objective) {
				t.Errorf("%s: %+v", c.status, s)
			}
		}
	}
}

// TestFitWarns on standard error, and solves.
func TestFitWarns(t *testing.T) {
	got := command("fit", write(t, "s.json", specWith("X", "[[1, 2], [1, 4], [1, 7]]")))
	if got.status != 0 || !strings.HasPrefix(got.err, "warning: ") || !strings.Contains(got.err, `"X[.][0]" is constant`) {
		t.Errorf("%+v", got)
	}
}

// TestFitExample: the page's example gives what the page says.
func TestFitExample(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "fit.md"))
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(page), "```")
	in, want := strings.TrimPrefix(parts[1], "json"), strings.TrimPrefix(parts[3], "json")
	got := command("fit", write(t, "s.json", in))
	if got.status != 0 {
		t.Fatalf("%+v", got)
	}
	agree(t, "report", decode(t, got.out), decode(t, want))
}

func decode(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v: %q", err, text)
	}
	return v
}

// agree compares JSON values, numbers to nine digits, but for what is different
// in every run.
func agree(t *testing.T, path string, got, want any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		got, _ := got.(map[string]any)
		if len(got) != len(want) {
			t.Errorf("%s: %d fields, want %d", path, len(got), len(want))
		}
		for name, v := range want {
			if name != "seconds" && name != "version" {
				agree(t, path+"."+name, got[name], v)
			}
		}
	case []any:
		got, _ := got.([]any)
		if len(got) != len(want) {
			t.Errorf("%s: %v, want %v", path, got, want)
			return
		}
		for i, v := range want {
			agree(t, path, got[i], v)
		}
	case float64:
		if got, ok := got.(float64); !ok || math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	default:
		if got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// TestOneVersion: a report says the version that --version says.
func TestOneVersion(t *testing.T) {
	report := decode(t, command("fit", write(t, "s.json", spec)).out).(map[string]any)
	said := strings.Fields(command("--version").out)
	if report["version"] != said[2] {
		t.Errorf("the report says %v, --version %q", report["version"], said)
	}
}
