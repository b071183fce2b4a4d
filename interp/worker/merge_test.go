package worker

import (
	"bytes"
	"io"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// Text that begins as the runtime's last words do is held back, but not for ever: a
// program that goes on with it would fill the memory of the supervisor.
func TestWhatOnlyBeginsLikeLastWordsIsPassedOn(t *testing.T) {
	q := newQueue()
	defer q.close()
	m := newMerger("secret", q)
	m.began(1, "cell", "In[1]")
	r, w := io.Pipe()
	defer w.Close()
	go m.readPipe(r, wire.Stderr)
	go func() {
		io.WriteString(w, "panic: not at all\n")
		w.Write(bytes.Repeat([]byte("y\n"), maxDying/2)) // fails when nobody reads
	}()
	for n := 0; n < maxDying; {
		e, _ := q.pop()
		n += sizeOf(e)
	}
}
