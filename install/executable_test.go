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

	dir, err := place(Options{Executable: exe})
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
	dir, err = place(Options{Executable: exe})
	if err != nil {
		t.Fatal(err)
	}
	if got := argv0(t, dir); got != link {
		t.Errorf("on PATH by a link: starts %s, expected %s", got, link)
	}
}

func TestTemporaryProgramIsCopied(t *testing.T) {
	workshop(t)
	exe := program(t, os.TempDir())
	dir, err := place(Options{Executable: exe})
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

// TestProgramOfACacheIsCopied: a program that uvx or pipx run has put into a cache is copied, which
// Install says, also while the folder of the program is in PATH; another program is not.
func TestProgramOfACacheIsCopied(t *testing.T) {
	home, bin := workshop(t)
	t.Setenv("UV_CACHE_DIR", filepath.Join(home, "uv"))
	t.Setenv("XDG_CACHE_HOME", "")
	for folder, fleeting := range map[string]bool{
		filepath.Join(home, "uv", "archive-v0", "x", "bin"):      true,
		filepath.Join(home, ".cache", "uv", "archive-v0", "bin"): true,
		filepath.Join(home, ".cache", "pipx", "9d1", "bin"):      true,
		filepath.Join(home, ".local", "bin"):                     false,
		filepath.Join(home, "uv-tools", "bin"):                   false,
	} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		exe := program(t, folder)
		t.Setenv("PATH", folder+string(os.PathListSeparator)+bin)
		done, err := Install(Options{Executable: exe})
		if err != nil {
			t.Fatal(err)
		}
		starts, copied := exe, ""
		if fleeting {
			starts, copied = filepath.Join(done.Dir, "nvsd-kernel"), exe
		}
		if got := argv0(t, done.Dir); got != starts || done.Copied != copied {
			t.Errorf("%s: starts %s and says that %q was copied, expected %s and %q", exe, got, done.Copied, starts, copied)
		}
	}
}

func TestNoProgram(t *testing.T) {
	home, _ := workshop(t)
	for _, exe := range []string{filepath.Join(home, "absent"), home} {
		dir, err := place(Options{Executable: exe})
		if err == nil {
			t.Errorf("%s was installed in %s", exe, dir)
		}
	}
	if found, _, err := Status(""); err != nil || len(found) > 0 {
		t.Errorf("an install that failed left %v, %v", found, err)
	}
}
