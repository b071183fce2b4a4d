//go:build !amd64 && !arm64

package chain

func walk(pc, offset uintptr, out *uintptr, most int) int { return 0 }
