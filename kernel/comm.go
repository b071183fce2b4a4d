package kernel

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// deliver hands a message of a comm to the cells and waits until they have handled
// it. Such a message has no reply, so a failure is shown as output of the message. A
// comm whose opening fails is closed, as the protocol asks, so that the client does
// not wait for it.
func (s *server) deliver(r *request) error {
	if s.ending() {
		return nil
	}
	content := commContent{Data: json.RawMessage(emptyObject)}
	if err := r.decode(&content); err != nil {
		return err
	}
	if !isObject(content.Data) {
		return fmt.Errorf("content of %s: the data are not a JSON object", r.header.Type)
	}
	kind := repl.CommKind(r.header.Type)
	switch kind {
	case repl.CommOpen:
		if err := s.comms.open(content.ID, content.Target); err != nil {
			s.refuseComm(r, content.ID)
			return fmt.Errorf("comm_open: %w", err)
		}
	case repl.CommMsg:
		if !s.comms.isOpen(content.ID) {
			s.log.Debug("a message of a comm that is not open, most likely of an earlier interpreter", "comm", brief(content.ID))
			return nil
		}
	case repl.CommClose:
		if !s.comms.close(content.ID) {
			s.log.Debug("a comm that is not open was closed", "comm", brief(content.ID))
			return nil
		}
	}
	c := s.cells.begin(&cell{parent: r.origin, comm: true, stdin: stdinClient{refused: refusedComm}})
	done := s.await(c, repl.Deliver{ID: c.id, Comm: repl.Comm{
		Kind:     kind,
		ID:       content.ID,
		Target:   content.Target,
		Data:     content.Data,
		Metadata: r.metadata,
		Buffers:  r.buffers,
		Message:  r.header.ID,
	}})
	if done.Failure != nil {
		s.log.Info("a message of a comm failed", "type", kind, "comm", content.ID, "error", done.Failure)
		s.iopub.publishOutput(c.parent, "stream", streamText{repl.Stderr, readable(done.Failure)}) // not by show: relay alone changes c.output
		if kind == repl.CommOpen && s.comms.close(content.ID) {
			s.iopub.publishComm(r.origin, repl.Comm{Kind: repl.CommClose, ID: content.ID})
		}
	}
	for _, e := range c.last {
		e.Last = false
		s.sendComm(e)
	}
	return nil
}

// refuseComm tells a client that the comm it opens is closed. An open comm with the
// same id stays open. refuseComm does not wait for subscribers, since other requests
// are to be refused meanwhile.
func (s *server) refuseComm(r *request, id string) {
	if id != "" && !s.comms.isOpen(id) {
		s.iopub.publish(r.origin, string(repl.CommClose), commContent{ID: id, Data: json.RawMessage(emptyObject)})
	}
}

// readable returns a failure as text for a person.
func readable(f *repl.Failure) string {
	if len(f.Traceback) == 0 {
		return f.Error() + "\n"
	}
	return strings.Join(f.Traceback, "\n") + "\n"
}

// sendComm publishes a message of a comm that a cell has sent. The messages of a
// silent cell are published too, because they are no output.
func (s *server) sendComm(e repl.Sent) {
	if c := s.cells.find(e.Parent); e.Last && c != nil && c.comm && !c.ended {
		c.last = append(c.last, e)
		return
	}
	switch e.Comm.Kind {
	case repl.CommOpen:
		if err := s.comms.open(e.Comm.ID, e.Comm.Target); err != nil {
			s.show(e.Parent, "stream", streamText{repl.Stderr, "A comm was not opened: " + err.Error() + ".\n"})
			return
		}
	case repl.CommMsg:
		if !s.comms.isOpen(e.Comm.ID) {
			s.log.Debug("a cell wrote to a comm that is not open", "comm", brief(e.Comm.ID))
			return
		}
	case repl.CommClose:
		if !s.comms.close(e.Comm.ID) {
			return // both sides have closed it at once
		}
	}
	s.iopub.publishComm(s.header(e.Parent), e.Comm)
}

// deadWidget disables a widget whose interpreter is gone, and says so under the pointer.
const deadWidget = `{"method":"update","buffer_paths":[],"state":{"disabled":true,` +
	`"tooltip":"The interpreter of this control is gone. Run its cell again."}}`

// closeComms closes all comms, because their interpreter is gone. A front end removes a
// widget from the page, and from the notebook, when its comm is closed. Therefore those of
// widgets are not closed there: the page keeps what they show.
func (s *server) closeComms(id repl.ID) {
	open := s.comms.closeAll()
	for _, comm := range slices.Sorted(maps.Keys(open)) {
		last := repl.Comm{Kind: repl.CommClose, ID: comm}
		if open[comm] == widgetTarget {
			last = repl.Comm{Kind: repl.CommMsg, ID: comm, Data: json.RawMessage(deadWidget)}
		}
		s.iopub.publishComm(s.header(id), last)
	}
}

// commInfo answers a comm_info_request: it lists the open comms.
func (s *server) commInfo(r *request) (any, error) {
	var req commInfoRequest
	if err := r.decode(&req); err != nil {
		return nil, err
	}
	return commInfoReply{ok(), s.comms.list(req.Target)}, nil
}
