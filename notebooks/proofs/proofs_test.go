package proofs_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks/proofs"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/proof"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

var spec = nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.01)}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// models are fits of data from a file, of a set and of a generator.
func models(t *testing.T, folder string) map[string]*nvsd.Model {
	t.Helper()
	t.Chdir(folder)
	var b strings.Builder
	b.WriteString("a,b,c,y\n")
	rows := must(data.Friedman1(80, 5, 3))
	for i, y := range rows.Y() {
		fmt.Fprintf(&b, "%v,%v,%v,%v\n", rows.X().At(i, 0), rows.X().At(i, 3), rows.X().At(i, 4), y)
	}
	if err := os.WriteFile("mine.csv", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	fit := func(on *data.Frame) *nvsd.Model { return must(spec.Fit(context.Background(), on, nvsd.TauFrac(0.2))) }
	file := must(data.CSV("mine.csv", data.Target("y")))
	drawn := must(must(data.E1(120, 1)).Split(data.Train(60), data.Valid(60), data.Seed(2)))
	path := must(spec.Path(context.Background(), drawn.Train, 10))
	return map[string]*nvsd.Model{
		"file":      fit(must(file.Split(data.Train(50), data.Test(30), data.Seed(1))).Train),
		"set":       fit(must(must(data.Load("diabetes")).Split(data.Train(60), data.Test(100), data.Seed(1))).Train),
		"generator": must(path.Select(context.Background(), nvsd.ByValidation(drawn.Valid), nvsd.Ranked)),
	}
}

// notebook is a notebook of one cell that shows the bundle.
func notebook(t *testing.T, b display.Bundle) *notebooks.Notebook {
	t.Helper()
	bundle, metadata, err := b.JSON()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]any{"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{}, "cells": []any{map[string]any{
		"cell_type": "code", "id": "fit", "metadata": map[string]any{}, "source": "model", "execution_count": 1,
		"outputs": []any{map[string]any{"output_type": "execute_result", "execution_count": 1, "metadata": metadata, "data": bundle}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	nb, err := notebooks.Read(bytes.NewReader(text), "test.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

func check(t *testing.T, b display.Bundle, dir string) proofs.Result {
	t.Helper()
	results, err := proofs.Check(context.Background(), notebook(t, b), dir)
	if err != nil || len(results) != 1 {
		t.Fatalf("results %v, error %v", results, err)
	}
	return results[0]
}

func rendered(t *testing.T, m *nvsd.Model) display.Bundle {
	t.Helper()
	b := must(display.Render(m))
	if b.Data[display.MIMEProof] == nil {
		t.Fatal("a model is shown without its proof")
	}
	return b
}

// with returns the bundle with another rendering.
func with(b display.Bundle, mime string, v any) display.Bundle {
	b.Data = maps.Clone(b.Data)
	b.Data[mime] = v
	return b
}

func TestProofsOfANotebook(t *testing.T) {
	folder := t.TempDir()
	for name, m := range models(t, folder) {
		b := rendered(t, m)
		if size := len(b.Data[display.MIMEProof].(json.RawMessage)); size > 60<<10 {
			t.Errorf("%s: a proof of %d bytes", name, size)
		}
		r := check(t, b, folder)
		if r.Verdict != string(proof.Proved) || (len(r.Notes) > 0) != (m.Selection() != nil) || r.Cell != 1 || r.ID != "fit" {
			t.Errorf("%s: %v", name, r)
		}
	}
}

// numbers finds the numbers of a rendering that stand in no name and in no tag: 3, 0.25, 1e-05.
func numbers(text string) (all [][]int) {
	for _, at := range regexp.MustCompile(`\b\d+(?:\.\d+)?(?:e-?\d+)?\b`).FindAllStringIndex(text, -1) {
		if before := text[:at[0]]; strings.LastIndex(before, "<") <= strings.LastIndex(before, ">") && !strings.HasSuffix(before, "#") && !strings.HasSuffix(before, ".") {
			all = append(all, at)
		}
	}
	return all
}

// TestWhatIsShownIsCompared: a number that is shown otherwise than it was computed is found, wherever it stands in
// the text, on the page with its picture, and in its LaTeX. So is another word, and a line or a rendering more.
func TestWhatIsShownIsCompared(t *testing.T) {
	folder := t.TempDir()
	for name, m := range models(t, folder) {
		b := rendered(t, m)
		for _, mime := range []string{display.MIMEText, display.MIMEHTML, display.MIMELatex} {
			text := b.Data[mime].(string)
			all := numbers(text)
			if len(all) < 10 {
				t.Errorf("%s: %s has %d numbers", name, mime, len(all))
			}
			for i := 0; i < len(all); i += 1 + len(all)/6 {
				from, to := all[i][0], all[i][1]
				v := must(strconv.ParseFloat(text[from:to], 64))
				other := strconv.FormatFloat(1.1*v+1, 'g', 4, 64)
				if !strings.ContainsAny(text[from:to], ".e") {
					other = fmt.Sprint(v + 1)
				}
				if r := check(t, with(b, mime, text[:from]+other+text[to:]), folder); !r.Refused() {
					t.Errorf("%s, %s: %q was %q and is now %q: %v", name, mime, text[max(0, from-20):to], text[from:to], other, r)
				}
			}
			for what, other := range map[string]string{
				"the set":          strings.Replace(text, "selected", "left out", 1),
				"one line more":    text + "\ncertificate: the true model",
				"nothing is shown": "",
			} {
				if r := check(t, with(b, mime, other), folder); other != text && !r.Refused() {
					t.Errorf("%s, %s, %s: %v", name, mime, what, r)
				}
			}
		}
		if r := check(t, with(b, display.MIMEMarkdown, "the true model"), folder); !r.Refused() {
			t.Errorf("%s, with a rendering more: %v", name, r)
		}
		less := with(b, display.MIMELatex, nil)
		delete(less.Data, display.MIMELatex)
		if r := check(t, less, folder); r.Verdict != string(proof.Proved) {
			t.Errorf("%s, with a rendering less: %v", name, r)
		}
	}
}

// TestEvidenceIsCompared: what the metadata of an output say of a model is compared too.
func TestEvidenceIsCompared(t *testing.T) {
	folder := t.TempDir()
	all := models(t, folder)
	loose := spec
	loose.Tol = 0.3
	all["loose"] = must(loose.Fit(context.Background(), must(data.Friedman1(40, 6, 3)), nvsd.TauFrac(0.3)))
	for name, m := range all {
		b := rendered(t, m)
		if r := check(t, b, folder); r.Verdict != string(proof.Proved) {
			t.Errorf("%s: %v", name, r)
		}
		certain := slices.IndexFunc(m.Certain(), func(c solve.Certainty) bool { return c != solve.Undecided })
		for what, tc := range map[string]struct {
			edit     func(map[string]any)
			verdict  proof.Verdict
			possible bool
		}{
			"another input, which is certain": {func(e map[string]any) { toggle(e, m.Names()[certain]) }, proof.Refused, certain >= 0},
			"another input, which is open":    {func(e map[string]any) { toggle(e, e["undecided"].([]any)[0].(string)) }, proof.Proved, slices.Contains(m.Certain(), solve.Undecided)},
			"an input that is called certain": {func(e map[string]any) { e["certainlyIn"] = append(e["undecided"].([]any), "x") }, proof.Refused, slices.Contains(m.Certain(), solve.Undecided)},
			"a lower gap":                     {func(e map[string]any) { e["relativeGap"] = 1e-9 }, proof.Refused, true},
			"other data":                      {func(e map[string]any) { e["data"] = map[string]any{"set": "stars"} }, proof.Refused, true},
			"another claim":                   {func(e map[string]any) { e["certified by"] = "me" }, proof.Refused, true},
			"no claim":                        {func(e map[string]any) { clear(e) }, proof.Proved, true},
		} {
			if !tc.possible {
				continue
			}
			evidence := map[string]any{}
			if err := json.Unmarshal(b.Metadata[display.MetadataKey].(json.RawMessage), &evidence); err != nil {
				t.Fatal(err)
			}
			tc.edit(evidence)
			other := b
			other.Metadata = map[string]any{display.MetadataKey: evidence}
			r := check(t, other, folder)
			if r.Verdict != string(tc.verdict) || what == "another input, which is open" && !strings.Contains(r.String(), "the set in the metadata differs") {
				t.Errorf("%s, %s: %v", name, what, r)
			}
		}
	}
}

// toggle adds an input to the selected ones, or takes it away.
func toggle(evidence map[string]any, name string) {
	list := evidence["selected"].([]any)
	if at := slices.Index(list, any(name)); at >= 0 {
		evidence["selected"] = slices.Delete(list, at, at+1)
	} else {
		evidence["selected"] = append(list, name)
	}
}

// TestPagesThatShowMore: of a long path some fits are proved, and above the best model of a search stands a
// table that is not computed again. Their rows are found, and none may contradict them.
func TestPagesThatShowMore(t *testing.T) {
	folder := t.TempDir()
	rows := must(data.Friedman1(60, 5, 3))
	path := must(spec.Path(context.Background(), rows, 20))
	several := spec
	several.Nu = nvsd.Choose(1e-2, 1e-1, 1)
	search := must(several.Search(context.Background(), rows, nvsd.Search{By: nvsd.ByLeaveOneOut(), Rule: nvsd.Ranked, Taus: 5}))
	for name, tc := range map[string]struct {
		value any
		first string // cell of a row that is computed again
	}{"path": {path, "19"}, "search": {search, search.Model.SelectedNames()[0]}} {
		b := must(display.Render(tc.value))
		if r := check(t, b, folder); r.Verdict != string(proof.Proved) {
			t.Errorf("%s: %v", name, r)
		}
		text, page := b.Data[display.MIMEText].(string), b.Data[display.MIMEHTML].(string)
		line := regexp.MustCompile(`(?m)^ *` + tc.first + ` .*\n`).FindString(text)
		row := regexp.MustCompile(`<tr[^>]*><td[^>]*>` + tc.first + `</td>.*</tr>\n`).FindString(page)
		if line == "" || row == "" {
			t.Fatalf("%s: the line %q and the row %q in\n%s", name, line, row, text)
		}
		lie := func(s string) string { return regexp.MustCompile(`([\d.e-]+)(\D*)$`).ReplaceAllString(s, "9$1$2") }
		lieInRow := regexp.MustCompile(`([\d.e-]+</td></tr>)`).ReplaceAllString(row, "9$1")
		title := regexp.MustCompile(`(?:Path of|observations)`)
		for what, other := range map[string]display.Bundle{
			"a line less":               with(b, display.MIMEText, strings.Replace(text, line, "", 1)),
			"a line of other numbers":   with(b, display.MIMEText, strings.Replace(text, line, lie(line), 1)),
			"a line besides":            with(b, display.MIMEText, strings.Replace(text, line, line+lie(line), 1)),
			"another title":             with(b, display.MIMEText, title.ReplaceAllString(text, "Truths")),
			"another text":              with(b, display.MIMEText, "the true model"),
			"a row less":                with(b, display.MIMEHTML, strings.Replace(page, row, "", 1)),
			"a row of other numbers":    with(b, display.MIMEHTML, strings.Replace(page, row, lieInRow, 1)),
			"a row besides":             with(b, display.MIMEHTML, strings.Replace(page, row, row+lieInRow, 1)),
			"another title of the page": with(b, display.MIMEHTML, title.ReplaceAllString(page, "Truths")),
			"another page":              with(b, display.MIMEHTML, "<p>the true model</p>"),
		} {
			if r := check(t, other, folder); !r.Refused() {
				t.Errorf("%s, %s: %v", name, what, r)
			}
		}
	}
}

// TestDataThatChanged: a file that is another one than was read is told, and with its new
// digest in the proof, the moved datum is what refuses it.
func TestDataThatChanged(t *testing.T) {
	folder := t.TempDir()
	b := rendered(t, models(t, folder)["file"])
	name := filepath.Join(folder, "mine.csv")
	text := must(os.ReadFile(name))
	old := sha256.Sum256(text)
	lines := strings.Split(string(text), "\n")
	for i := 1; i < len(lines)-1; i += 2 { // some of these are in the training part
		cells := strings.Split(lines[i], ",")
		cells[0] = "0.5"
		lines[i] = strings.Join(cells, ",")
	}
	moved := []byte(strings.Join(lines, "\n"))
	if err := os.WriteFile(name, moved, 0o644); err != nil {
		t.Fatal(err)
	}
	if r := check(t, b, folder); r.Verdict != string(proof.CannotCheck) || !strings.Contains(r.String(), "has changed since") {
		t.Errorf("%v", r)
	}
	now := sha256.Sum256(moved)
	renewed := strings.NewReplacer(hex.EncodeToString(old[:]), hex.EncodeToString(now[:]), fmt.Sprintf(`"bytes":%d`, len(text)), fmt.Sprintf(`"bytes":%d`, len(moved)))
	raw := renewed.Replace(string(b.Data[display.MIMEProof].(json.RawMessage)))
	if r := check(t, with(b, display.MIMEProof, sealed(t, raw)), folder); !r.Refused() {
		t.Errorf("%v", r)
	}
	os.Remove(name)
	if r := check(t, b, folder); r.Verdict != string(proof.CannotCheck) || !strings.Contains(r.String(), "mine.csv") {
		t.Errorf("%v", r)
	}
}

// sealed makes the digest of a proof anew.
func sealed(t *testing.T, proof string) json.RawMessage {
	t.Helper()
	var head map[string]any
	if err := json.Unmarshal([]byte(proof), &head); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(must(json.Marshal(head["proof"])))
	head["sha256"] = hex.EncodeToString(sum[:])
	return must(json.Marshal(head))
}

func TestProofsInFiles(t *testing.T) {
	folder := t.TempDir()
	b := rendered(t, models(t, folder)["set"])
	raw := b.Data[display.MIMEProof].(json.RawMessage)
	sum := sha256.Sum256(raw)
	hash := hex.EncodeToString(sum[:])
	in := func(file, hash string) display.Bundle {
		return with(b, display.MIMEProof, json.RawMessage(fmt.Sprintf(`{"file":%q,"sha256":%q,"bytes":%d}`, file, hash, len(raw))))
	}
	if r := check(t, in("nvsd-proofs/p.json", hash), folder); r.Verdict != string(proof.CannotCheck) || !strings.Contains(r.String(), "shared with its folder nvsd-proofs") {
		t.Errorf("without the file: %v", r)
	}
	if err := os.Mkdir(filepath.Join(folder, "nvsd-proofs"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "nvsd-proofs", "p.json"), raw, 0o644); err != nil {
		t.Fatal(err)
	}
	if r := check(t, in("nvsd-proofs/p.json", hash), folder); r.Verdict != string(proof.Proved) {
		t.Errorf("%v", r)
	}
	if r := check(t, in("nvsd-proofs/p.json", "00"), folder); !strings.Contains(r.String(), "SHA-256 differs") {
		t.Errorf("%v", r)
	}
	if r := check(t, in("../p.json", hash), folder); !strings.Contains(r.String(), "not below the notebook's folder") {
		t.Errorf("%v", r)
	}
	lost := with(b, display.MIMEProof, json.RawMessage(`{"sha256":"00","bytes":9,"lost":"the disk is full"}`))
	if r := check(t, lost, folder); r.Verdict != string(proof.CannotCheck) || !strings.Contains(r.String(), "the disk is full") {
		t.Errorf("%v", r)
	}
	if r := check(t, with(b, display.MIMEProof, json.RawMessage(`[]`)), folder); !r.Refused() {
		t.Errorf("%v", r)
	}
}
