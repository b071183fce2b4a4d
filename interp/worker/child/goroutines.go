package child

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"runtime/pprof"
	"slices"
	"strconv"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// patience is the time that the goroutines of an interrupted run may take to leave
// interpreted code. One that is in a compiled call for longer stays and goes on afterwards,
// as a thread does in other kernels.
const patience = 200 * time.Millisecond

// profileGroup finds a group of goroutines in a profile: their number, and then their labels.
var profileGroup = regexp.MustCompile(`(?m)^(\d+) @.*\n# labels: \{.*"` + labelKey + `":"(\d+)"`)

// goroutines counts the living goroutines of each run, by its serial number.
func goroutines() map[int]int {
	var buf bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&buf, 1); err != nil {
		return nil // a bytes.Buffer does not fail
	}
	count := map[int]int{}
	for _, m := range profileGroup.FindAllSubmatch(buf.Bytes(), -1) {
		n, _ := strconv.Atoi(string(m[1])) // digits, as matched
		serial, _ := strconv.Atoi(string(m[2]))
		count[serial] += n
	}
	return count
}

// settle waits until no goroutine of a run is left, or patience has run out.
func settle(serial int) {
	deadline := time.Now().Add(patience)
	for pause := 100 * time.Microsecond; goroutines()[serial] > 0 && time.Now().Before(deadline); pause *= 2 {
		time.Sleep(pause)
	}
}

// tellStopped says on standard error which other cells have lost goroutines to a halt
// of t.
func (c *process) tellStopped(t *task, before map[int]int) {
	after := goroutines()
	labels := map[int]string{}
	c.tasks.Range(func(_, v any) bool {
		u := v.(*task)
		labels[u.serial] = u.label
		return true
	})
	for _, serial := range slices.Sorted(maps.Keys(before)) {
		if lost := before[serial] - after[serial]; lost > 0 && serial != t.serial {
			// Failing to say so changes nothing.
			_, _ = fmt.Fprintf(stream{c, wire.Stderr}, "Stopping %s also stopped %d goroutine(s) that %s had started.\n",
				t.label, lost, labels[serial])
		}
	}
}
