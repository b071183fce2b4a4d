package kernel

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestCommTable(t *testing.T) {
	cs := newComms()
	for id, target := range map[string]string{"a": "x", "b": "y", "c": "x"} {
		if err := cs.open(id, target); err != nil {
			t.Fatal(err)
		}
	}
	if cs.open("a", "z") == nil {
		t.Error("opened twice")
	}
	for _, tt := range []struct {
		target string
		want   []string
	}{{"", []string{"a", "b", "c"}}, {"x", []string{"a", "c"}}, {"z", nil}} {
		if got := slices.Sorted(maps.Keys(cs.list(tt.target))); !slices.Equal(got, tt.want) {
			t.Errorf("of target %q: %v, expected %v", tt.target, got, tt.want)
		}
	}
	if !cs.close("a") || cs.close("a") || cs.isOpen("a") || !cs.isOpen("b") {
		t.Error("a is not closed once")
	}
	if got := cs.closeAll(); !maps.Equal(got, map[string]string{"b": "y", "c": "x"}) || len(cs.list("")) > 0 {
		t.Errorf("closed %v", got)
	}
}

// Whoever opens comms without end must not fill the kernel.
func TestCommTableIsBounded(t *testing.T) {
	cs := newComms()
	long := strings.Repeat("x", maxCommName+1)
	for _, bad := range [][2]string{{"", "t"}, {"a", ""}, {long, "t"}, {"a", long}} {
		if cs.open(bad[0], bad[1]) == nil {
			t.Errorf("opened %.10q of target %.10q", bad[0], bad[1])
		}
	}
	for i := range maxComms {
		if err := cs.open(strconv.Itoa(i), "t"); err != nil {
			t.Fatal(err)
		}
	}
	if cs.open("one more", "t") == nil {
		t.Error("opened one too many")
	}
}
