package kernel

import (
	"encoding/hex"
	"sync"
)

// replaysKept is the number of remembered signatures, the same as in jupyter_client.
const replaysKept = 1 << 16

// A replayCache remembers signatures, so that nobody who has overheard a message can send it
// a second time. It is safe for concurrent use.
type replayCache struct {
	mu   sync.Mutex
	seen map[digest]struct{}
	ring []digest // in the order of arrival, until the ring is full
	next int      // where the oldest is, once the ring is full
}

// A digest is the beginning of a signature, long enough to tell signatures apart.
type digest [16]byte

func newReplayCache() *replayCache {
	return &replayCache{seen: map[digest]struct{}{}}
}

// first remembers a signature that has been verified and reports whether it is new.
// The oldest signature is forgotten.
func (r *replayCache) first(signature []byte) bool {
	var d digest
	hex.Decode(d[:], signature[:min(len(signature), 2*len(d))]) // verified: it is hexadecimal
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.seen[d]; ok {
		return false
	}
	r.seen[d] = struct{}{}
	if len(r.ring) < replaysKept {
		r.ring = append(r.ring, d)
		return true
	}
	delete(r.seen, r.ring[r.next])
	r.ring[r.next] = d
	r.next = (r.next + 1) % replaysKept
	return true
}
