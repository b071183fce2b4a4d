package worker

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A child needs no folder, where one that is killed could leave something: it
// starts where there is none, and what the runtime says at its end arrives, also if
// it is more than a pipe holds.
func TestNoFolderIsNeeded(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	for _, name := range []string{"TMPDIR", "TMP", "TEMP", "HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, none)
	}
	p := start(t)
	r := do(t, p, program(1, `import ("os"; "runtime/debug")`, `
		debug.SetTraceback("all")
		for i := 0; i < 2000; i++ {
			go func() { select {} }()
		}
		stderr := os.NewFile(2, "")
		stderr.Close()
		go func() { panic("at last") }()
		select {}`))
	if r.exited == nil || r.exited.Reason != "died of a panic: at last" {
		t.Errorf("%+v, %+v", r, r.outcome)
	}
	if _, err := os.Stat(none); err == nil {
		t.Error("it has made a folder")
	}
}

// What is no worker, and leaves behind somebody who has its files, is told of all
// the same.
func TestDescriptorsThatAreLeftBehind(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is no setsid to be called")
	}
	_, err := Start(t.Context(), Config{Command: []string{"sh", "-c", "setsid sleep 10 & sleep 0.1; echo wrong door >&2; exit 3"}})
	if err == nil || !strings.Contains(err.Error(), "wrong door") || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("%v", err)
	}
}
