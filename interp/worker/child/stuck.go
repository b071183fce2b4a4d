package child

import (
	"bytes"
	"runtime/pprof"
	"strconv"
	"strings"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// tellStuck tells the supervisor in which call a halted run goes on, if it does not end
// in time.
func (c *process) tellStuck(t *task) {
	select {
	case <-t.ended:
	case <-time.After(wire.StuckAfter):
		// An error means that the supervisor has gone, which serve finds too.
		_ = c.out.Tell(wire.Message{Stuck: &wire.Stuck{Serial: t.serial, Call: compiledCall(t.serial)}})
	}
}

// compiledCall returns the compiled function that the goroutine of a run has
// called, as sync.(*Mutex).Lock, or nothing if it is in none.
func compiledCall(serial int) string {
	var profile bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&profile, 1); err != nil {
		return "" // a bytes.Buffer does not fail
	}
	return callIn(profile.String(), serial)
}

// standIns is in the names of the functions of this module that cells call in the place
// of others. The name of the other function, which a stand-in calls, is what the user
// knows.
const standIns = "nvsd-kernel/interp/rt."

// callIn finds the compiled call of a run in a profile: the outermost function that the
// interpreter calls, which it does by reflection.
func callIn(profile string, serial int) string {
	label := `"` + labelKey + `":"` + strconv.Itoa(serial) + `"`
	for group := range strings.SplitSeq(profile, "\n\n") {
		if !strings.Contains(group, label) || !strings.Contains(group, "child.(*engine).run+") {
			continue
		}
		call := ""
		for line := range strings.Lines(group) {
			f := strings.Fields(line) // # 0x48b1a4 sync.(*Mutex).Lock+0x23 file:line
			if len(f) < 3 || f[0] != "#" || !strings.HasPrefix(f[1], "0x") {
				continue
			}
			name, _, _ := strings.Cut(f[2], "+0x")
			if strings.HasPrefix(name, "reflect.") || strings.Contains(name, "/yaegi/") {
				return call
			}
			if !strings.Contains(name, standIns) {
				call = name
			}
		}
	}
	return ""
}
