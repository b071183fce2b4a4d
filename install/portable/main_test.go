package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/cpu"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

// TestSameBits: what is built for different processors prints the same digests of numbers. The
// golden file holds for all, so that a machine of another kind tests it too.
func TestSameBits(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the standard library several times")
	}
	file := filepath.Join("testdata", "bits.golden")
	golden.Check(t, file, built(t, "", "GOAMD64=v1"))
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("v3", func(t *testing.T) {
		if !cpu.X86.HasFMA || !cpu.X86.HasAVX2 || !cpu.X86.HasBMI2 {
			t.Skip("this processor does not run what is built for amd64 level v3")
		}
		if got := built(t, "", "GOAMD64=v3"); got != string(want) {
			t.Errorf("built for level v3 it prints\n%s, for v1\n%s", got, want)
		}
		if got := plain(t, "GOAMD64=v3"); got == string(want) {
			t.Error("go build alone gives the same bits: this test does not see what it should")
		}
	})
	t.Run("arm64", func(t *testing.T) {
		emulator, err := exec.LookPath("qemu-aarch64-static")
		if runtime.GOARCH == "arm64" || err != nil {
			t.Skip("this is arm64 itself, or there is no qemu-aarch64-static")
		}
		if got := built(t, emulator, "GOARCH=arm64"); got != string(want) {
			t.Errorf("built for arm64 it prints\n%s, for amd64\n%s", got, want)
		}
	})
}

const bits = "./testdata/bits"

// built returns what the program prints that portable builds with a variable set, by an emulator if it
// is not "".
func built(t *testing.T, emulator, variable string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "bits.exe")
	if err := run([]string{"CGO_ENABLED=0", variable, "build", "-o", program, bits}); err != nil {
		t.Fatal(err)
	}
	if emulator != "" {
		return output(t, exec.Command(emulator, program))
	}
	return output(t, exec.Command(program))
}

func plain(t *testing.T, variable string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "bits.exe")
	cmd := exec.Command("go", "build", "-o", program, bits)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", variable)
	output(t, cmd)
	return output(t, exec.Command(program))
}

func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	cmd.Stderr = os.Stderr
	said, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(said)
}

// TestOverlay: for each processor of a release, package math keeps the assembly of exact functions alone.
func TestOverlay(t *testing.T) {
	for _, arch := range []string{"amd64", "arm64", "riscv64", "loong64", "ppc64le"} {
		overlay, err := writeOverlay(t.TempDir(), append(os.Environ(), "GOARCH="+arch))
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("go", "list", "-overlay", overlay, "-f", "{{.SFiles}} {{.GoFiles}}", "math")
		cmd.Env = append(os.Environ(), "GOARCH="+arch)
		assembly, source, _ := strings.Cut(output(t, cmd), "] [")
		for _, file := range strings.Fields(strings.Trim(assembly, "[]")) {
			name, _, _ := strings.Cut(file, "_")
			if name != "dim" && name != "floor" && name != "modf" {
				t.Errorf("%s: %s is compiled", arch, file)
			}
		}
		if !strings.Contains(source, " exp.go ") || strings.Contains(source, "exp_amd64.go") {
			t.Errorf("%s: compiles %s", arch, source)
		}
	}
}

func TestComplaints(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "name a command of go"},
		{[]string{"GOARCH=arm64"}, "name a command of go"},
		{[]string{"env"}, `"env" is none of build, install`},
		{[]string{"build", "-tags", "x"}, "write the tags as -tags=a,b"},
		{[]string{"build", "-gcflags=all=-l"}, "-gcflags cannot be set"},
		{[]string{"build", "--overlay", "x"}, "-overlay cannot be set"},
		{[]string{"test", "-C", "x"}, "-C cannot be set"},
		{[]string{"GOFLAGS=-tags=x", "build"}, "GOFLAGS has -tags"},
		{[]string{"GOARCH=s390x", "build"}, "assembly throughout on s390x"},
	} {
		if err := run(c.args); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.args, err, c.want)
		}
	}
	if _, err := withoutAssembly(t.TempDir(), "amd64", t.TempDir()); err == nil || !strings.Contains(err.Error(), "has to learn where") {
		t.Errorf("a package math without assembly: %v", err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "exp_asm.go"), []byte("//go:build amd64\n\npackage math\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := withoutAssembly(dir, "amd64", t.TempDir()); err == nil || !strings.Contains(err.Error(), "exp_noasm.go") {
		t.Errorf("assembly without its substitute: %v", err)
	}
	for _, c := range []struct{ command, args, given, rest string }{
		{"build", "-o x -tags= -tags=purego,netgo .", "purego netgo", "-o x ."},
		{"build", "--tags=a -tags=b", "a b", ""},
		{"run", "-tags=a ./x -tags=b -tags c", "a", "./x -tags=b -tags c"},
		{"test", "-v . -args -gcflags=x", "", "-v . -args -gcflags=x"},
	} {
		given, rest, err := takeTags(c.command, strings.Fields(c.args))
		if err != nil || strings.Join(given, " ") != c.given || strings.Join(rest, " ") != c.rest {
			t.Errorf("%s %s: %q %q %v", c.command, c.args, given, rest, err)
		}
	}
}
