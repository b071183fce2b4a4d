package kernel

import (
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/zmtp"
)

func TestBacklog(t *testing.T) {
	b := newBacklog()
	one, two := &zmtp.Peer{}, &zmtp.Peer{}
	for want := 1; want <= 3; want++ {
		if got := b.add(one); got != want {
			t.Errorf("%d requests, expected %d", got, want)
		}
	}
	if got := b.add(two); got != 1 {
		t.Errorf("%d requests of another client, expected 1", got)
	}
	for range 3 {
		b.remove(one)
	}
	b.remove(two)
	if len(b.of) > 0 {
		t.Errorf("%v are left of clients that may have gone", b.of)
	}
}
