package output

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
)

// maxMessage is the largest size of one message to a front end, in bytes. The kernel, whose
// memory nothing else bounds, has it more than once on its way, and a notebook that stores it
// could hardly be opened.
const maxMessage = 128 << 20

// CheckSize returns an error if so many bytes may not go to a front end at once.
func CheckSize(size int) error {
	if size <= maxMessage {
		return nil
	}
	return fmt.Errorf("a front end cannot be sent %v at once, at most %v: show or send less of it, or write it to a file",
		memory.Size(size), memory.Size(maxMessage))
}
