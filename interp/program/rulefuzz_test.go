package program

import (
	"flag"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
)

var ruleFuzzTime = flag.Duration("fuzztime-rules", 0, "how long to look for rules that have been left out by programs that are made at random")

// enough is the part of the rules, of a hundred, that random programs find when
// they are left out.
const enough = 80

// TestFuzzRules leaves out each rule of package lower and compares programs made at
// random with the Go toolchain, until one differs: within -fuzztime-rules nearly
// all rules must be found.
func TestFuzzRules(t *testing.T) {
	if *ruleFuzzTime == 0 {
		t.Skip("needs the Go toolchain, and -fuzztime-rules")
	}
	begin := time.Now()
	first := uint64(begin.UnixNano()) >> 20
	found := map[lower.Rule]bool{}
	tried := map[lower.Rule]int{}
	programs := 0
	for time.Since(begin) < *ruleFuzzTime && len(found) < len(lower.Rules()) {
		list := seeds(first+uint64(programs), batch)
		outputs := native(t, list)
		for i := range list {
			list[i].want = outputs[list[i].name]
		}
		users := usersOf(t, t.TempDir(), list)
		var mu sync.Mutex
		each(lower.Rules(), func(r lower.RuleText) {
			mu.Lock()
			known := found[r.Rule]
			mu.Unlock()
			if known {
				return
			}
			for _, u := range users[r.Rule] {
				if time.Since(begin) > *ruleFuzzTime {
					return
				}
				said := u.mends(t, u.file, r.Rule)
				if said != "" && u.mends(t, u.file, "") != "" {
					continue // it differs with all rules, too
				}
				mu.Lock()
				tried[r.Rule]++
				found[r.Rule] = said != ""
				mu.Unlock()
				if said != "" {
					t.Logf("%s: found by %s, after %d programs that it changes: %s", r.Rule, u.name, tried[r.Rule], said)
					return
				}
			}
		})
		for r, is := range found {
			if !is {
				delete(found, r)
			}
		}
		programs += batch
	}
	var missed []lower.Rule
	for _, r := range lower.Rules() {
		if !found[r.Rule] {
			missed = append(missed, r.Rule)
		}
	}
	slices.Sort(missed)
	t.Logf("%d of %d rules found by %d programs from seed %d in %v; not found: %v",
		len(found), len(lower.Rules()), programs, first, time.Since(begin).Round(time.Second), missed)
	if len(found)*100 < enough*len(lower.Rules()) {
		t.Error("too few")
	}
}
