package study_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/carried"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

// TestMain lets the binary of the tests be the worker of a cluster, as nvsd-kernel is, and a process that computes a whole study.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != "study" {
		os.Exit(m.Run())
	}
	if err := worker(os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// worker does what is said behind "study".
func worker(args []string) error {
	ctx := carried.WithMaker(context.Background(), maker{})
	if args[0] == "element" {
		round, _ := strconv.Atoi(args[2])
		index, _ := strconv.Atoi(args[3])
		return study.DoElement(ctx, args[1], round, index)
	}
	text, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	d, err := study.ReadDesign(text, "")
	if err != nil {
		return err
	}
	_, err = study.Run(ctx, d, args[2])
	return err
}

// declared is a design of ten units of some milliseconds, one method of which is code that goes to workers as text. Two units fail: the
// group lasso has no groups.
func declared(t testing.TB) study.Design {
	return fixture.Must[study.Design](t)(study.ReadDesign([]byte(`{
		"name": "declared", "repetitions": 2,
		"problems": [{"name": "E1", "data": {"generator": "UAI", "problem": {"Experiment": 1}}, "train": [20], "valid": 20, "test": 30}],
		"methods": [
			{"name": "mean", "system": "Mean", "weights": 1},
			{"name": "lasso", "system": "Lasso", "weights": 5},
			{"name": "HSIC", "system": "HSICLasso", "weights": 5},
			{"name": "no groups", "system": "GroupLasso", "weights": 5},
			{"name": "code", "code": {"type": "constant", "value": 2.5, "source": "constant"}}
		]}`), ""))
}

// A cluster is a Slurm for tests: the real one on this machine, or stand-ins of its commands.
type cluster struct {
	t    *testing.T // at whose end it ends
	real bool
	dir  string

	controller, node *exec.Cmd // of the real one
}

// standIns puts commands in the place of Slurm's, that run an element after the other. A job is over when sbatch returns.
func standIns(t *testing.T) *cluster {
	c := &cluster{t: t, dir: t.TempDir()}
	for name, script := range map[string]string{
		"sbatch": `
test -e "$D/down" && { rm "$D/down"; echo "sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)" >&2; exit 1; }
script=$(mktemp "$D/script.XXXX"); cat > "$script"
n=$(cat "$D/number" 2>/dev/null || echo 0); n=$((n + 1)); echo $n > "$D/number"
echo "$@" >> "$D/submitted"
for a; do case $a in --array=0-*) last=${a#--array=0-}; last=${last%%%*};; --cpus-per-task=*) cpus=${a#*=};; --mem=*) mem=1024;; esac; done
test -e "$D/lost" && { rm "$D/lost"; echo "$n;cluster"; exit 0; }
for i in $(seq 0 "$last"); do
	env -u GOMAXPROCS SLURM_ARRAY_TASK_ID=$i SLURM_CPUS_PER_TASK=$cpus ${mem:+SLURM_MEM_PER_NODE=$mem} sh "$script" >> "$D/log" 2>&1
done
echo "$n;cluster"`,
		"squeue":   `test -e "$D/forever" && echo RUNNING; exit 0`,
		"scancel":  `echo "$@" >> "$D/cancelled"; rm -f "$D/forever"`,
		"scontrol": `echo "MaxArraySize            = 3"`,
	} {
		text := "#!/bin/sh\nD='" + c.dir + "'\n" + strings.TrimSpace(script) + "\n"
		check(t, os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o755))
	}
	t.Setenv("PATH", c.dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return c
}

// realSlurm starts a Slurm of one node on this machine.
func realSlurm(t *testing.T) *cluster {
	for _, name := range []string{"slurmctld", "slurmd", "munged", "sbatch"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("Slurm is not installed here (%v): stand-ins of its commands are tested", err)
		}
	}
	dir, err := os.MkdirTemp("", "slurm") // paths of sockets are short
	check(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	c := &cluster{t: t, real: true, dir: dir}
	for _, name := range []string{"state", "spool"} {
		check(t, os.Mkdir(filepath.Join(dir, name), 0o755))
	}
	check(t, os.WriteFile(filepath.Join(dir, "key"), []byte(strings.Repeat("a key of tests alone ", 20)), 0o400))
	check(t, os.WriteFile(filepath.Join(dir, "slurm.conf"), []byte(c.configuration(t)), 0o644))
	t.Setenv("SLURM_CONF", filepath.Join(dir, "slurm.conf"))
	at := func(name string) string { return filepath.Join(dir, name) }
	c.start("munged", "--foreground", "--force", "--key-file="+at("key"), "--socket="+at("munge"), "--pid-file="+at("munged.pid"), "--log-file="+at("munged.log"), "--seed-file="+at("seed"))
	c.controller = c.start("slurmctld", "-D")
	c.node = c.start("slurmd", "-D")
	c.waitIdle(t)
	return c
}

func (c *cluster) configuration(t *testing.T) string {
	host := fixture.Must[string](t)(os.Hostname())
	me := fixture.Must[*user.User](t)(user.Current())
	port := func() int {
		l := fixture.Must[net.Listener](t)(net.Listen("tcp", ":0"))
		defer l.Close()
		return l.Addr().(*net.TCPAddr).Port
	}
	at := func(name string) string { return filepath.Join(c.dir, name) }
	return strings.Join([]string{
		"ClusterName=test", "SlurmctldHost=" + host, "SlurmUser=" + me.Username, "SlurmdUser=" + me.Username, "AuthType=auth/munge", "AuthInfo=socket=" + at("munge"),
		fmt.Sprint("SlurmctldPort=", port()), fmt.Sprint("SlurmdPort=", port()), "SlurmctldPidFile=" + at("ctld.pid"), "SlurmdPidFile=" + at("d.pid"),
		"SlurmctldLogFile=" + at("ctld.log"), "SlurmdLogFile=" + at("d.log"), "StateSaveLocation=" + at("state"), "SlurmdSpoolDir=" + at("spool"),
		"ProctrackType=proctrack/linuxproc", "TaskPlugin=task/none", "ReturnToService=2", "SelectType=select/cons_tres", "SelectTypeParameters=CR_Core",
		"SchedulerParameters=sched_interval=1,bf_interval=1", "SlurmdTimeout=5", "SlurmctldTimeout=5", "MessageTimeout=2", "KillWait=1", "MinJobAge=10", "MpiDefault=none",
		fmt.Sprintf("NodeName=%s CPUs=%d RealMemory=2000 State=UNKNOWN", host, runtime.NumCPU()),
		"PartitionName=main Nodes=" + host + " Default=YES MaxTime=INFINITE State=UP", "",
	}, "\n")
}

// start starts a daemon, which ends with the cluster.
func (c *cluster) start(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	check(c.t, cmd.Start())
	c.t.Cleanup(func() { end(cmd) })
	return cmd
}

func end(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_, _ = cmd.Process.Wait()
}

// waitIdle waits until the node takes jobs. Some machines let no Slurm start: their names do not resolve, or a container forbids it.
func (c *cluster) waitIdle(t *testing.T) {
	for end := time.Now().Add(60 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		out, _ := exec.Command("sinfo", "--noheader", "--format=%t").Output()
		if strings.HasPrefix(string(out), "idle") {
			return
		}
	}
	log, _ := os.ReadFile(filepath.Join(c.dir, "ctld.log"))
	t.Skipf("Slurm does not start here: stand-ins of its commands are tested. Its controller says:\n%s", log[max(0, len(log)-1000):])
}

func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	pause := 5 * time.Millisecond
	for end := time.Now().Add(60 * time.Second); time.Now().Before(end); time.Sleep(pause) {
		if is() {
			return
		}
		pause = min(2*pause, 100*time.Millisecond)
	}
	t.Fatalf("there is not %s in a minute", what)
}

