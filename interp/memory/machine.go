package memory

import "github.com/nvsd-kernel/nvsd-kernel/internal/machine"

// Machine returns the memory that this machine, or the container, gives to a program,
// or 0 if it is not known.
func Machine() Size { return Size(machine.Memory()) }
