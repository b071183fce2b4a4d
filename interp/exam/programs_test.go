package exam

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

var (
	programs = flag.String("programs", "", "a folder of programs: run each natively and interpreted")
	known    = flag.String("known", "", "the file of the differences of that folder that are known, with their reasons")
	kernel   = flag.String("kernel", "", "the nvsd-kernel that interprets those programs; default: the interpreter of this test")
	built    = flag.String("built", "", "the folder in which their native builds stay for the next time")
	patience = flag.Duration("patience", 10*time.Second, "the time limit of a program of that folder, run natively")
)

// survey runs the programs of a folder that -only matches, one after the other, and tells
// of each.
func (x examiner) survey(t *testing.T, root string, tell func(name string, d difference)) {
	t.Helper()
	root, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	all, err := collect(root)
	if err != nil {
		t.Fatal(err)
	}
	x.builds = filepath.Join(x.builds, folderSum(t, root))
	if err := os.MkdirAll(x.builds, 0o755); err != nil {
		t.Fatal(err)
	}
	x.work = filepath.Join(t.TempDir(), "work")
	match := regexp.MustCompile(*only)
	for _, p := range all {
		if match.MatchString(p.name) {
			tell(p.name, x.examine(t, p))
		}
	}
}

// self returns the examiner whose interpreter is this test.
func self(t *testing.T) examiner {
	t.Helper()
	file, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return examiner{interpreter: file, builds: t.TempDir(), native: *patience, interpretive: time.Minute, output: 1 << 20}
}

// TestPrograms runs the programs of the folder that -programs names natively and
// interpreted, and prints what becomes of them and what differs. With -known it fails if
// that is not what the list has.
func TestPrograms(t *testing.T) {
	if *programs == "" {
		t.Skip("-programs names no folder")
	}
	x := self(t)
	for file, field := range map[*string]*string{kernel: &x.interpreter, built: &x.builds} {
		if *file != "" {
			path, err := filepath.Abs(*file)
			if err != nil {
				t.Fatal(err)
			}
			*field = path
		}
	}
	count, got := map[string]int{}, map[string]difference{}
	x.survey(t, *programs, func(name string, d difference) {
		count[d.kind]++
		if !slices.Contains([]string{unbuilt, endless, unsteady}, d.kind) {
			got[name] = d
		}
		if d.kind != "" {
			fmt.Printf("%s\t%s\t%s\n", name, d.kind, d.reason)
		}
	})
	fmt.Println()
	for _, row := range [][2]string{
		{"", "as natively"},
		{silent, "silent: differ without an error"},
		{fails, "fails: end with an error that Go does not have"},
		{refused, "refused: an error before anything runs"},
		{missing, "missing: import a package that the kernel does not have"},
		{late, "late: no end within a minute"},
		{unsteady, "unsteady: not the same in every native run, or in another order of goroutines"},
		{endless, "endless: no end natively"},
		{unbuilt, "unbuilt: the Go toolchain does not build them here"},
	} {
		fmt.Printf("%6d %s\n", count[row[0]], row[1])
	}
	if *known != "" {
		readList(t, *known).hold(t, got, *only == "")
	}
}

// folderSum returns a name for what the Go files of a folder and the toolchain say. Native
// programs that were built under another name are not those of the folder.
func folderSum(t *testing.T, root string) string {
	t.Helper()
	sum := sha256.New()
	fmt.Fprintln(sum, runtime.Version(), root)
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(file)
		fmt.Fprintf(sum, "%s %d\n%s", file, len(text), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%.8x", sum.Sum(nil))
}

// TestProgramFolder examines folders in which programs of every shape are as natively, and
// others differ in a known way.
func TestProgramFolder(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/programs.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		write(t, dir, map[string][]byte{f.Name: f.Data})
	}
	patient, hasty, leaving := self(t), self(t), self(t)
	hasty.interpretive = 3 * time.Second
	leaving.native = time.Second
	for _, test := range []struct {
		x      examiner
		folder string
		want   map[string]string // kinds of differences
	}{
		{patient, "sample", map[string]string{
			"single/hello.go":          "",
			"single/sum.go":            "",
			"ends/exits.go":            "",
			"ends/panics.go":           "",
			"ends/floods.go":           "",
			"files":                    "",
			"files/generate.go":        "",
			"shared/one.go":            "",
			"shared/two.go":            "",
			"module/cmd/count/main.go": "",
			"others/refused.go":        refused,
			"others/missing.go":        missing,
			"others/unbuilt.go":        unbuilt,
			"others/cut.go":            unbuilt,
			"others/unsteady.go":       unsteady,
			"faults/output.go":         silent,
			"faults/flood.go":          silent,
			"faults/message.go":        silent,
			"faults/status.go":         silent,
			"faults/panic.go":          fails,
			"others/order.go":          unsteady,
			"faults/unsteady.go":       fails,
			"faults/line.go":           silent,
		}},
		{hasty, "late", map[string]string{"late.go": late, "silent.go": silent}},
		{leaving, "endless", map[string]string{"serve.go": endless}},
	} {
		found := map[string]bool{}
		test.x.survey(t, filepath.Join(dir, test.folder), func(name string, d difference) {
			found[name] = true
			if want, ok := test.want[name]; !ok || d.kind != want {
				t.Errorf("%s: %s is %q, want %q: %s", test.folder, name, d.kind, want, d.reason)
			}
		})
		for name := range test.want {
			if !found[name] {
				t.Errorf("%s: %s is not found", test.folder, name)
			}
		}
	}
}
