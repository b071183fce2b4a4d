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
	d.Reps = 15
	file, dir := filepath.Join(t.TempDir(), "design.json"), t.TempDir()
	check(t, os.WriteFile(file, fixture.Must[[]byte](t)(d.MarshalJSON()), 0o600))
	self := fixture.Must[string](t)(os.Executable())
	rng, kills := rand.New(rand.NewPCG(1, 2)), 0
	for try := 0; ; try++ {
		cmd := exec.Command(self, "study", "run", file, dir)
		check(t, cmd.Start())
		if kills < 10 {
			time.Sleep(time.Duration(20+rng.IntN(60)) * time.Millisecond)
			_ = cmd.Process.Kill()
		}
		if err := cmd.Wait(); err != nil {
			kills++
		}
		r := fixture.Must[*study.Results](t)(study.Read(d, dir))
		if r.Broken() > 0 {
			t.Fatalf("%d files are broken", r.Broken())
		}
		if r.Missing() == 0 {
			break
		}
		if try > 30 {
			t.Fatal("the study does not come to its end")
		}
	}
	here := fixture.Must[*study.Results](t)(study.Run(t.Context(), d, ""))
	if got := fixture.Must[*study.Results](t)(study.Read(d, dir)); got.String() != here.String() {
		t.Errorf("the tables are\n%v\nwant\n%v", got, here)
	}
	t.Logf("killed %d times", kills)
}
