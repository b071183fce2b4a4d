package install

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestSpecNamesTheStablePath(t *testing.T) {
	home, bin := workshop(t)
	cellar := filepath.Join(home, "Cellar", "1.2.3")
	if err := os.MkdirAll(cellar, 0o755); err != nil {
		t.Fatal(err)
	}
	exe := program(t, cellar)

	dir, err := Install(Options{Executable: exe})
	if err != nil {
		t.Fatal(err)
	}
	if got := argv0(t, dir); got != exe {
		t.Errorf("not on PATH: starts %s, expected %s", got, exe)
	}

	link := filepath.Join(bin, filepath.Base(exe))
	if err := os.Symlink(exe, link); err != nil {
		t.Fatal(err)
	}
	if dir, err = Install(Options{Executable: exe}); err != nil {
		t.Fatal(err)
	}
	if got := argv0(t, dir); got != link {
		t.Errorf("on PATH by a link: starts %s, expected %s", got, link)
	}
}

func TestTemporaryProgramIsCopied(t *testing.T) {
	workshop(t)
	exe := program(t, os.TempDir())
	dir, err := Install(Options{Executable: exe})
	if err != nil {
		t.Fatal(err)
	}
	beside := filepath.Join(dir, "nvsd-kernel")
	check := func() {
		t.Helper()
		if got := argv0(t, dir); got != beside {
			t.Errorf("starts %s, expected %s", got, beside)
		}
		if info, err := os.Stat(beside); err != nil || runtime.GOOS != "windows" && info.Mode().Perm()&0o100 == 0 {
			t.Errorf("the copy: %v, %v", info, err)
		}
	}
	check()
	// Installing from the copy must not remove what it installs.
	if _, err := Install(Options{Executable: beside}); err != nil {
		t.Fatal(err)
	}
	check()
}

func TestNoProgram(t *testing.T) {
	home, _ := workshop(t)
	for _, exe := range []string{filepath.Join(home, "absent"), home} {
		dir, err := Install(Options{Executable: exe})
		if err == nil {
			t.Errorf("%s was installed in %s", exe, dir)
		}
	}
	if found, _, err := Status(""); err != nil || len(found) > 0 {
		t.Errorf("an install that failed left %v, %v", found, err)
	}
}
