package kernel

import (
	"errors"
	"sync"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

const (
	// deskRoom is how many questions may wait.
	deskRoom = 1024
	// absence is how long a client that was asked may be away, twice over. One
	// that has lost its connection comes back sooner.
	absence = 2 * time.Second
	// arrival is how long a client may take to connect for questions: it may
	// send a cell as soon as it is connected for those.
	arrival = time.Second
)

// errNobody says that there is no connection to ask by.
var errNobody = errors.New(refusedNobody)

// question is what a cell asks.
type question struct {
	number  int
	cell    *cell
	content inputRequest
	sent    string // the msg_id of the input_request; empty while it waits

	since   time.Time // when it was put
	retries bool      // it is going to be looked for again
	missed  bool      // it was there, and away when last looked for
}

// desk asks the questions of cells one after the other, whichever goroutine
// they come from: a user has one place to type. A question is forgotten when
// its cell has ended, so that a late answer is not taken for one to the next.
// Safe for concurrent use.
type desk struct {
	ask     func(*question) (id string, err error) // sends it to its client
	answer  func(repl.Input)                       // hands it to the interpreter
	present func(asker) bool                       // whether the client is there
	absence time.Duration

	mu        sync.Mutex
	questions []*question // the first is with its client
}

// put asks a question when those before it are answered.
func (d *desk) put(q *question) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.questions) >= deskRoom {
		d.refuse(q, refusedCrowd)
		return
	}
	q.since = time.Now()
	d.questions = append(d.questions, q)
	d.advance()
}

// take takes the answer to the question that is being asked. An error says
// that it is none.
func (d *desk) take(identity []byte, m message) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.questions) == 0 || d.questions[0].sent == "" {
		return errors.New("an input_reply to nothing that is being asked")
	}
	q := d.questions[0]
	if err := q.answeredBy(identity, m); err != nil {
		return err
	}
	in := readInput(m.content)
	in.Number = q.number
	d.answer(in)
	d.questions = d.questions[1:]
	d.advance()
	return nil
}

// forget removes the questions of a cell, which has ended.
func (d *desk) forget(c *cell) {
	d.mu.Lock()
	defer d.mu.Unlock()
	kept := d.questions[:0]
	for _, q := range d.questions {
		if q.cell != c {
			kept = append(kept, q)
		}
	}
	clear(d.questions[len(kept):])
	d.questions = kept
	d.advance()
}

// clear forgets all questions: the interpreter that has asked them is gone.
func (d *desk) clear() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.questions = nil
}

// advance asks the first question, if it was not asked yet. One that cannot be
// asked is refused, and the next becomes the first. Called with mu held.
func (d *desk) advance() {
	for len(d.questions) > 0 && d.questions[0].sent == "" && !d.questions[0].retries {
		q := d.questions[0]
		id, err := d.ask(q)
		switch {
		case err == nil:
			q.sent = id
			d.watch(q)
		case err == errNobody && time.Since(q.since) < arrival:
			d.retry(q)
		default:
			d.refuse(q, err.Error())
			d.questions = d.questions[1:]
		}
	}
}

// retry asks a question again after a while. Called with mu held.
func (d *desk) retry(q *question) {
	q.retries = true
	time.AfterFunc(arrival/20, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		q.retries = false
		d.advance()
	})
}

// watch refuses a question when its client has gone. Called with mu held.
func (d *desk) watch(q *question) {
	time.AfterFunc(d.absence, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if len(d.questions) == 0 || d.questions[0] != q {
			return
		}
		here := d.present(q.cell.asker)
		if !here && q.missed {
			d.refuse(q, refusedGone)
			d.questions = d.questions[1:]
			d.advance()
			return
		}
		q.missed = !here
		d.watch(q)
	})
}

func (d *desk) refuse(q *question, why string) {
	d.answer(repl.Input{Number: q.number, Refused: why})
}
