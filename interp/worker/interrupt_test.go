package worker

import (
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// Who interrupts a call that does not end is soon told of it, and once.
func TestInterruptOfACompiledCallIsToldOf(t *testing.T) {
	p := start(t, func(c *Config) { c.Grace = wire.StuckAfter + time.Second })
	callForEver(t, p)
	p.Interrupt()
	p.Interrupt()
	r := collect(t, p)
	if n := strings.Count(r.stderr, "it is in io.Copy, which looks at no context"); n != 1 {
		t.Errorf("it is told %d times: %q", n, r.stderr)
	}
	if r.exited == nil || !strings.Contains(r.exited.Reason, "it was in io.Copy") {
		t.Errorf("%+v", r.exited)
	}
}
