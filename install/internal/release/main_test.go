package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/install/internal/wheel"
)

const module = "../../.." // the folder of the module

// TestVersion: an entry that has no day is in development, which Python writes in its own way.
func TestVersion(t *testing.T) {
	for text, want := range map[string][2]string{
		"# C\n\n## [1.2.3] - unreleased\n\n## [1.2.2] - 2026-01-02\n": {"1.2.3-dev", "1.2.3.dev0"},
		"## [1.2.2] - 2026-01-02\n":                                   {"1.2.2", "1.2.2"},
	} {
		got, err := versionOf(text)
		if err != nil || got != want[0] || pep440(got) != want[1] {
			t.Errorf("%q: %q, %q, %v; expected %q", text, got, pep440(got), err, want)
		}
	}
	if _, err := versionOf("nothing"); err == nil {
		t.Error("a changelog without a version has one")
	}
}

func TestChoose(t *testing.T) {
	if all, err := choose("all"); err != nil || len(all) != 6 {
		t.Errorf("all: %v, %v", all, err)
	}
	if two, err := choose("darwin/arm64,linux/amd64"); err != nil || len(two) != 2 || two[0].name() != "darwin/arm64" {
		t.Errorf("two: %v, %v", two, err)
	}
	if _, err := choose("plan9/arm"); err == nil || !strings.Contains(err.Error(), `"plan9/arm"`) || !strings.Contains(err.Error(), "windows/arm64") {
		t.Errorf("an unknown platform: %v", err)
	}
}

// TestTimeOf: SOURCE_DATE_EPOCH comes first, and must be a number.
func TestTimeOf(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1767323045")
	if at, err := timeOf(module); err != nil || at.Format(time.RFC3339) != "2026-01-02T03:04:05Z" {
		t.Errorf("%v, %v", at, err)
	}
	t.Setenv("SOURCE_DATE_EPOCH", "today")
	if _, err := timeOf(module); err == nil || !strings.Contains(err.Error(), "seconds") {
		t.Errorf("not a number: %v", err)
	}
}

// example is what a release has of a program, which is the test itself.
func example(t *testing.T) (*source, *binary) {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	info.Main = debug.Module{Path: "github.com/nvsd-kernel/nvsd-kernel"}
	python, err := readPython(filepath.Join(module, "python"), "1.2.dev0")
	if err != nil {
		t.Fatal(err)
	}
	b := &binary{
		program: []byte("a program"), info: info,
		licences: []licence{{info.Main.Path, "LICENSE", []byte("own\n")}, {"std", "LICENSE", []byte("of Go\n")}},
	}
	return &source{module, "1.2-dev", time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC), python}, b
}

// TestFilesOfEachPlatform: a release has the program by its name on the system, executable, with all
// licences, and the same bytes each time.
func TestFilesOfEachPlatform(t *testing.T) {
	s, b := example(t)
	for _, p := range platforms {
		w, err := b.wheel(s, p)
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]wheel.File{}
		for _, f := range w.Files {
			names[f.Path] = f
		}
		program := "nvsd_kernel-1.2.dev0.data/scripts/" + p.program()
		if f := names[program]; f.Mode != 0o755 || string(f.Data) != "a program" {
			t.Errorf("%s: %s is %v", p.name(), program, f)
		}
		if spec := string(names["nvsd_kernel-1.2.dev0.data/data/share/jupyter/kernels/nvsd/kernel.json"].Data); !strings.Contains(spec, p.program()) {
			t.Errorf("%s: the kernelspec does not name %s: %s", p.name(), p.program(), spec)
		}
		if _, there := names["nvsd_kernel/__init__.py"]; !there {
			t.Errorf("%s: the Python package is missing", p.name())
		}
		for _, f := range []file{{w.Filename(), w.Write}, b.archive(s, p), b.bill(s, p)} {
			var first, second bytes.Buffer
			if err := f.write(&first); err != nil {
				t.Fatal(err)
			}
			if err := f.write(&second); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
				t.Errorf("%s is not written the same twice, %v", f.name, err)
			}
		}
	}
}

func TestTarGz(t *testing.T) {
	s, b := example(t)
	var out bytes.Buffer
	if err := b.archive(s, platforms[0]).write(&out); err != nil {
		t.Fatal(err)
	}
	packed, err := gzip.NewReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for r := tar.NewReader(packed); ; {
		head, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s %o %s\n", head.Name, head.Mode, head.ModTime.UTC().Format(time.DateTime))
	}
	want := `nvsd-kernel-1.2-dev-linux-amd64/nvsd-kernel 755 2026-01-02 03:04:06
nvsd-kernel-1.2-dev-linux-amd64/LICENSE 644 2026-01-02 03:04:06
nvsd-kernel-1.2-dev-linux-amd64/THIRD_PARTY_LICENSES 644 2026-01-02 03:04:06
`
	if got.String() != want {
		t.Errorf("the archive has\n%s, expected\n%s", got.String(), want)
	}
}

// TestLicencesOfTheModules: each module that this test is built with has a licence with a known identifier.
func TestLicencesOfTheModules(t *testing.T) {
	_, b := example(t)
	list, err := readLicences(module, b.info)
	if err != nil {
		t.Skipf("the modules are not here: %v", err)
	}
	ids := identifiers(list)
	for _, mod := range append(b.info.Deps, &debug.Module{Path: "std"}, &b.info.Main) {
		if len(ids[mod.Path]) == 0 {
			t.Errorf("the licence of %s is not known", mod.Path)
		}
	}
}

// TestSave: a file that cannot be written leaves what was there, and no draft; and the checksums are
// those of what is there.
func TestSave(t *testing.T) {
	dir := t.TempDir()
	good := file{"a.txt", func(w io.Writer) error { _, err := io.WriteString(w, "good"); return err }}
	if size, err := good.save(dir); err != nil || size != 4 {
		t.Fatal(size, err)
	}
	bad := file{"a.txt", func(w io.Writer) error { io.WriteString(w, "half"); return io.ErrShortWrite }}
	if _, err := bad.save(dir); err == nil || !strings.Contains(err.Error(), "a.txt") {
		t.Errorf("no error of a.txt: %v", err)
	}
	entries, err := os.ReadDir(dir)
	if text, err := os.ReadFile(filepath.Join(dir, "a.txt")); err != nil || string(text) != "good" || len(entries) != 1 {
		t.Errorf("there are %v, a.txt holds %q, %v", entries, text, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := writeSums(dir, []string{"a.txt"}); err != nil {
		t.Fatal(err)
	}
	if sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS")); err != nil || string(sums) != fmt.Sprintf("%x  a.txt\n", sha256.Sum256([]byte("good"))) {
		t.Errorf("SHA256SUMS is %q, %v", sums, err)
	}
}
