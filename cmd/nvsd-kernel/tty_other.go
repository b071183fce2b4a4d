//go:build !(linux || darwin || dragonfly || freebsd || netbsd || openbsd)

package main

import "os"

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// terminalWidth returns a width that a terminal has at least.
func terminalWidth(*os.File) int { return 80 }

// hideTyping hides nothing on this system.
func hideTyping(*os.File) (show func()) { return func() {} }