// worker writes a program that does something before it is the worker of this binary.
func (c *cluster) worker(t *testing.T, before string) string {
	self := fixture.Must[string](t)(os.Executable())
	path := filepath.Join(t.TempDir(), "worker")
	check(t, os.WriteFile(path, []byte("#!/bin/sh\n"+before+"\nexec '"+self+"' \"$@\"\n"), 0o755))
	return path
}

// TestSlurmStandIns and TestSlurm: a study on a cluster has the results of one on this machine, whatever happens on the way.
func TestSlurmStandIns(t *testing.T) { onCluster(t, standIns) }

func TestSlurm(t *testing.T) {
	if testing.Short() {
		t.Skip("real Slurm is not for the race detector")
	}
	onCluster(t, realSlurm)
}

func onCluster(t *testing.T, begin func(t *testing.T) *cluster) {
	c := begin(t)
	d := declared(t)
	here := fixture.Must[*study.Results](t)(study.Run(made(t), d, ""))
	plain := study.Slurm{Chunk: time.Nanosecond, Pilot: time.Nanosecond, Program: c.worker(t, "")}
	same := func(t *testing.T, r *study.Results) {
		t.Helper()
		if r.String() != here.String() || len(r.Failed()) != 2 {
			t.Errorf("the results are other ones:\n%v\nwant\n%v", r, here)
		}
	}
	t.Run("as here", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "it's a folder")
		s := plain
		s.MaxRunning, s.Time, s.Args = 2, 90*time.Second, []string{"--comment=a study"}
		same(t, fixture.Must[*study.Results](t)(s.Run(made(t), d, dir)))
		same(t, fixture.Must[*study.Results](t)(study.Run(made(t), d, dir)))
	})
	t.Run("processors and memory", func(t *testing.T) {
		dir, told := t.TempDir(), filepath.Join(t.TempDir(), "environment")
		s := plain
		s.CPUs, s.Memory, s.Args = 2, "1G", []string{"--export=NONE"}
		s.Program = c.worker(t, "echo $GOMAXPROCS $GOMEMLIMIT $NVSD_DATA >> "+told)
		if runtime.NumCPU() < 2 {
			s.CPUs = 1
		}
		t.Setenv("NVSD_DATA", "/the folder/of data")
		same(t, fixture.Must[*study.Results](t)(s.Run(made(t), d, dir)))
		want := fmt.Sprintf("%d 1024MiB /the folder/of data\n", s.CPUs)
		if got := string(fixture.Must[[]byte](t)(os.ReadFile(told))); !strings.HasPrefix(got, want) {
			t.Errorf("a worker is told %q, want %q", got, want)
		}
	})
	t.Run("killed workers", func(t *testing.T) {
		s := plain
		s.Chunk = time.Hour // all in one element
		s.Pilot = 10 * time.Second
		s.Program = c.worker(t, "m="+filepath.Join(t.TempDir(), "killed")+"; test -e $m || { touch $m; kill -9 $$; }")
		same(t, fixture.Must[*study.Results](t)(s.Run(made(t), d, t.TempDir())))
	})
	t.Run("workers that never work", func(t *testing.T) {
		s := plain
		s.Chunk, s.Pilot, s.Program = time.Hour, 10*time.Second, c.worker(t, "exit 3")
		r, err := s.Run(made(t), d, t.TempDir())
		if err == nil || !strings.Contains(err.Error(), "left without a result after 3 submissions") || r == nil || r.Missing() == 0 {
			t.Errorf("%v", err)
		}
	})
	t.Run("a controller that is down", func(t *testing.T) {
		if c.real {
			end(c.controller)
			time.AfterFunc(5*time.Second, func() { c.controller = c.start("slurmctld", "-D") })
		} else {
			check(t, os.WriteFile(filepath.Join(c.dir, "down"), nil, 0o600))
		}
		same(t, fixture.Must[*study.Results](t)(plain.Run(made(t), d, t.TempDir())))
	})
	t.Run("an interrupt", func(t *testing.T) { c.interrupt(t, plain, d, same) })
	if c.real {
		t.Run("a node that goes down", func(t *testing.T) { c.loseNode(t, plain, d, same) })
	} else {
		t.Run("arrays as large as they may be", func(t *testing.T) {
			check(t, os.RemoveAll(filepath.Join(c.dir, "submitted")))
			same(t, fixture.Must[*study.Results](t)(plain.Run(made(t), d, t.TempDir())))
			lines := strings.Count(string(fixture.Must[[]byte](t)(os.ReadFile(filepath.Join(c.dir, "submitted")))), "--array=0-2 ")
			if lines < 2 {
				t.Errorf("%d arrays of three elements", lines)
			}
		})
		t.Run("jobs that are lost", func(t *testing.T) {
			check(t, os.WriteFile(filepath.Join(c.dir, "lost"), nil, 0o600))
			same(t, fixture.Must[*study.Results](t)(plain.Run(made(t), d, t.TempDir())))
		})
	}
}

