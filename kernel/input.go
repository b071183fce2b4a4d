package kernel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/zmtp"
)

// A stdinClient is the client that asks the user the questions of a cell. It is the
// client that sent the cell.
type stdinClient struct {
	identity []byte   // of its connections; finds the connection to stdin
	route    [][]byte // the routing prefix of its messages
	request  string   // the msg_id of the cell
	refused  string   // why it cannot be asked; empty if it can
}

// These say why a question is not asked, and what the user can do.
const (
	refusedStdin  = "input: the client that runs this cell takes no questions (allow_stdin is false): write the value into the cell, or run it where somebody can answer, in JupyterLab or a console"
	refusedSilent = "input: a silent cell is run by a program, which cannot be asked: write the value into the cell"
	refusedComm   = "input: a message of a comm runs no cell, and only a cell can ask: ask before, in a cell"
	refusedLate   = "input: the cell has ended, and only a cell that runs can ask: let it wait for its goroutines"
	refusedNobody = "input: the client that runs this cell is not connected for questions (no connection to the stdin port has its identity): write the value into the cell, or run it in JupyterLab or a console"
	refusedGone   = "input: the client that was asked has gone: run the cell again in one that is there"
	refusedCrowd  = "input: too many questions wait for an answer: ask one after the other"
)

// newStdinClient returns the stdinClient of the cell that a request runs.
func newStdinClient(r *request, req executeRequest) stdinClient {
	client := stdinClient{route: r.route, request: r.header.ID}
	switch {
	case req.Silent:
		client.refused = refusedSilent
	case !req.AllowStdin:
		client.refused = refusedStdin
	default:
		client.identity = r.peer.Identity()
	}
	return client
}

// ask sends a question of a cell to the client, or refuses it at once.
func (s *server) ask(e repl.Ask) {
	c := s.cells.find(e.Parent)
	refused := refusedLate
	if c != nil && !c.ended {
		refused = c.stdin.refused
	}
	if refused != "" {
		s.answerInput(repl.Input{Number: e.Number, Refused: refused})
		return
	}
	c.output.other = true // the client's box for the answer
	s.iopub.flush()       // the cell may have written what the question is about
	s.questions.put(&question{number: e.Number, cell: c, content: inputRequest{e.Prompt, e.Password}})
}

// answerInput hands an answer to the interpreter.
func (s *server) answerInput(in repl.Input) {
	if err := s.cfg.Session.Send(in); err != nil {
		s.log.Debug("an answer was not delivered", "error", err)
	}
}

// requestInput sends a question to its client and returns the msg_id of the
// input_request.
func (s *server) requestInput(q *question) (id string, err error) {
	peer := s.sockets.stdin.Lookup(q.cell.stdin.identity)
	if peer == nil {
		return "", errNobody
	}
	route := q.cell.stdin.route
	frames, err := s.codec.encode(route, "input_request", q.cell.parent, nil, q.content)
	if err != nil {
		return "", err
	}
	var head header
	if err := json.Unmarshal(frames[len(route)+2], &head); err != nil {
		return "", err
	}
	if peer.Send(frames) != nil {
		return "", errors.New(refusedGone)
	}
	return head.ID, nil
}

// canAnswer reports whether a client is connected to stdin.
func (s *server) canAnswer(c stdinClient) bool { return s.sockets.stdin.Lookup(c.identity) != nil }

// acceptInput takes a message of the channel stdin.
func (s *server) acceptInput(in zmtp.Inbound) {
	m, err := s.read(in)
	if err == nil && m.header.Type != "input_reply" {
		err = fmt.Errorf("%s: only an input_reply is taken on the stdin channel", brief(m.header.Type))
	}
	if err == nil {
		err = s.questions.take(in.Peer.Identity(), m)
	}
	if err != nil {
		s.noteDropped(err)
	}
}

// readInput turns the content of an input_reply into an answer. A content that
// cannot be read becomes a refusal, because the client does not answer twice.
func readInput(content []byte) repl.Input {
	var reply inputReply
	err := json.Unmarshal(content, &reply)
	switch {
	case err != nil:
		return repl.Input{Refused: "the client's answer cannot be read: " + explainJSON(content, err).Error()}
	case reply.Status == "error":
		return repl.Input{Refused: "the client could not ask: " + reply.Error}
	case reply.Value == nil:
		return repl.Input{Refused: "the client's answer cannot be read: it has no value"}
	}
	line := strings.TrimSuffix(*reply.Value, "\n")
	return repl.Input{Line: strings.TrimSuffix(line, "\r")}
}

// answeredBy returns an error if a message does not answer the question. The parent
// of an answer is the question if JupyterLab sends it, the cell if some others do,
// and missing in clients built on jupyter_client.
func (q *question) answeredBy(identity []byte, m message) error {
	var parent header
	if err := json.Unmarshal(m.parent, &parent); err != nil {
		return fmt.Errorf("parent header: %w", err)
	}
	switch {
	case !bytes.Equal(identity, q.cell.stdin.identity):
		return errors.New("an input_reply of a client that was not asked")
	case parent.ID != "" && parent.ID != q.sent && parent.ID != q.cell.stdin.request:
		return errors.New("an input_reply to an earlier question")
	}
	return nil
}
