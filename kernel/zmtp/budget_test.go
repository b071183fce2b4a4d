package zmtp

import (
	"slices"
	"testing"
)

// Whoever began first makes room, and no more are ended than must be.
func TestBudgetEndsTheOldest(t *testing.T) {
	const unit = 10 * smallShare
	b := NewBudget(4 * unit)
	var dropped []int
	var shares []*share
	for i := range 4 {
		s := b.open(func() { dropped = append(dropped, i) })
		shares = append(shares, &s)
	}
	small := b.open(func() { t.Error("a small share made room") })
	if !small.draw(smallShare) {
		t.Error("no room for a small share")
	}
	for _, s := range shares[:3] {
		if !s.draw(unit) {
			t.Fatal("no room in an empty budget")
		}
	}
	if !shares[3].draw(2*unit) || !slices.Equal(dropped, []int{0, 1}) {
		t.Errorf("two units took the room of %v, want that of 0 and 1", dropped)
	}
	if shares[0].draw(1) {
		t.Error("a share that has made room goes on")
	}
	if shares[2].draw(4 * unit) {
		t.Error("the oldest share was given more than there is")
	}
	if size := shares[2].seal(); size != unit {
		t.Errorf("%d bytes were sealed", size)
	}
	if shares[2].draw(3*unit) || len(dropped) != 2 {
		t.Errorf("what is sealed made room, or %v in vain", dropped)
	}
	if !shares[2].draw(2*unit) || !slices.Equal(dropped, []int{0, 1, 3}) {
		t.Errorf("in the end %v made room, want 0, 1 and 3", dropped)
	}
	b.repay(unit)
	for _, s := range append(shares, &small) {
		s.end()
	}
	if b.used != 0 || b.shares.Len() != 0 {
		t.Errorf("%d bytes and %d shares are left of nothing", b.used, b.shares.Len())
	}
}

// A small message passes when everything is taken by what will not be dropped.
func TestBudgetLetsSmallPass(t *testing.T) {
	b := NewBudget(10 * smallShare)
	large := b.open(nil)
	large.draw(10 * smallShare)
	defer b.repay(large.seal())
	small := b.open(nil)
	if !small.draw(smallShare) {
		t.Error("a small message was refused")
	}
	if small.draw(1) {
		t.Error("a larger one was not")
	}
}
