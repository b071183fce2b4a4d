package kernel

import (
	"encoding/json"
	"log/slog"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

const (
	// noticeRoom is how many notices may wait, more than ever do: whoever has to
	// wait for subscribers does so by the numbers below.
	noticeRoom = 4096
	// outputRoom is how many of those may be output of cells. A cell that
	// writes faster than the subscribers read waits; the status of a request
	// on another channel does not.
	outputRoom = 256
)

// Beyond these numbers requests wait for a subscriber that does not read. Each makes
// three or four notices.
const (
	// shellRoom is how many notices may wait when a request on shell is begun, or one
	// that has its turn.
	shellRoom = 2048
	// controlRoom is more, to let an interrupt pass whatever comes on shell.
	controlRoom = 3072
	// clientRoom is how many requests of one client may be behind what the subscribers
	// know. What it sends without end waits then, and what others ask does not.
	clientRoom = 128
)

// publisher writes to iopub. It is the only one to do so, so that all
// subscribers see all notices in one order.
type publisher struct {
	codec codec
	send  func(frames [][]byte)
	log   *slog.Logger

	queue  chan notice
	output chan struct{} // holds a token for each notice of output in the queue
	done   chan struct{}

	text  textBuffer
	timer *time.Timer // runs while there is text
}

// notice is what is to be published: a message, or, without a type, a mark.
type notice struct {
	parent  json.RawMessage // nil for none
	msgType string
	content any
	output  bool // holds a token

	metadata any      // nil for none
	buffers  [][]byte // frames behind the content

	reached func() // a mark: called when all before it is sent
	last    bool   // a mark: nothing comes after it
}

// newPublisher starts a publisher; send may block. It is ended by close.
func newPublisher(c codec, send func(frames [][]byte), log *slog.Logger) *publisher {
	p := &publisher{
		codec:  c,
		send:   send,
		log:    log,
		queue:  make(chan notice, noticeRoom),
		output: make(chan struct{}, outputRoom),
		done:   make(chan struct{}),
		timer:  time.NewTimer(time.Hour),
	}
	p.timer.Stop()
	go p.run()
	return p
}

// publish queues a notice and does not wait for subscribers.
func (p *publisher) publish(parent json.RawMessage, msgType string, content any) {
	p.put(notice{parent: parent, msgType: msgType, content: content})
}

// publishOutput queues what a cell shows. It waits while there is much of it
// in the queue, and with it the cell.
func (p *publisher) publishOutput(parent json.RawMessage, msgType string, content any) {
	p.putOutput(notice{parent: parent, msgType: msgType, content: content})
}

// publishComm queues a message of a comm, as publishOutput does.
func (p *publisher) publishComm(parent json.RawMessage, c repl.Comm) {
	content := commContent{c.ID, c.Target, c.Data}
	if len(content.Data) == 0 {
		content.Data = json.RawMessage(emptyObject)
	}
	n := notice{parent: parent, msgType: string(c.Kind), content: content, buffers: c.Buffers}
	if len(c.Metadata) > 0 {
		n.metadata = c.Metadata
	}
	p.putOutput(n)
}

// await waits for the subscribers if more than so many notices do.
func (p *publisher) await(room int) {
	if len(p.queue) > room {
		p.flush()
	}
}

// mark has a function called when all that has been queued before is with the
// socket.
func (p *publisher) mark(reached func()) { p.put(notice{reached: reached}) }

// flush waits until all that has been queued before is with the socket.
func (p *publisher) flush() {
	reached := make(chan struct{})
	p.mark(func() { close(reached) })
	select {
	case <-reached:
	case <-p.done:
	}
}

// close publishes what is queued and ends the publisher. What is queued later
// is dropped.
func (p *publisher) close() {
	p.put(notice{last: true})
	<-p.done
}

func (p *publisher) putOutput(n notice) {
	select {
	case p.output <- struct{}{}:
	case <-p.done:
	}
	n.output = true
	p.put(n)
}

func (p *publisher) put(n notice) {
	select {
	case p.queue <- n:
	case <-p.done:
	}
}

func (p *publisher) run() {
	defer close(p.done)
	for {
		select {
		case n := <-p.queue:
			if n.output {
				<-p.output
			}
			if text, ok := n.content.(streamText); ok {
				p.addText(n.parent, text)
				continue
			}
			p.sendText()
			switch {
			case n.last:
				return
			case n.reached != nil:
				n.reached()
			default:
				p.write(n)
			}
		case <-p.timer.C:
			p.sendText()
		}
	}
}

func (p *publisher) addText(parent json.RawMessage, s streamText) {
	now := time.Now()
	if p.text.add(parent, s, now) {
		p.sendText()
		return
	}
	p.timer.Reset(p.text.due.Sub(now))
}

func (p *publisher) sendText() {
	p.timer.Stop()
	for _, part := range p.text.take(time.Now()) {
		p.write(notice{parent: part.parent, msgType: "stream", content: streamText{part.name, string(part.text)}})
	}
}

func (p *publisher) write(n notice) {
	topic := []byte(n.msgType) // a convention: clients subscribe to everything
	frames, err := p.codec.encode([][]byte{topic}, n.msgType, n.parent, n.metadata, n.content)
	if err != nil {
		p.log.Error("a message cannot be published", "type", n.msgType, "error", err)
		return
	}
	p.send(append(frames, n.buffers...))
}
