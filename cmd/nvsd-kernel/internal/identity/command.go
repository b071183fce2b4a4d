package identity

import (
	"os"
	"strings"
)

// runningProgram is a link to the program of the process that opens it.
const runningProgram = "/proc/self/exe"

// emulatorVariable names the environment variable with the command that runs a program which was built for another
// processor, such as qemu-aarch64-static. The worker is started by it too.
const emulatorVariable = "NVSD_EMULATOR"

// Command returns the command by which this program starts itself. On Linux the path stays
// right if the file is replaced by a newer one or removed while a kernel runs.
func Command() ([]string, error) {
	if emulator := strings.Fields(os.Getenv(emulatorVariable)); len(emulator) > 0 { // whose /proc is the emulator's
		self, err := os.Executable()
		return append(emulator, self), err
	}
	if _, err := os.Stat(runningProgram); err == nil {
		return []string{runningProgram}, nil
	}
	self, err := os.Executable()
	return []string{self}, err
}
