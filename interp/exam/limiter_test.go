package exam

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A limiter ends a process that spends too much time on one test. On Linux it counts the
// processor's time, so that what else the machine does makes no test late; elsewhere it counts
// the time of day.
type limiter struct {
	limit time.Duration
	pid   int
	end   func()

	mu   sync.Mutex
	from time.Duration // what was spent when the test began
	late bool
	done chan struct{}
}

// newLimiter watches a process until stop is called. It calls end once a test is late.
func newLimiter(pid int, limit time.Duration, end func()) *limiter {
	p := &limiter{limit: limit, pid: pid, end: end, done: make(chan struct{})}
	p.begin()
	go p.watch()
	return p
}

// begin is the beginning of a test.
func (p *limiter) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.from = spent(p.pid)
}

func (p *limiter) watch() {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-p.done:
			return
		case <-tick.C:
		}
		p.mu.Lock()
		now := spent(p.pid)
		p.late = now-p.from > p.limit
		late := p.late
		p.mu.Unlock()
		if late {
			p.end()
			return
		}
	}
}

// stop ends the watch, and reports whether a test was late.
func (p *limiter) stop() bool {
	close(p.done)
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.late
}

var began = time.Now()

// ticks is the number of clock ticks in a second of Linux's accounts, on every processor that Go knows.
const ticks = 100

// spent returns the processor's time of a process, or where the system does not say it, the
// time of day.
func spent(pid int) time.Duration {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return time.Since(began)
	}
	_, rest, _ := strings.Cut(string(raw), ") ") // behind the name, which may have blanks
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return time.Since(began)
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / ticks
}
