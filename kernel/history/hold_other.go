//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package history

import "os"

// hold does nothing: Windows does not remove a file that a program has open.
func hold(*os.File) {}

// held reports false: the removal of an open file fails.
func held(string) bool { return false }
