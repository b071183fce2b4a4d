//go:build !linux

package worker

import "os"

// footprintOf is not known here.
func footprintOf(*os.Process) (footprint, bool) { return footprint{}, false }
