//go:build !linux

package worker

import (
	"math"
	"os"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
)

// footprintOf is not known here.
func footprintOf(*os.Process) (footprint, bool) { return footprint{}, false }

// wall does not bound a child here, since nobody knows what it has mapped.
func wall(memory.Size) int64 { return math.MaxInt64 }

// confine does nothing here: the limit is what the garbage collector aims at.
func confine(memory.Size) error { return nil }
