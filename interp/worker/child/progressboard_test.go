package child

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/internal/underway"
)

// TestBoard: nothing of what is over within two seconds, else one line, twice a second, of the
// computation that began first; each line is ended.
func TestBoard(t *testing.T) {
	for name, c := range map[string]struct {
		runs map[string][2]time.Duration // when a computation begins and ends
		want []string
	}{
		"short":        {map[string][2]time.Duration{"a": {0, 1900 * time.Millisecond}}, nil},
		"long":         {map[string][2]time.Duration{"a": {0, 2700 * time.Millisecond}}, []string{"2s a", "2.5s a", "2.7s ended"}},
		"two in a row": {map[string][2]time.Duration{"a": {0, 2100 * time.Millisecond}, "b": {3 * time.Second, 5100 * time.Millisecond}}, []string{"2s a", "2.1s ended", "5s b", "5.1s ended"}},
		"two short":    {map[string][2]time.Duration{"a": {0, 1500 * time.Millisecond}, "b": {1600 * time.Millisecond, 3 * time.Second}}, nil},
		"two at once":  {map[string][2]time.Duration{"a": {0, 2600 * time.Millisecond}, "b": {100 * time.Millisecond, 3200 * time.Millisecond}}, []string{"2s a", "2.5s a", "2.6s ended", "3s b", "3.2s ended"}},
		"one within":   {map[string][2]time.Duration{"a": {0, 3100 * time.Millisecond}, "b": {100 * time.Millisecond, 2900 * time.Millisecond}}, []string{"2s a", "2.5s a", "3s a", "3.1s ended"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				var got []string
				b := &progressBoard{show: func(p repl.Progress) {
					text := p.Doing
					if p.Ended {
						text = "ended"
					}
					got = append(got, fmt.Sprint(time.Since(start), " ", text))
				}}
				for doing, when := range c.runs {
					go func() {
						time.Sleep(when[0])
						end := b.Begin(func() underway.Line { return underway.Line{Doing: doing} })
						time.Sleep(when[1] - when[0])
						end()
						end() // once more does nothing
					}()
				}
				time.Sleep(time.Minute)
				synctest.Wait()
				if !slices.Equal(got, c.want) {
					t.Errorf("shown %q, want %q", got, c.want)
				}
			})
		})
	}
}
