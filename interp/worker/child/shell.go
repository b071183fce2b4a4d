package child

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/group"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// shellDelay is the time that the streams of a command may stay open after its end, by
// programs that it has left running, where there are no outlets for them.
const shellDelay = time.Second

// shell runs a command of the shell. Its output is the cell's as it comes; the
// end of the cell's context ends it, with all that it has started.
func (m *commands) shell(command string) {
	ctx := m.c.here().ctx
	name, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		name, flag = "cmd", "/C"
	}
	cmd := exec.CommandContext(ctx, name, flag, command)
	cmd.Stdout, cmd.Stderr = m.c.outletOrStream(wire.Stdout), m.c.outletOrStream(wire.Stderr)
	cmd.WaitDelay = shellDelay
	group.Detach(cmd)
	cmd.Cancel = func() error { return group.Kill(cmd.Process) }
	err := cmd.Run()
	if cmd.Process != nil && !group.IsEmpty(cmd.Process.Pid) {
		m.c.leave(cmd.Process.Pid)
	}
	var exit *exec.ExitError
	switch {
	case err == nil, ctx.Err() != nil, errors.Is(err, exec.ErrWaitDelay):
	case errors.As(err, &exit):
		fmt.Fprintln(stream{m.c, wire.Stderr}, exit)
	default:
		rt.Must(fmt.Errorf("!%s: %w", command, err))
	}
}
