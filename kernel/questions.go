package kernel

import (
	"errors"
	"sync"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

const (
	// questionsRoom is the largest number of waiting questions.
	questionsRoom = 1024
	// absence is half of the time that a client may be away once it has been asked. A
	// client that has lost its connection comes back sooner.
	absence = 2 * time.Second
	// arrival is the time that a client may take to connect to stdin. It may have sent a cell
	// on shell before that.
	arrival = time.Second
)

// errNobody is the error of a question whose client has no connection to stdin.
var errNobody = errors.New(refusedNobody)

// A question is a request of a cell for a line of text from the user.
type question struct {
	number  int
	cell    *cell
	content inputRequest
	sent    string // the msg_id of the input_request; empty while it waits

	since   time.Time // when it was put
	retries bool      // a timer is going to try again to send it
	missed  bool      // its client was away when watch last looked
}

// questions asks the questions of cells one after the other, whichever goroutine
// they come from, because a user has one place to type. It forgets a question when
// the cell has ended, so that a late answer is not taken for the answer to the next
// question. It is safe for concurrent use.
type questions struct {
	ask     func(*question) (id string, err error) // sends a question to its client
	answer  func(repl.Input)                       // hands an answer to the interpreter
	present func(stdinClient) bool                 // reports whether a client is connected
	absence time.Duration

	mu      sync.Mutex
	waiting []*question // the first is with its client
}

// put asks a question as soon as those before it have been answered.
func (qs *questions) put(q *question) {
	qs.mu.Lock()
	defer qs.mu.Unlock()
	if len(qs.waiting) >= questionsRoom {
		qs.refuse(q, refusedCrowd)
		return
	}
	q.since = time.Now()
	qs.waiting = append(qs.waiting, q)
	qs.advance()
}

// take takes a message of a client as the answer to the question that is being
// asked. It returns an error if the message is no answer to that question.
func (qs *questions) take(identity []byte, m message) error {
	qs.mu.Lock()
	defer qs.mu.Unlock()
	if len(qs.waiting) == 0 || qs.waiting[0].sent == "" {
		return errors.New("an input_reply to nothing that is being asked")
	}
	q := qs.waiting[0]
	if err := q.answeredBy(identity, m); err != nil {
		return err
	}
	in := readInput(m.content)
	in.Number = q.number
	qs.answer(in)
	qs.waiting = qs.waiting[1:]
	qs.advance()
	return nil
}

// forget removes the questions of a cell that has ended.
func (qs *questions) forget(c *cell) {
	qs.mu.Lock()
	defer qs.mu.Unlock()
	kept := qs.waiting[:0]
	for _, q := range qs.waiting {
		if q.cell != c {
			kept = append(kept, q)
		}
	}
	clear(qs.waiting[len(kept):])
	qs.waiting = kept
	qs.advance()
}

// clear removes all questions, because the interpreter that asked them is gone.
func (qs *questions) clear() {
	qs.mu.Lock()
	defer qs.mu.Unlock()
	qs.waiting = nil
}

// advance sends the first question unless it has been sent. It refuses a question
// that cannot be sent and goes on with the next one. mu must be held.
func (qs *questions) advance() {
	for len(qs.waiting) > 0 && qs.waiting[0].sent == "" && !qs.waiting[0].retries {
		q := qs.waiting[0]
		id, err := qs.ask(q)
		switch {
		case err == nil:
			q.sent = id
			qs.watch(q)
		case err == errNobody && time.Since(q.since) < arrival:
			qs.retry(q)
		default:
			qs.refuse(q, err.Error())
			qs.waiting = qs.waiting[1:]
		}
	}
}

// retry tries again after a while to send a question. mu must be held.
func (qs *questions) retry(q *question) {
	q.retries = true
	time.AfterFunc(arrival/20, func() {
		qs.mu.Lock()
		defer qs.mu.Unlock()
		q.retries = false
		qs.advance()
	})
}

// watch refuses a question once its client has gone. mu must be held.
func (qs *questions) watch(q *question) {
	time.AfterFunc(qs.absence, func() {
		qs.mu.Lock()
		defer qs.mu.Unlock()
		if len(qs.waiting) == 0 || qs.waiting[0] != q {
			return
		}
		here := qs.present(q.cell.stdin)
		if !here && q.missed {
			qs.refuse(q, refusedGone)
			qs.waiting = qs.waiting[1:]
			qs.advance()
			return
		}
		q.missed = !here
		qs.watch(q)
	})
}

func (qs *questions) refuse(q *question, why string) {
	qs.answer(repl.Input{Number: q.number, Refused: why})
}
