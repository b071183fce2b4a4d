package kernel

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/zmtp"
)

// A request is a message from a client and the way back to it.
type request struct {
	message
	peer       *zmtp.Peer
	update     *widgetUpdate // nil if it makes none
	refused    error         // why it cannot wait for its turn; nil if it can
	aborted    bool          // a cell before it failed while it waited
	superseded bool          // an update that came while it waited covers its own
	turn       bool          // it has its turn: the interpreter works at it
}

// decode reads the content of a request. A field that the request leaves out or sets
// to null keeps its value.
func (r *request) decode(content any) error {
	if err := json.Unmarshal(r.content, content); err != nil {
		return fmt.Errorf("content of %s: %w", r.header.Type, explainJSON(r.content, err))
	}
	return nil
}

// isComm reports whether the request is a message of a comm, to which there is no
// reply.
func (r *request) isComm() bool {
	switch repl.CommKind(r.header.Type) {
	case repl.CommOpen, repl.CommMsg, repl.CommClose:
		return true
	}
	return false
}

// takesTurns reports whether the interpreter carries out the request in the order of
// sending: it runs cells, and delivers messages of comms between them.
func (r *request) takesTurns() bool { return r.header.Type == "execute_request" || r.isComm() }

var errEcho = errors.New("the message is one of this kernel's own, which somebody has sent back")

// read decodes a message of a client. Clients sign with the same key as this kernel,
// so a message of the kernel itself must be refused.
func (s *server) read(in zmtp.Inbound) (message, error) {
	m, err := s.codec.decode(in.Frames)
	if err == nil && m.header.Session == s.codec.session {
		err = errEcho
	}
	return m, err
}

// acceptor returns the handler of messages on shell or control. It begins a request while no
// more than room notices wait.
func (s *server) acceptor(room int) func(zmtp.Inbound) {
	return func(in zmtp.Inbound) { s.accept(in, room) }
}

// accept takes a message. A request that takes turns waits for its turn. Every other
// request is answered at once, also while a cell runs.
func (s *server) accept(in zmtp.Inbound, room int) {
	m, err := s.read(in)
	if err != nil {
		s.noteDropped(err)
		return
	}
	r := &request{message: m, peer: in.Peer}
	switch {
	case r.takesTurns():
		if !r.isComm() {
			s.arrived.Store(time.Now().UnixNano())
		}
		r.update = s.widgetUpdateOf(m)
		err := s.queue.put(r)
		if err == nil {
			return
		}
		r.refused = err
	case !strings.HasSuffix(r.header.Type, "_request"):
		s.noteDropped(fmt.Errorf("%s is no message that a kernel takes", brief(r.header.Type)))
		return
	}
	s.iopub.await(room)
	s.handle(r)
	published := make(chan struct{})
	behind := s.backlog.add(in.Peer)
	s.iopub.mark(func() {
		s.backlog.remove(in.Peer)
		close(published)
	})
	if behind > clientRoom {
		in.Peer.Hold(published)
	}
}

// droppedMessage is the log entry of a message that gets no answer.
const droppedMessage = "a message was dropped"

// noteDropped logs the error of a message that is dropped. Of many messages it logs only a
// few, so that a sender without the key cannot fill the log.
func (s *server) noteDropped(err error) {
	s.dropped.Note(droppedMessage, "error", shorten(err.Error(), 500))
}

// brief returns a name that a client has sent, quoted and cut for the log.
func brief(name string) string { return strconv.Quote(shorten(name, 80)) }

// shorten cuts a text to about most bytes.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

// takeTurns handles the requests that take turns, of all channels, one after the
// other.
func (s *server) takeTurns() {
	for r := s.queue.next(); r != nil; r = s.queue.next() {
		s.iopub.await(shellRoom)
		s.handle(r)
	}
}

// handle handles a request of any channel: busy, the answer, idle.
func (s *server) handle(r *request) {
	started := time.Now()
	s.activity.begin(r)
	content, err := s.answer(r)
	switch {
	case r.isComm() && err != nil:
		s.noteDropped(err)
	case err != nil:
		s.reply(r, newErrorReply(requestFailed(err)), started)
	case content != nil:
		s.reply(r, content, started)
	}
	s.activity.end(r)
	if r.header.Type == "shutdown_request" && err == nil {
		s.stop()
	}
}

// requestFailed returns an error of the kernel as the failure of a reply.
func requestFailed(err error) *repl.Failure {
	return &repl.Failure{Name: "request failed", Value: err.Error()}
}

// answer carries out a request and returns the content of the reply, or nil if there is no
// reply.
func (s *server) answer(r *request) (content any, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("a request failed", "type", r.header.Type, "panic", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("%s: a fault in the kernel, which goes on; please report it: %v", r.header.Type, p)
		}
	}()
	if r.refused != nil {
		return s.refuse(r)
	}
	if r.superseded {
		return nil, nil
	}
	switch r.header.Type {
	case "execute_request":
		return s.execute(r)
	case "is_complete_request":
		return s.isComplete(r)
	case "complete_request":
		return s.complete(r)
	case "inspect_request":
		return s.inspect(r)
	case "history_request":
		return s.pastCells(r)
	case "kernel_info_request":
		return s.kernelInfo(), nil
	case "comm_info_request":
		return s.commInfo(r)
	case "comm_open", "comm_msg", "comm_close":
		return nil, s.deliver(r)
	case "debug_request":
		return s.debug(r)
	case "interrupt_request":
		return ok(), s.cfg.Session.Send(repl.Interrupt{})
	case "shutdown_request":
		return s.shutdown(r)
	}
	s.log.Info("a request of a type that is not known", "type", brief(r.header.Type))
	return nil, fmt.Errorf("%s is not supported by this kernel", brief(r.header.Type))
}

// refuse answers a request that cannot wait for its turn.
func (s *server) refuse(r *request) (any, error) {
	switch r.header.Type {
	case "execute_request":
		return s.notExecuted(r.refused), nil
	case "comm_open":
		var content commContent
		if err := r.decode(&content); err != nil {
			return nil, err
		}
		s.refuseComm(r, content.ID)
	}
	return nil, r.refused
}

// reply sends the reply to a request.
func (s *server) reply(r *request, content any, started time.Time) {
	msgType := strings.TrimSuffix(r.header.Type, "_request") + "_reply"
	metadata := map[string]string{"started": timestamp(started)} // JupyterLab stores it in the notebook
	frames, err := s.codec.encode(r.route, msgType, r.origin, metadata, content)
	if err != nil {
		s.log.Error("a reply cannot be sent", "error", err)
		content = newErrorReply(&repl.Failure{Name: "reply failed", Value: err.Error()})
		frames, err = s.codec.encode(r.route, msgType, r.origin, metadata, content)
		if err != nil {
			return
		}
	}
	if err := r.peer.Send(frames); err != nil {
		s.dropped.Note("a reply was not delivered", "type", msgType, "error", err)
	}
}

// shutdown ends the interpreter, whatever it is doing. handle stops the server once
// the client has its reply. The reply is also published on iopub for the other
// clients, as ipykernel does: qtconsole watches for it.
func (s *server) shutdown(r *request) (any, error) {
	var req shutdownRequest
	if err := r.decode(&req); err != nil {
		return nil, err
	}
	s.endSession()
	reply := shutdownReply{ok(), req.Restart}
	s.iopub.publish(r.origin, "shutdown_reply", reply)
	return reply, nil
}
