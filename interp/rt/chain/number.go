package chain

import (
	"runtime"
	"strconv"
	"strings"
)

// Number returns the number of this goroutine, with which its printed stack begins. That takes a
// microsecond or two, and longer the deeper its calls are.
func Number() int {
	var buf [40]byte
	s := string(buf[:runtime.Stack(buf[:], false)])
	s, _, _ = strings.Cut(strings.TrimPrefix(s, "goroutine "), " ")
	n, _ := strconv.Atoi(s)
	return n
}
