package worker

import (
	"fmt"
	"os"
)

// footprintOf returns the footprint of a process. Ok is false if the system does not
// say it.
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
