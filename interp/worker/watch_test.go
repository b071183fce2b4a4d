// The race detector takes many times the memory of what it looks at.

//go:build linux && !race

package worker

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
)

func TestMemory(t *testing.T) {
	const limit = memory.Size(200 << 20)
	bounded := func(c *Config) { c.Memory = limit }
	cases := []struct{ name, body string }{
		{"at once", `n := 1 << 40; _ = make([]byte, n)`},
		{"once and not touched", `kept = make([]byte, 600<<20)`},
		{"touched", `_ = bytes.Repeat([]byte{1}, 1<<30)`},
		{"in pieces", `var all [][]byte; for { all = append(all, bytes.Repeat([]byte{1}, 100_000)) }`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := do(t, start(t, bounded), program(1, `import "bytes"; var _ = bytes.Repeat; var kept []byte`, c.body))
			if r.exited == nil || !r.exited.Unfinished || r.exited.Reason != outOfMemory(limit) {
				t.Errorf("%+v, and died: %+v", r, r.exited)
			}
		})
	}
	t.Run("warning", func(t *testing.T) {
		p := start(t, bounded)
		r := do(t, p, program(1, `import ("bytes"; "time"); var all [][]byte`,
			`for i := 0; i < 1750; i++ { all = append(all, bytes.Repeat([]byte{1}, 100_000)) }; time.Sleep(time.Second)`))
		if r.outcome == nil || strings.Count(r.stderr, "more than 80% of the limit of 200.0 MiB") != 1 {
			t.Errorf("%+v", r)
		}
		if r := do(t, p, program(2, `import "time"`, `time.Sleep(time.Second)`)); r.stderr != "" {
			t.Errorf("it is said again: %q", r.stderr)
		}
	})
}
