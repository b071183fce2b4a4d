package main

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"testing"
)

// The program is built for all systems on any of them, without a C compiler;
// the packages that differ between them are vetted with their tests.
func TestBuildsForOtherSystems(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes minutes the first time")
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go tool here")
	}
	for _, system := range []string{"linux", "darwin", "windows"} {
		if system == runtime.GOOS {
			continue
		}
		for _, args := range [][]string{
			{"build", "-ldflags=-w", "-o", os.DevNull, "."},
			{"vet", ".", "../../install", "../../kernel/...", "../../interp/worker/..."},
		} {
			// Nobody runs it: what makes it fast, or is for debuggers, takes a
			// third of the time.
			args = slices.Insert(args, 1, "-gcflags=all=-l -dwarf=false")
			build := exec.Command(tool, args...)
			build.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
			if out, err := build.CombinedOutput(); err != nil {
				t.Errorf("%s %s: %v\n%s", system, args[0], err, out)
			}
		}
	}
}
