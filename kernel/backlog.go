package kernel

import (
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/zmtp"
)

// backlog counts for each client the requests that have been answered and whose
// notices have not reached the subscribers yet. It is safe for concurrent use.
type backlog struct {
	mu sync.Mutex
	of map[*zmtp.Peer]int
}

func newBacklog() *backlog { return &backlog{of: map[*zmtp.Peer]int{}} }

// add counts a request of a client and returns how many the client has.
func (b *backlog) add(client *zmtp.Peer) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.of[client]++
	return b.of[client]
}

// remove takes a request of a client away.
func (b *backlog) remove(client *zmtp.Peer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.of[client]--
	if b.of[client] <= 0 {
		delete(b.of, client)
	}
}
