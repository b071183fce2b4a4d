package study_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

// TestSave: a file of results has all of them, to the bit, and of a file that is cut or changed nothing is taken for a result.
func TestSave(t *testing.T) {
	d, dir := declared(t), t.TempDir()
	whole := fixture.Must[*study.Results](t)(study.Run(made(t), d, dir))
	file := filepath.Join(t.TempDir(), "results.gz")
	check(t, whole.Save(file))
	same := func(r *study.Results) bool {
		for _, u := range d.Units() {
			if got := r.Of(u); got == nil || !reflect.DeepEqual(got, whole.Of(u)) {
				return false
			}
		}
		return true
	}
	if r := fixture.Must[*study.Results](t)(study.Run(made(t), d, file)); !same(r) {
		t.Errorf("the file has other results:\n%v", r)
	}
	folder := t.TempDir()
	if added, broken, err := study.Merge(d, folder, file); err != nil || added != 10 || broken != 0 {
		t.Errorf("%d added, %d broken: %v", added, broken, err)
	}
	if r := fixture.Must[*study.Results](t)(study.Read(d, folder)); !same(r) {
		t.Error("a folder that the file was merged into has other results")
	}
	text := fixture.Must[[]byte](t)(os.ReadFile(file))
	for at := 0; at < len(text); at += 1 + len(text)/200 {
		changed := slices.Clone(text)
		changed[at] ^= 4
		for what, content := range map[string][]byte{"changed": changed, "cut": text[:at]} {
			check(t, os.WriteFile(file, content, 0o600))
			if r, err := study.Read(d, file); err == nil && !same(r) {
				t.Errorf("byte %d %s: other results are read", at, what)
			}
		}
	}
	if err := fixture.Must[*study.Results](t)(study.Run(made(t), d, "")).Save(file); err == nil {
		t.Error("results without keys are saved")
	}
}
