package output

import "golang.org/x/sys/unix"

// duplicateTo makes a descriptor another for the same file. Not every Linux has
// dup2.
func duplicateTo(from, to int) error { return unix.Dup3(from, to, 0) }
