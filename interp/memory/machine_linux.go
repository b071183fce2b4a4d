package memory

import "os"

// Machine returns the memory that this machine, or the container, gives to a program,
// or 0 if it is not known.
func Machine() Size { return machine(os.DirFS("/")) }
