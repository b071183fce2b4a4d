package kernel

import (
	"encoding/json"
	"log/slog"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

const (
	// noticeRoom is the largest number of waiting notices. The numbers below keep the queue
	// from being filled.
	noticeRoom = 4096
	// outputRoom is the largest number of waiting notices of cells' output. A cell that
	// writes faster than the subscribers read waits. The status of a request on another
	// channel does not.
	outputRoom = 256
)

// Beyond these numbers requests wait for a subscriber that does not read. Each request
// makes three or four notices.
const (
	// shellRoom is the number of waiting notices above which a request on shell, or a request
	// that has its turn, waits to begin.
	shellRoom = 2048
	// controlRoom is the number of waiting notices above which a request on control waits. It is larger, so that an interrupt passes
	// whatever comes on shell.
	controlRoom = 3072
	// clientRoom is the largest number of answered requests of one client whose notices wait.
	// Beyond it the client's next requests wait, and those of other clients do not.
	clientRoom = 128
)

// A publisher writes to iopub. It alone does, so that all subscribers see all notices
// in one order.
type publisher struct {
	codec codec
	send  func(frames [][]byte)
	log   *slog.Logger

	queue  chan notice
	output chan struct{} // has an element for each notice of output in the queue
	done   chan struct{}

	text  textBuffer
	timer *time.Timer // runs while text waits
}

// A notice is a message to be published or, without a type, a mark in the queue.
type notice struct {
	parent  json.RawMessage // nil for none
	msgType string
	content any
	output  bool // has an element in publisher.output

	metadata any      // nil for none
	buffers  [][]byte // the frames after the content

	reached func() // of a mark: called when all notices before it are sent
	last    bool   // of a mark: the publisher ends here
}

// newPublisher starts a publisher, which close ends. send may block.
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

// publishOutput queues output of a cell. While the queue has much output,
// publishOutput waits, and so does the cell.
func (p *publisher) publishOutput(parent json.RawMessage, msgType string, content any) {
	p.putOutput(notice{parent: parent, msgType: msgType, content: content})
}

// publishComm queues a message of a comm and waits as publishOutput does.
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

// await waits for the subscribers if more than room notices are in the queue.
func (p *publisher) await(room int) {
	if len(p.queue) > room {
		p.flush()
	}
}

// mark calls reached once the socket has everything that has been queued before.
func (p *publisher) mark(reached func()) { p.put(notice{reached: reached}) }

// flush waits until the socket has everything that has been queued before.
func (p *publisher) flush() {
	reached := make(chan struct{})
	p.mark(func() { close(reached) })
	select {
	case <-reached:
	case <-p.done:
	}
}

// close publishes the queued notices and ends the publisher. Notices that come later are
// dropped.
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
