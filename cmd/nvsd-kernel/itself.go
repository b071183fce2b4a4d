package main

import "os"

// runningProgram is a link to the program of the process that opens it.
const runningProgram = "/proc/self/exe"

// itself returns the path by which this program starts itself. On Linux the path stays
// right if the file is replaced by a newer one or removed while a kernel runs.
func itself() (string, error) {
	if _, err := os.Stat(runningProgram); err == nil {
		return runningProgram, nil
	}
	return os.Executable()
}
