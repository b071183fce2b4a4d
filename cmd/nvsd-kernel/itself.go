package main

import "os"

// runningProgram leads to the file of the process that looks at it.
const runningProgram = "/proc/self/exe"

// itself is the path by which this very program starts itself. Linux has one
// that is right also when the file has been replaced by a newer one, or
// removed, while a kernel runs.
func itself() (string, error) {
	if _, err := os.Stat(runningProgram); err == nil {
		return runningProgram, nil
	}
	return os.Executable()
}
