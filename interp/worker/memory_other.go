//go:build !linux

package worker

import (
	"os"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
)

// held is not known here.
func held(*os.Process) (int64, bool) { return 0, false }

// confine does nothing here: the limit is what the garbage collector aims at.
func confine(memory.Size) error { return nil }
