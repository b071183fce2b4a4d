package kernel

import (
	"runtime"
	"testing"
	"time"
)

// What a flood of messages has needed is given back within seconds.
func TestReturnMemory(t *testing.T) {
	s := &server{stopping: make(chan struct{})}
	defer close(s.stopping)
	go s.returnMemory()
	flood := make([][]byte, 64)
	for i := range flood {
		flood[i] = make([]byte, 1<<20)
	}
	if before := resident(); before < 64<<20 {
		t.Fatalf("64 MiB take %d bytes", before)
	}
	runtime.KeepAlive(flood)
	for end := time.Now().Add(20 * time.Second); resident() > memoryKept; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d bytes are still taken", resident())
		}
	}
}
