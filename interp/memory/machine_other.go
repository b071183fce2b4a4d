//go:build !linux && !darwin

package memory

// Machine returns 0: the memory of the machine is not known on this system.
func Machine() Size { return 0 }
