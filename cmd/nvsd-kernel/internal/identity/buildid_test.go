package identity

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestBuildID: the ID is that which the go command prints, in the files of each system, and another one where one
// letter of a text is another one.
func TestBuildID(t *testing.T) {
	dir := t.TempDir()
	build := func(system, text, flags string) string {
		source, file := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
		if err := os.WriteFile(source, []byte("package main\n\nfunc main() { println(\""+text+"\") }\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		goos, goarch, _ := strings.Cut(system, "/")
		cmd := exec.Command("go", "build", "-trimpath", "-ldflags="+flags, "-o", file, source)
		cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0", "GO111MODULE=off")
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		return file
	}
	printed := func(file string) string {
		id, err := exec.Command("go", "tool", "buildid", file).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(id))
	}
	for _, system := range []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"} {
		file := build(system, "one", "-s -w")
		got := buildID(file)
		if want := printed(file); got != want || strings.Count(got, "/") != 3 {
			t.Errorf("%s: the build ID is %q, want %q", system, got, want)
		}
		if again := buildID(build(system, "one", "-s -w")); again != got {
			t.Errorf("%s: the same program has the IDs %q and %q", system, got, again)
		}
		if other := buildID(build(system, "two", "-s -w")); other == got || other == "" {
			t.Errorf("%s: another program has the ID %q, the first %q", system, other, got)
		}
	}
	if got := buildID(build("linux/amd64", "one", "-buildid=")); got != "" {
		t.Errorf("of a program without an ID it is %q", got)
	}
	for name, text := range map[string]string{
		"missing": "", "short": "\x7fELF", "no ELF": "\xff Go build ID: \"a/b",
		"a note that is cut off": "\x7fELF\xff\x00\x00\x00\x04\x00\x00\x00Go\x00\x00a/b",
	} {
		file := filepath.Join(dir, name)
		if text != "" {
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got := buildID(file); got != "" {
			t.Errorf("%s: the build ID is %q", name, got)
		}
	}
}

// TestIdentityIsTheBuilds: the program says of itself what the go command says of its file.
func TestIdentityIsTheBuilds(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	id, err := exec.Command("go", "tool", "buildid", self).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := Program().Build; got != strings.TrimSpace(string(id)) || got == "" {
		t.Errorf("the build is %q, want %q", got, id)
	}
}
