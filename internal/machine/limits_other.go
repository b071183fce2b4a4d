//go:build !linux

package machine

// processLimits returns none: they are not known on this system.
func processLimits() []int64 { return nil }
