package worker

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
)

// held is how much memory of its own a process holds, without files that it maps
// as its program; false where the system does not tell.
func held(p *os.Process) (int64, bool) {
	var size, resident, shared int64 // in pages
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", p.Pid))
	if err != nil {
		return 0, false
	}
	if _, err := fmt.Sscan(string(text), &size, &resident, &shared); err != nil {
		return 0, false
	}
	return (resident - shared) * int64(os.Getpagesize()), true
}

// wall is what the system refuses to exceed. It counts memory that is mapped and
// not touched, which with Go's heap is up to twice what is held, and some for
// what an idle child maps.
func wall(limit memory.Size) uint64 { return uint64(limit)*3/2 + 256<<20 }

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
	r.Cur = min(wall(limit), r.Max)
	return os.NewSyscallError("setrlimit", unix.Setrlimit(unix.RLIMIT_DATA, &r))
}
