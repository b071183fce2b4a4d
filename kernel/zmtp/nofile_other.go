//go:build !unix

package zmtp

// descriptors returns the largest number of files and connections that the process may have
// open.
func descriptors() int { return 1 << 20 }
