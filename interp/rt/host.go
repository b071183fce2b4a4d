package rt

import (
	"io"
	"os"
	"sync/atomic"
)

// host has the functions by which the process replaces parts of Go for the programs that
// it runs. Lowered programs call the functions of this package, which have no receiver
// that could hold them, and so a process has one of each, for all of its goroutines. A
// process sets them before its first program; those that are nil replace nothing.
var host struct {
	print        atomic.Pointer[func(text string)]
	exit         atomic.Pointer[func(code int)]
	overflow     atomic.Pointer[func()]
	halt         atomic.Pointer[func() <-chan struct{}]
	file         atomic.Pointer[func(*os.File) (io.Reader, io.Writer)]
	inherit      atomic.Pointer[func(*os.File) *os.File]
	benchmarkLog atomic.Pointer[func(text string)]
	stacks       atomic.Int64 // of goroutines that go on for others, how many more there may be
}

// OnPrint makes f write what Print and Println print, in the place of standard
// error.
func OnPrint(f func(text string)) { host.print.Store(&f) }

// OnExit makes f end a program that ends by package log, in the place of os.Exit.
func OnExit(f func(code int)) { host.exit.Store(&f) }

// OnOverflow makes f end the program where no goroutine may go on. If it returns, the stack grows
// until Go ends the program.
func OnOverflow(f func()) { host.overflow.Store(&f) }

// OnHalt makes a select that waits end when the channel is closed that f gives
// for the calling goroutine. What it returns then does not matter: the
// interpreter does not go on.
func OnHalt(f func() <-chan struct{}) { host.halt.Store(&f) }

// OnFile gives the programs of a session other streams for a file: they read from the
// reader and write to the writer that f returns, and from and to the file itself where
// that is nil. So os.Stdin of a cell asks the user, and os.Stdout knows whose the text is.
func OnFile(f func(*os.File) (io.Reader, io.Writer)) { host.file.Store(&f) }

// OnInherit gives programs that a session's programs start, in the place of a file
// to write to, the one that f gives for it.
func OnInherit(f func(*os.File) *os.File) { host.inherit.Store(&f) }

// OnBenchmarkLog makes f write the logs of benchmarks, which package testing keeps to itself.
func OnBenchmarkLog(f func(text string)) { host.benchmarkLog.Store(&f) }

// AllowStacks lets the stacks of goroutines that go on for others have so many bytes together.
func AllowStacks(bytes int64) { host.stacks.Store(bytes / Deep) }