// interrupt ends a run whose workers wait: the jobs are cancelled, and what is done is kept and goes on here.
func (c *cluster) interrupt(t *testing.T, s study.Slurm, d study.Design, same func(*testing.T, *study.Results)) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(made(t))
	defer cancel()
	if c.real {
		s.Program = c.worker(t, `test "$5" -lt 4 || exec sleep 60`)
	} else {
		s.Program = c.worker(t, `test "$5" -lt 4 || exit 0`)
		check(t, os.WriteFile(filepath.Join(c.dir, "forever"), nil, 0o600))
	}
	go func() {
		until(t, "three results", func() bool { return fixture.Must[*study.Results](t)(study.Read(d, dir)).Missing() <= 7 })
		cancel()
	}()
	r, err := s.Run(ctx, d, dir)
	if err == nil || !strings.Contains(err.Error(), "stopped after") || r == nil || r.Missing() == 0 || r.Missing() > 7 {
		t.Fatalf("%v", err)
	}
	if c.real {
		until(t, "an empty queue", func() bool {
			out, err := exec.Command("squeue", "--noheader").Output()
			return err == nil && len(out) == 0
		})
	} else if _, err := os.Stat(filepath.Join(c.dir, "cancelled")); err != nil {
		t.Error("the jobs are not cancelled")
	}
	var jobs struct{ Jobs []string }
	check(t, json.Unmarshal(fixture.Must[[]byte](t)(os.ReadFile(filepath.Join(dir, "slurm", "jobs.json"))), &jobs))
	if len(jobs.Jobs) == 0 {
		t.Error("no job is noted")
	}
	same(t, fixture.Must[*study.Results](t)(study.Run(made(t), d, dir)))
}

// loseNode kills the node while its jobs run. They are submitted again.
func (c *cluster) loseNode(t *testing.T, s study.Slurm, d study.Design, same func(*testing.T, *study.Results)) {
	dir, began := t.TempDir(), filepath.Join(t.TempDir(), "began")
	s.Program = c.worker(t, "test -e "+began+" || { touch "+began+"; exec sleep 600; }")
	go func() {
		until(t, "a job", func() bool { _, err := os.Stat(began); return err == nil })
		end(c.node)
		_ = exec.Command("pkill", "-9", "-f", "slurmstepd: .*").Run()
		time.Sleep(8 * time.Second) // until it counts as down
		c.node = c.start("slurmd", "-D")
	}()
	same(t, fixture.Must[*study.Results](t)(s.Run(made(t), d, dir)))
}
