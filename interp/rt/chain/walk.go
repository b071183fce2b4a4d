//go:build amd64 || arm64

package chain

// walk goes from frame to frame of this goroutine's stack, the innermost first, and
// writes to out what stands offset bytes from each frame that a call returns to at
// pc, at most so many. It returns how many there are. It is no Go, so that the stack
// stays where it is meanwhile.
//
//go:noescape
func walk(pc, offset uintptr, out *uintptr, most int) int

// Depth returns how many bytes of its stack this goroutine uses.
func Depth() uintptr

// Goroutine returns an identity of this goroutine, which is its own as long as it lives.
func Goroutine() uintptr
