package worker

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
)

// footprintOf is what a process has of memory; false where the system does not tell.
func footprintOf(p *os.Process) (footprint, bool) {
	var size, resident, shared, text, lib, data int64 // in pages
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", p.Pid))
	if err != nil {
		return footprint{}, false
	}
	if _, err := fmt.Sscan(string(stat), &size, &resident, &shared, &text, &lib, &data); err != nil {
		return footprint{}, false
	}
	page := int64(os.Getpagesize())
	return footprint{held: (resident - shared) * page, mapped: data * page}, true
}

// wall is how much memory a child may have mapped, touched or not. With Go's heap
// that is up to twice what is held, and some for what an idle child maps. The system
// refuses what is asked for beyond the wall. But it does not count what is mapped over
// a reservation, as Go's heap is: one request may pass the wall, and only the next is
// refused. So the supervisor looks too (see [footprint.doomed]).
func wall(limit memory.Size) int64 { return int64(limit)*3/2 + 256<<20 }

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
	r.Cur = min(uint64(wall(limit)), r.Max)
	return os.NewSyscallError("setrlimit", unix.Setrlimit(unix.RLIMIT_DATA, &r))
}
