package zmtp

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"
)

func sized(n int) item { return newItem([][]byte{make([]byte, n)}) }

func TestItemCost(t *testing.T) {
	for _, c := range []struct {
		frames Message
		want   int
	}{
		{nil, 0},
		{message(""), frameCost},
		{message("", "short"), 2 * frameCost},
		{Message{make([]byte, 1000), nil}, 1000 + frameCost},
	} {
		if got := newItem(c.frames).cost; got != c.want {
			t.Errorf("cost of %d frames is %d, want %d", len(c.frames), got, c.want)
		}
	}
}

// A queue against the obvious model: a slice, and the sum of what was let in
// and not released.
func TestQueueModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const limit = 1000
		q := newQueue(limit)
		var waiting, taken []int // costs
		var used []item
		total := func() (sum int) {
			for _, c := range slices.Concat(waiting, taken) {
				sum += c
			}
			return sum
		}
		t.Repeat(map[string]func(*rapid.T){
			"offer": func(t *rapid.T) {
				n := rapid.IntRange(frameCost, 2*limit).Draw(t, "size")
				fits := total() == 0 || total()+n <= limit
				if got := q.hasRoom(n); got != fits {
					t.Fatalf("hasRoom is %v beside %d bytes", got, total())
				}
				if got := q.offer(sized(n)); got != fits {
					t.Fatalf("offer is %v beside %d bytes", got, total())
				}
				if fits {
					waiting = append(waiting, n)
				}
			},
			"push": func(t *rapid.T) {
				q.push(sized(300))
				waiting = append(waiting, 300)
			},
			"take": func(t *rapid.T) {
				if len(waiting) == 0 {
					t.Skip("it would wait")
				}
				used = q.take(used)
				for i, it := range used {
					if it.cost != waiting[i] {
						t.Fatal("out of order")
					}
				}
				if len(used) != len(waiting) {
					t.Fatalf("%d of %d items taken", len(used), len(waiting))
				}
				taken = append(taken, waiting...)
				waiting = nil
			},
			"release": func(t *rapid.T) {
				if len(taken) == 0 {
					t.Skip("nothing is taken")
				}
				q.release(taken[0])
				taken = taken[1:]
			},
			"": func(t *rapid.T) {
				if q.pending() != total() {
					t.Fatalf("%d bytes counted, %d there", q.pending(), total())
				}
			},
		})
	})
}

func TestQueueWaitsForRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1000)
		q.push(sized(1000))
		done := make(chan error, 1)
		go func() { done <- q.put(t.Context(), sized(500)) }()
		batch := q.take(nil)
		synctest.Wait()
		select {
		case err := <-done:
			t.Fatalf("put returned %v while the consumer held everything", err)
		default:
		}
		q.release(batch[0].cost)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		batch = q.take(batch)
		if len(batch) != 1 || batch[0].cost != 500 {
			t.Fatalf("took %d items", len(batch))
		}
	})
}

func TestQueueEndsWaiting(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(q *queue, cancel func())
		want error
	}{
		{"close", func(q *queue, _ func()) { q.close() }, errQueueClosed},
		{"discard", func(q *queue, _ func()) { q.discard() }, errQueueClosed},
		{"context", func(_ *queue, cancel func()) { cancel() }, context.Canceled},
	} {
		synctest.Test(t, func(t *testing.T) {
			q := newQueue(1000)
			q.push(sized(1000))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			done := make(chan error, 2)
			go func() { done <- q.put(ctx, sized(500)) }()
			go func() { done <- q.room(ctx, 500) }()
			synctest.Wait() // both wait
			c.end(q, cancel)
			for range 2 {
				if err := <-done; !errors.Is(err, c.want) {
					t.Errorf("%s: the wait ended with %v, want %v", c.name, err, c.want)
				}
			}
		})
	}
}

// A closed queue still gives what it has; a discarded one has forgotten it.
func TestQueueCloseAndDiscard(t *testing.T) {
	q := newQueue(1000)
	q.push(sized(200))
	q.close()
	q.push(sized(300))
	if q.offer(sized(300)) {
		t.Error("a closed queue took an item")
	}
	if batch := q.take(nil); len(batch) != 1 || batch[0].cost != 200 {
		t.Errorf("a closed queue gave %d items", len(batch))
	}
	if batch := q.take(nil); len(batch) != 0 {
		t.Error("it gave an item twice")
	}

	q = newQueue(1000)
	q.push(sized(200))
	q.discard()
	if len(q.take(nil)) != 0 || q.pending() != 0 {
		t.Error("a discarded queue has kept its items")
	}
}

// A queue that was long once does not keep the room for it.
func TestQueueKeepsNoRoomOfAFlood(t *testing.T) {
	q := newQueue(1 << 30)
	var batch []item
	for _, n := range []int{100 * itemsKept, 1, 1, 1} {
		for range n {
			q.push(item{cost: 1})
		}
		batch = q.take(batch)
		if len(batch) != n {
			t.Fatalf("%d items were taken of %d", len(batch), n)
		}
	}
	if got := cap(batch) + cap(q.items); got > 2*itemsKept {
		t.Errorf("there is room for %d items in an empty queue", got)
	}
}
