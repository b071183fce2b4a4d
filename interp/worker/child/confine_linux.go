package child

import (
	"os"

	"golang.org/x/sys/unix"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// confine has the system refuse this process more memory than some, so that what
// asks for too much at once is told so, and offer it first to the system's
// out-of-memory killer. The programs that it starts inherit both.
func confine(limit memory.Size) error {
	const likelyVictim = "500" // of 1000
	// Without the file, or the right to write it, there is no preference.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte(likelyVictim), 0)
	if limit == 0 {
		return nil
	}
	var r unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_DATA, &r); err != nil {
		return os.NewSyscallError("getrlimit", err)
	}
	r.Cur = min(uint64(wire.Wall(limit)), r.Max)
	return os.NewSyscallError("setrlimit", unix.Setrlimit(unix.RLIMIT_DATA, &r))
}
