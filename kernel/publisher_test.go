package kernel

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// recorder takes what a publisher sends and notes when.
type recorder struct {
	begin time.Time
	got   []string
}

func (r *recorder) send(frames [][]byte) {
	var h header
	if err := json.Unmarshal(frames[3], &h); err != nil {
		panic(err)
	}
	r.got = append(r.got, fmt.Sprintf("%d ms: %s %s", time.Since(r.begin).Milliseconds(), h.Type, frames[6]))
}

func startPublisher(send func([][]byte)) *publisher {
	return newPublisher(newCodec(signer{}), send, slog.New(slog.DiscardHandler))
}

func TestPublisherJoinsText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{begin: time.Now()}
		p := startPublisher(r.send)
		for i := range 12 { // for 120 ms
			p.publishOutput(nil, "stream", streamText{repl.Stdout, string(rune('a' + i))})
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(time.Second)
		p.publishOutput(nil, "stream", streamText{repl.Stdout, "x"})
		p.publish(nil, "status", kernelStatus{"idle"})
		p.close()
		want := []string{
			`2 ms: stream {"name":"stdout","text":"a"}`,
			`52 ms: stream {"name":"stdout","text":"bcdef"}`,
			`102 ms: stream {"name":"stdout","text":"ghijk"}`,
			`152 ms: stream {"name":"stdout","text":"l"}`,
			`1120 ms: stream {"name":"stdout","text":"x"}`,
			`1120 ms: status {"execution_state":"idle"}`,
		}
		if !slices.Equal(r.got, want) {
			t.Errorf("sent\n%q, expected\n%q", r.got, want)
		}
	})
}

func TestPublisherFlush(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{begin: time.Now()}
		p := startPublisher(r.send)
		p.publishOutput(nil, "stream", streamText{repl.Stdout, "x"})
		p.flush()
		if len(r.got) != 1 {
			t.Errorf("flushed %q", r.got)
		}
		p.close()
		p.publish(nil, "status", kernelStatus{"idle"})
		p.publishOutput(nil, "stream", streamText{repl.Stdout, "y"})
		p.flush()
		p.close()
		if len(r.got) != 1 {
			t.Errorf("sent after the end: %q", r.got)
		}
	})
}

// TestOutputWaitsAndStatusDoesNot lets the socket take nothing: output is held
// back, but a request that is answered meanwhile is not.
func TestOutputWaitsAndStatusDoesNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		open := make(chan struct{})
		sent := 0
		p := startPublisher(func([][]byte) { <-open; sent++ })
		produced := 0
		const all = 10 * outputRoom
		go func() {
			for range all {
				p.publishOutput(nil, "display_data", displayData{})
				produced++
			}
		}()
		synctest.Wait()
		if produced > outputRoom+1 {
			t.Errorf("%d outputs were taken", produced)
		}
		for range 100 {
			p.publish(nil, "status", kernelStatus{"busy"})
		}
		close(open)
		synctest.Wait()
		p.close()
		if produced != all || sent != all+100 {
			t.Errorf("produced %d, sent %d", produced, sent)
		}
	})
}

func TestPublisherPassesOverWhatIsNoJSON(t *testing.T) {
	r := &recorder{begin: time.Now()}
	p := startPublisher(r.send)
	p.publish(nil, "display_data", newBundle(repl.Bundle{Data: map[string]json.RawMessage{"text/plain": []byte("{")}}))
	p.publish(nil, "clear_output", clearOutput{})
	p.close()
	if len(r.got) != 1 {
		t.Errorf("sent %q", r.got)
	}
}
