package worker

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// forgetEvery is how many runs a child lets end before it looks for those that are
// past.
const forgetEvery = 100

// However many runs there have been, what has no more to say is forgotten, and what
// comes late still finds its own.
func TestPastRunsAreForgotten(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no shell")
	}
	p := start(t)
	file := filepath.Join(t.TempDir(), "release")
	imports := `import ("fmt"; "os"; "os/exec"; "time"; "nvsd/rt")` + "\n"
	const declared = "var release = make(chan bool); var timer *time.Timer"
	imports += declared
	late := []string{
		`go func() { <-release; fmt.Print("goroutine") }()`,
		`timer = time.AfterFunc(time.Hour, func() { fmt.Print("timer") })`,
		fmt.Sprintf(`c := exec.Command("sh", "-c", "until [ -e %s ]; do sleep 0.02; done; echo program"); c.Stdout = rt.Inherit(os.Stdout); rt.Must(c.Start())`, file),
	}
	const runs = 3*forgetEvery + 10
	for i := range runs - 1 {
		body := fmt.Sprintf("_ = %d", i)
		if i < len(late) {
			body = late[i]
		}
		if r := do(t, p, program(i+1, imports, body)); r.outcome == nil || r.outcome.Status != wire.Succeeded {
			t.Fatalf("%d: %+v", i+1, r.outcome)
		}
		imports = strings.TrimSuffix(imports, declared)
	}
	p.merger.mu.Lock()
	parents, labels := len(p.merger.parents), len(p.merger.labels)
	p.merger.mu.Unlock()
	if parents > forgetEvery || labels > forgetEvery {
		t.Errorf("%d parents and %d labels are kept of %d runs", parents, labels, runs)
	}

	last := program(runs, imports, fmt.Sprintf(`close(release); timer.Reset(0); os.WriteFile(%q, nil, 0o600); time.Sleep(time.Second)`, file))
	if err := p.Run(repl.ID(last.Label), last); err != nil {
		t.Fatal(err)
	}
	got := map[string]repl.ID{}
	for e := range p.Events() {
		if s, ok := e.(Output); ok {
			got[s.Event.(repl.Stream).Text] = s.Event.(repl.Stream).Parent
		} else {
			break
		}
	}
	want := map[string]repl.ID{"goroutine": "In[1]", "timer": "In[2]", "program\n": "In[3]"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
}
