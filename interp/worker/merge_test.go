package worker

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// Text that begins as the runtime's last words do is held back, but not for ever: a
// program that goes on with it would fill the memory of the supervisor.
func TestWhatOnlyBeginsLikeLastWordsIsPassedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue()
		m := newMerger("secret", q)
		m.began(1, "cell", "In[1]")
		r, w := io.Pipe()
		go func() {
			m.readPipe(r, wire.Stderr)
			q.close()
		}()
		begin := "panic: not at all\n" + strings.Repeat("y\n", maxDying/4)
		rest := strings.Repeat("z\n", maxDying/4)
		more := make(chan bool)
		go func() {
			io.WriteString(w, begin)
			<-more
			io.WriteString(w, rest)
			w.Close()
		}()
		synctest.Wait()
		if q.size != 0 {
			t.Errorf("%d bytes are passed on of what may be last words", q.size)
		}

		close(more)
		var got strings.Builder
		for e, ok := q.pop(); ok; e, ok = q.pop() {
			got.WriteString(e.(Output).Event.(repl.Stream).Text)
		}
		if got.String() != begin+rest {
			t.Errorf("%d bytes are passed on, of %d", got.Len(), len(begin)+len(rest))
		}
	})
}
