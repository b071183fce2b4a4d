package kernel

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/zmtp"
)

// inboundRoom bounds, in bytes, what the kernel holds for all clients together:
// messages on their way in, and answers that clients do not read.
const inboundRoom = 768 << 20

// sockets are the sockets of the five channels.
type sockets struct {
	shell, iopub, stdin, control, heartbeat *zmtp.Socket
}

// open listens on all five ports. After an error the caller closes the sockets that
// have been opened.
func (s *sockets) open(info ConnectionInfo, log *slog.Logger, greet func(*zmtp.Peer, string)) error {
	sockets := []**zmtp.Socket{&s.shell, &s.iopub, &s.stdin, &s.control, &s.heartbeat} // as info.ports
	kinds := []zmtp.Kind{zmtp.Router, zmtp.XPub, zmtp.Router, zmtp.Router, zmtp.Rep}
	budget := zmtp.NewBudget(inboundRoom)
	for i, p := range info.ports() {
		opt := zmtp.Options{Logger: log, Linger: closeSocketsWithin, Budget: budget}
		if kinds[i] == zmtp.XPub {
			opt.OnSubscribe = greet
		}
		socket, err := zmtp.Listen(kinds[i], info.endpoint(p.number), opt)
		if err != nil {
			return fmt.Errorf("field %s: %w", p.field, err)
		}
		*sockets[i] = socket
	}
	return nil
}

// close delivers the queued messages and closes all sockets.
func (s *sockets) close(log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.Background(), closeSocketsWithin)
	defer cancel()
	var closing sync.WaitGroup
	for _, socket := range []*zmtp.Socket{s.shell, s.iopub, s.stdin, s.control, s.heartbeat} {
		if socket == nil {
			continue
		}
		closing.Go(func() {
			if err := socket.Close(ctx); err != nil {
				log.Warn("closing", "error", err)
			}
		})
	}
	closing.Wait()
}

// receive hands the messages of a socket to take, until the kernel stops.
func (s *server) receive(socket *zmtp.Socket, take func(zmtp.Inbound)) {
	for {
		select {
		case in, ok := <-socket.Incoming():
			if !ok {
				return
			}
			take(in)
		case <-s.stopping:
			return
		}
	}
}

// echo answers a heartbeat with its own frames.
func (s *server) echo(in zmtp.Inbound) {
	if err := in.Peer.Send(in.Frames); err != nil {
		s.log.Debug("a heartbeat was not answered", "error", err)
	}
}

// greet welcomes a new subscriber of iopub (JEP 65). The topic of the message is the
// subscription, so that the message passes it.
func (s *server) greet(peer *zmtp.Peer, topic string) {
	frames, err := s.codec.encode([][]byte{[]byte(topic)}, "iopub_welcome", nil, nil, welcome{topic})
	if err == nil {
		err = peer.Send(frames)
	}
	if err != nil {
		s.dropped.Note("a subscriber was not welcomed", "error", err)
	}
}

// sendIOPub hands a message to the socket. The socket waits for slow subscribers and
// then drops them. While the kernel ends it waits less, because a client that has
// asked for the end does not wait long.
func (s *server) sendIOPub(frames [][]byte) {
	if err := s.sockets.iopub.Publish(s.subscribers, frames); err != nil {
		s.dropped.Note("a message was not published", "error", err)
	}
}
