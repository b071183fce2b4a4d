package process

import (
	"strconv"
	"syscall"
)

// parentGone returns a function that reports whether the client has ended, or nil if there
// is no client to watch.
func parentGone(value string) func() bool {
	number, err := strconv.ParseUint(value, 10, 64)
	if err != nil {
		return nil
	}
	client := syscall.Handle(number)
	var status uint32
	if syscall.GetExitCodeProcess(client, &status) != nil {
		return nil // no process: the handle did not come through
	}
	return func() bool {
		event, err := syscall.WaitForSingleObject(client, 0)
		return err == nil && event == syscall.WAIT_OBJECT_0
	}
}
