package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestInstallCommands(t *testing.T) {
	home := t.TempDir()
	for name, value := range map[string]string{"HOME": home, "JUPYTER_DATA_DIR": filepath.Join(home, "jupyter"), "JUPYTER_PATH": "", "VIRTUAL_ENV": "", "CONDA_PREFIX": ""} {
		t.Setenv(name, value)
	}
	dir := filepath.Join(home, "jupyter", "kernels", "nvsd")
	for _, step := range []struct {
		args   []string
		status int
		say    []string
	}{
		{[]string{"status"}, exitFailed, []string{"not installed", filepath.Dir(dir)}},
		{[]string{"uninstall"}, exitFailed, []string{dir, "status"}},
		{[]string{"install", "--no-history", "--no-stale", "--display-name", "Mine"}, 0, []string{"installed " + dir}},
		{[]string{"status"}, 0, []string{dir, "Mine, ready"}},
		{[]string{"uninstall"}, 0, []string{"removed " + dir}},
		{[]string{"install", "--sys-prefix"}, exitFailed, []string{"VIRTUAL_ENV", "--prefix"}},
	} {
		got := command(step.args...)
		if got.status != step.status {
			t.Errorf("%v: status %d, expected %d", step.args, got.status, step.status)
		}
		for _, word := range step.say {
			if !strings.Contains(got.out+got.err, word) {
				t.Errorf("%v does not say %q:\n%s%s", step.args, word, got.out, got.err)
			}
		}
		if step.args[0] == "install" && step.status == 0 {
			spec, err := os.ReadFile(filepath.Join(dir, "kernel.json"))
			if err != nil || !strings.Contains(string(spec), `"--no-history"`) || !strings.Contains(string(spec), `"--no-stale"`) {
				t.Errorf("the spec: %s, %v", spec, err)
			}
		}
	}
}
