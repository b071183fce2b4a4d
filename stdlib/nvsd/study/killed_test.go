package study_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

// TestKilled: a study whose process is killed at random moments, again and again, has the tables of one that was left in peace, and
// every file that it leaves is whole.
func TestKilled(t *testing.T) {
	d := declared(t)
	d.Reps = 100
	file, dir := filepath.Join(t.TempDir(), "design.json"), t.TempDir()
	check(t, os.WriteFile(file, fixture.Must[[]byte](t)(d.MarshalJSON()), 0o600))
	self := fixture.Must[string](t)(os.Executable())
	rng := rand.New(rand.NewPCG(1, 2))
	read := func() *study.Results { return fixture.Must[*study.Results](t)(study.Read(d, dir)) }
	run := func() *exec.Cmd {
		cmd := exec.Command(self, "study", "run", file, dir)
		check(t, cmd.Start())
		return cmd
	}
	kills := 0
	for kills < 10 {
		aim := read().Missing() - 1 - rng.IntN(10)
		cmd := run()
		until(t, "a few results more", func() bool { return read().Missing() <= aim })
		time.Sleep(time.Duration(rng.IntN(3000)) * time.Microsecond)
		_ = cmd.Process.Kill()
		if err := cmd.Wait(); err == nil {
			break // it was faster
		}
		kills++
		if r := read(); r.Broken() > 0 {
			t.Fatalf("%d files are broken", r.Broken())
		}
	}
	if kills == 0 {
		t.Error("no process was killed")
	}
	check(t, run().Wait())
	here := fixture.Must[*study.Results](t)(study.Run(made(t), d, ""))
	if got := read(); got.Missing() > 0 || got.String() != here.String() {
		t.Errorf("after %d kills the tables are\n%v\nwant\n%v", kills, got, here)
	}
	t.Logf("killed %d times", kills)
}
