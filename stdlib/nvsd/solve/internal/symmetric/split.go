package symmetric

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// split calls do for every task, on several processors where there are some. The
// caller takes tasks as the others do and waits for none that has not begun: what
// a processor that is late would have done is then done already.
func split(tasks int, do func(task int)) {
	helpers := min(runtime.GOMAXPROCS(0), tasks) - 1
	if helpers < 1 {
		for task := range tasks {
			do(task)
		}
		return
	}
	var next atomic.Int64
	var left sync.WaitGroup
	left.Add(tasks)
	take := func() {
		for task := int(next.Add(1)) - 1; task < tasks; task = int(next.Add(1)) - 1 {
			do(task)
			left.Done()
		}
	}
	for range helpers {
		go take()
	}
	take()
	left.Wait()
}

// pieces returns the number of pieces of a size that make up n.
func pieces(n, size int) int { return (n + size - 1) / size }
