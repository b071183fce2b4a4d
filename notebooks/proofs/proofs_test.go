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
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks/proofs"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
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
	bundle, _, err := b.JSON()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]any{"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{}, "cells": []any{map[string]any{
		"cell_type": "code", "id": "fit", "metadata": map[string]any{}, "source": "model", "execution_count": 1,
		"outputs": []any{map[string]any{"output_type": "execute_result", "execution_count": 1, "metadata": map[string]any{}, "data": bundle}},
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
		if r := check(t, b, folder); r.Verdict != string(nvsd.Proved) || len(r.Notes) > 0 || r.Cell != 1 || r.ID != "fit" {
			t.Errorf("%s: %v", name, r)
		}
	}
}

// TestWhatIsShownIsCompared: a number that is shown otherwise than it was computed is found, in
// the text and on the page, and so is another set, and another gap.
func TestWhatIsShownIsCompared(t *testing.T) {
	folder := t.TempDir()
	for name, m := range models(t, folder) {
		b := rendered(t, m)
		for _, mime := range []string{display.MIMEText, display.MIMEHTML} {
			text := b.Data[mime].(string)
			number := regexp.MustCompile(`(selected +|text-align:right">)()([0-9.]+)`)
			for what, other := range map[string]string{
				"a norm":      replaceFirst(text, number, func(s []string) string { return s[1] + s[2] + "9" + s[3] }),
				"the gap":     regexp.MustCompile(`relative gap [0-9e.-]+`).ReplaceAllString(text, "relative gap 1e-09"),
				"the set":     strings.Replace(text, "✓ selected", "–", 1),
				"the verdict": regexp.MustCompile(`in \d+, out`).ReplaceAllString(text, "in 77, out"),
			} {
				if other == text {
					t.Errorf("%s: %s of %s was not changed", name, what, mime)
				}
				if r := check(t, with(b, mime, other), folder); !r.Refused() {
					t.Errorf("%s: %s of %s was changed: %v", name, what, mime, r)
				}
			}
		}
	}
}

func replaceFirst(text string, what *regexp.Regexp, by func(groups []string) string) string {
	at := what.FindStringIndex(text)
	if at == nil {
		return text
	}
	return text[:at[0]] + by(what.FindStringSubmatch(text[at[0]:at[1]])) + text[at[1]:]
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
	if r := check(t, b, folder); r.Verdict != string(nvsd.CannotCheck) || !strings.Contains(r.String(), "has changed since") {
		t.Errorf("%v", r)
	}
	now := sha256.Sum256(moved)
	proof := strings.ReplaceAll(string(b.Data[display.MIMEProof].(json.RawMessage)), hex.EncodeToString(old[:]), hex.EncodeToString(now[:]))
	if r := check(t, with(b, display.MIMEProof, sealed(t, proof)), folder); !r.Refused() {
		t.Errorf("%v", r)
	}
	os.Remove(name)
	if r := check(t, b, folder); r.Verdict != string(nvsd.CannotCheck) || !strings.Contains(r.String(), "mine.csv") {
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
	if r := check(t, in("nvsd-proofs/p.json", hash), folder); r.Verdict != string(nvsd.CannotCheck) || !strings.Contains(r.String(), "shared with its folder nvsd-proofs") {
		t.Errorf("without the file: %v", r)
	}
	if err := os.Mkdir(filepath.Join(folder, "nvsd-proofs"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "nvsd-proofs", "p.json"), raw, 0o644); err != nil {
		t.Fatal(err)
	}
	if r := check(t, in("nvsd-proofs/p.json", hash), folder); r.Verdict != string(nvsd.Proved) {
		t.Errorf("%v", r)
	}
	if r := check(t, in("nvsd-proofs/p.json", "00"), folder); !strings.Contains(r.String(), "SHA-256 differs") {
		t.Errorf("%v", r)
	}
	if r := check(t, in("../p.json", hash), folder); !strings.Contains(r.String(), "not below the notebook's folder") {
		t.Errorf("%v", r)
	}
	lost := with(b, display.MIMEProof, json.RawMessage(`{"sha256":"00","bytes":9,"lost":"the disk is full"}`))
	if r := check(t, lost, folder); r.Verdict != string(nvsd.CannotCheck) || !strings.Contains(r.String(), "the disk is full") {
		t.Errorf("%v", r)
	}
	if r := check(t, with(b, display.MIMEProof, json.RawMessage(`[]`)), folder); !r.Refused() {
		t.Errorf("%v", r)
	}
}
