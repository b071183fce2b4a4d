//go:build unix && !linux

package output

import "golang.org/x/sys/unix"

// duplicateTo makes a descriptor another for the same file.
func duplicateTo(from, to int) error { return unix.Dup2(from, to) }
