package rt

import "testing"

// TestChances: only the deferred function of the goroutine that panics may
// recover, whatever runs inside it and beside it.
func TestChances(t *testing.T) {
	inside, beside, after := any("not run"), any("not run"), any("not run")
	Run(func(d *D) {
		d.Defer(true, func() {
			Run(func(d *D) {
				d.Defer(false, func() { inside = Enter().Recover() })
			})
			done := make(chan bool)
			go func() {
				beside = Enter().Recover()
				close(done)
			}()
			<-done
			after = Enter().Recover()
		})
		Panic("boo")
	})
	if inside != nil || beside != nil || after != "boo" {
		t.Errorf("recovered inside %v, beside %v, after both %v", inside, beside, after)
	}
	if n := chancesOpen.Load(); n != 0 {
		t.Errorf("%d chances are left open", n)
	}
}

// BenchmarkRun is a call of a function that defers one that recovers.
func BenchmarkRun(b *testing.B) {
	for b.Loop() {
		Run(func(d *D) {
			d.Defer(true, func() { Enter().Recover() })
		})
	}
}
