package zmtp

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"
)

// maxTopics bounds the subscriptions of a peer, in bytes. Each counts at least
// frameCost.
const maxTopics = 1 << 20

// minPace is the least number of bytes that a subscriber whose queue is full must take in a
// second. A slower one would hold up the cell and all other subscribers for as long as it
// likes. A client in Python on a busy machine takes a few hundred small messages a second,
// each of which counts a kilobyte, and must not be dropped.
const minPace = 128 << 10

// topics holds the subscriptions of a peer.
type topics struct {
	mu    sync.RWMutex
	set   map[string]struct{}
	size  int
	share share // of the budget
}

// add adds a topic and reports whether it is new. It returns an error if there are too
// many topics.
func (t *topics) add(topic string) (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.set[topic]; ok {
		return false, nil
	}
	cost := max(len(topic), frameCost)
	if t.size+cost > maxTopics || !t.share.draw(cost) {
		return false, errors.New("too many subscriptions")
	}
	t.size += cost
	if t.set == nil {
		t.set = make(map[string]struct{})
	}
	t.set[topic] = struct{}{}
	return true, nil
}

func (t *topics) remove(topic string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.set[topic]; ok {
		delete(t.set, topic)
		cost := max(len(topic), frameCost)
		t.size -= cost
		t.share.draw(-cost)
	}
}

// match reports whether one of the topics is a prefix of the subject. It is quick for a
// peer with thousands of topics, because a subject is short.
func (t *topics) match(subject string) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if len(t.set) > len(subject) {
		for i := range len(subject) + 1 {
			if _, ok := t.set[subject[:i]]; ok {
				return true
			}
		}
		return false
	}
	for topic := range t.set {
		if strings.HasPrefix(subject, topic) {
			return true
		}
	}
	return false
}

func (p *Peer) subscribe(topic string) error {
	isNew, err := p.topics.add(topic)
	if isNew && p.socket.opt.OnSubscribe != nil {
		p.socket.opt.OnSubscribe(p, topic)
	}
	return err
}

// Publish sends a message to every peer that has subscribed to a prefix of its first
// frame. All peers see the messages in the order of the calls.
//
// Publish does not wait until the message is written. If the queue of a peer is full,
// Publish waits for room until the context ends, but at most for Options.Patience in
// all. It then drops the peers that still have no room. A peer that stays never misses
// a message. All queues share the frames, which must not be changed afterwards.
func (s *Socket) Publish(ctx context.Context, frames Message) error {
	s.publish.Lock()
	defer s.publish.Unlock()
	if !s.subscribed(frames) {
		return ErrClosed
	}
	defer clear(s.targets)
	it := newItem(frames)
	s.await(ctx, it.cost)
	it.drawn = frameCost // the frames are shared; the place in the queue is not
	for _, p := range s.targets {
		if !p.waiting.draw(it.drawn) {
			p.dropGreedy()
		}
		p.out.push(it)
	}
	return nil
}

// subscribed gathers the targets of a message. It returns false if the socket is
// closed.
func (s *Socket) subscribed(frames Message) bool {
	var subject string
	if len(frames) > 0 {
		subject = string(frames[0])
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.targets = s.targets[:0]
	for _, p := range s.peers {
		if p.topics.match(subject) {
			s.targets = append(s.targets, p)
		}
	}
	return !s.closed
}

// await waits until each target has room and drops those that have none in time.
func (s *Socket) await(ctx context.Context, cost int) {
	start := time.Now()
	for _, p := range s.targets {
		if p.out.hasRoom(cost) {
			continue
		}
		deadline, cancel := context.WithDeadline(ctx, start.Add(s.opt.Patience-p.lag.waited))
		err := p.out.room(deadline, cost)
		cancel()
		switch {
		case err == errQueueClosed:
		case err != nil || !p.lag.add(time.Since(start), p.out.throughput(), s.opt.Patience):
			p.dropSlow()
		}
	}
}

// lag is the time for which others have waited for a subscriber.
type lag struct {
	waited time.Duration
	from   int // the throughput of the peer's queue when it began
}

// add counts a wait. It reports whether the peer may stay: it has taken enough meanwhile,
// or others have waited less than patience.
func (l *lag) add(waited time.Duration, throughput int, patience time.Duration) bool {
	l.waited += waited
	taken := throughput - l.from
	if float64(taken) >= minPace*l.waited.Seconds() {
		*l = lag{from: throughput}
		return true
	}
	return l.waited < patience
}
