package install

import (
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// program makes a file that serves as the kernel's executable.
func program(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "nvsd-kernel")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// workshop gives a test its own home, PATH and folder of temporary files, all
// separate.
func workshop(t *testing.T) (home, bin string) {
	t.Helper()
	home, bin = t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("JUPYTER_DATA_DIR", filepath.Join(home, "jupyter"))
	for _, name := range []string{"JUPYTER_PATH", "VIRTUAL_ENV", "CONDA_PREFIX"} {
		t.Setenv(name, "")
	}
	t.Setenv("PATH", bin)
	t.Setenv("TMPDIR", filepath.Join(home, "tmp"))
	if err := os.Mkdir(os.TempDir(), 0o755); err != nil {
		t.Fatal(err)
	}
	return home, bin
}

// place installs, and returns the folder of the spec.
func place(o Options) (dir string, err error) {
	done, err := Install(o)
	return done.Dir, err
}

func readJSON(t *testing.T, dir string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func argv0(t *testing.T, dir string) string {
	t.Helper()
	return readJSON(t, dir)["argv"].([]any)[0].(string)
}

func TestInstall(t *testing.T) {
	home, bin := workshop(t)
	exe := program(t, bin)
	dir, err := place(Options{Executable: exe, Version: "1.2"})
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(home, "jupyter", "kernels", "nvsd"); dir != want {
		t.Errorf("installed in %s, expected %s", dir, want)
	}
	got, err := json.Marshal(readJSON(t, dir))
	want := `{"argv":["` + exe + `","{connection_file}"],"display_name":"Go (nvsd)","interrupt_mode":"message",` +
		`"kernel_protocol_version":"5.5","language":"go","metadata":{"debugger":true,"nvsd-kernel":{"version":"1.2"}}}`
	if err != nil || string(got) != want {
		t.Errorf("kernel.json is\n%s, expected\n%s (%v)", got, want, err)
	}

	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"kernel.json", "logo-32x32.png", "logo-64x64.png", "logo-svg.svg"}; !slices.Equal(names, want) {
		t.Errorf("files %v, expected %v", names, want)
	}
	for name, side := range map[string]int{"logo-32x32.png": 32, "logo-64x64.png": 64} {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if c, err := png.DecodeConfig(f); err != nil || c.Width != side || c.Height != side {
			t.Errorf("%s is %d x %d, %v", name, c.Width, c.Height, err)
		}
	}
	if rest, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(rest) != 1 {
		t.Errorf("something was left behind: %v, %v", rest, err)
	}
}

func TestInstallTwice(t *testing.T) {
	home, bin := workshop(t)
	exe := program(t, bin)
	o := Options{Prefix: home, Name: "Mine", DisplayName: "first", Executable: exe}
	if _, err := Install(o); err != nil {
		t.Fatal(err)
	}
	o.DisplayName = "second"
	dir, err := place(o)
	if err != nil {
		t.Fatalf("our own spec is not replaced: %v", err)
	}
	if filepath.Base(dir) != "mine" || readJSON(t, dir)["display_name"] != "second" {
		t.Errorf("%s holds %v", dir, readJSON(t, dir))
	}
}

func TestOtherKernelsAreLeftAlone(t *testing.T) {
	_, bin := workshop(t)
	exe := program(t, bin)
	root, err := Options{}.dir()
	if err != nil {
		t.Fatal(err)
	}
	foreign := map[string]string{
		"another kernel": `{"argv": ["python"], "display_name": "Python", "language": "python"}`,
		"broken":         `{`,
	}
	for name, text := range foreign {
		if err := os.MkdirAll(root, 0o755); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(root, "kernel.json")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Install(Options{Executable: exe}); err == nil || !strings.Contains(err.Error(), "--force") {
			t.Errorf("%s: install says %v", name, err)
		}
		if _, err := Uninstall(Options{}); err == nil || !strings.Contains(err.Error(), "--force") {
			t.Errorf("%s: uninstall says %v", name, err)
		}
		if now, err := os.ReadFile(file); err != nil || string(now) != text {
			t.Errorf("%s: changed to %q, %v", name, now, err)
		}
		if _, err := Install(Options{Executable: exe, Force: true}); err != nil {
			t.Errorf("%s: with force: %v", name, err)
		}
	}
}

func TestUninstall(t *testing.T) {
	_, bin := workshop(t)
	if _, err := Uninstall(Options{}); err == nil || !strings.Contains(err.Error(), "status") {
		t.Errorf("nothing to remove: %v", err)
	}
	dir, err := place(Options{Executable: program(t, bin)})
	if err != nil {
		t.Fatal(err)
	}
	removed, err := Uninstall(Options{})
	if err != nil || removed != dir {
		t.Errorf("removed %q, %v", removed, err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", dir, err)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{"": "nvsd", "Go-1.26_x": "go-1.26_x", "..": "", ".x": "", "a/b": "", "a b": "", "ü": ""} {
		got, err := specName(name)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
}

func TestStatus(t *testing.T) {
	home, bin := workshop(t)
	if found, searched, err := Status(""); err != nil || len(found) > 0 || len(searched) == 0 {
		t.Errorf("before: %v, %v, %v", found, searched, err)
	}
	t.Setenv("JUPYTER_PATH", filepath.Join(home, "first", "share", "jupyter"))
	exe := program(t, bin)
	first, err := place(Options{Prefix: filepath.Join(home, "first"), Executable: exe, Version: "1"})
	if err != nil {
		t.Fatal(err)
	}
	second, err := place(Options{Executable: exe, Version: "2"})
	if err != nil {
		t.Fatal(err)
	}
	found, _, err := Status("")
	if err != nil || len(found) != 2 {
		t.Fatalf("found %+v, %v", found, err)
	}
	want := []Installed{
		{Dir: first, DisplayName: DefaultDisplayName, Program: exe, Version: "1"},
		{Dir: second, DisplayName: DefaultDisplayName, Program: exe, Version: "2", Shadowed: true},
	}
	if !slices.Equal(found, want) {
		t.Errorf("found %+v\nexpected %+v", found, want)
	}
	if err := os.Remove(exe); err != nil {
		t.Fatal(err)
	}
	if found, _, _ := Status(""); len(found) != 2 || found[0].Problem == nil {
		t.Errorf("without its program: %+v", found)
	}
}

func TestStatusOfOthers(t *testing.T) {
	home, bin := workshop(t)
	dir := filepath.Join(home, "jupyter", "kernels", "nvsd")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	state := func(text string) string {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "kernel.json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		found, _, err := Status("")
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: %v, %v", text, found, err)
		}
		if found[0].Problem == nil {
			return "ready"
		}
		return found[0].Problem.Error()
	}
	// A package installs a spec that names the program as it is on PATH.
	packaged := `{"argv": ["nvsd-kernel", "{connection_file}"], "metadata": {"nvsd-kernel": {}}}`
	if got := state(packaged); !strings.Contains(got, "nvsd-kernel") {
		t.Errorf("a program that is not on PATH: %s", got)
	}
	program(t, bin)
	if got := state(packaged); got != "ready" {
		t.Errorf("a program on PATH: %s", got)
	}
	if got := state(`{"argv": ["nvsd-kernel"], "display_name": "other"}`); !strings.Contains(got, "--force") {
		t.Errorf("another program's: %s", got)
	}
	if got := state(`{"argv": ["bin/nvsd-kernel"], "metadata": {"nvsd-kernel": {}}}`); !strings.Contains(got, "absolute") {
		t.Errorf("a relative path: %s", got)
	}
	if got := state(`{`); got == "ready" {
		t.Error("half a spec is ready")
	}
}

func TestArgumentsStandBeforeTheConnectionFile(t *testing.T) {
	_, bin := workshop(t)
	exe := program(t, bin)
	dir, err := place(Options{Executable: exe, Arguments: []string{"--no-history"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := readJSON(t, dir)["argv"], []any{exe, "--no-history", "{connection_file}"}; !reflect.DeepEqual(got, want) {
		t.Errorf("argv is %v, expected %v", got, want)
	}
}

func TestPlacesThatCannotBeWritten(t *testing.T) {
	home, bin := workshop(t)
	exe := program(t, bin)
	file := filepath.Join(home, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Install(Options{Prefix: file, Executable: exe}); err == nil || !strings.Contains(err.Error(), file) || strings.Contains(err.Error(), "--force") {
		t.Errorf("a prefix that is a file: %v", err)
	}
	if _, err := Uninstall(Options{Prefix: file}); err == nil || !strings.Contains(err.Error(), file) || strings.Contains(err.Error(), "--force") {
		t.Errorf("removing from there: %v", err)
	}
	for _, err := range []error{syscall.EROFS, syscall.EACCES, syscall.EPERM} {
		if got := advice(&os.PathError{Op: "mkdir", Path: "/usr/share", Err: err}); !strings.Contains(got, "--user") {
			t.Errorf("%v: %q", err, got)
		}
	}
	if got := advice(syscall.ENOSPC); got != "" {
		t.Errorf("a full disk: %q", got)
	}

	locked := filepath.Join(home, "locked")
	if err := os.Mkdir(locked, 0o555); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() > 0 { // 0 may write everywhere, and Windows has no such mode
		if _, err := Install(Options{Prefix: locked, Executable: exe}); err == nil || !strings.Contains(err.Error(), "--user") {
			t.Errorf("a prefix that is read-only: %v", err)
		}
	}
}

// A container may have no HOME. A prefix needs none, and the system knows the
// user's home folder.
func TestWithoutHome(t *testing.T) {
	home, bin := workshop(t)
	exe := program(t, bin)
	if err := os.Unsetenv("HOME"); err != nil { // set again by workshop's cleanup
		t.Fatal(err)
	}
	if dir, err := place(Options{Prefix: home, Executable: exe}); err != nil {
		t.Errorf("%s, %v", dir, err)
	}
	if dir, err := DataDir(); err != nil || dir != filepath.Join(home, "jupyter") {
		t.Errorf("%s, %v", dir, err)
	}
}
