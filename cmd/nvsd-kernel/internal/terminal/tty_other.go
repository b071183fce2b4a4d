//go:build !(linux || darwin || dragonfly || freebsd || netbsd || openbsd)

package terminal

import "os"

// isTerminal reports whether a file is a terminal.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// terminalWidth returns a width that a terminal has at least.
func terminalWidth(*os.File) int { return 80 }

// hideTyping hides nothing on this system.
func hideTyping(*os.File) (show func()) { return func() {} }
