package machine

import "os"

// Memory returns the memory that this machine, or the container, gives to a program,
// or 0 if it is not known.
func Memory() int64 { return ofSystem(os.DirFS("/")) }
