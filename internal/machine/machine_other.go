//go:build !linux && !darwin

package machine

// Memory returns 0: the memory of the machine is not known on this system.
func Memory() int64 { return 0 }
