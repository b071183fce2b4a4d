package kernel

import (
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/zmtp"
)

// backlog counts the requests of each client that are answered, but of which the
// subscribers have not been told yet. Safe for concurrent use.
type backlog struct {
	mu sync.Mutex
	of map[*zmtp.Peer]int
}

func newBacklog() *backlog { return &backlog{of: map[*zmtp.Peer]int{}} }

// add counts a request, and returns how many there are.
func (b *backlog) add(client *zmtp.Peer) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.of[client]++
	return b.of[client]
}

// remove counts one less.
func (b *backlog) remove(client *zmtp.Peer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.of[client]--; b.of[client] <= 0 {
		delete(b.of, client)
	}
}
