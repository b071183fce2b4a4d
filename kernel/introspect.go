package kernel

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// maxLooked bounds the code that is analyzed, in bytes. A larger cell holds data, and
// its analysis would keep the other requests of the channel waiting.
const maxLooked = 1 << 20

// analyzer returns the analyzer of the session, or nil if there is none or the code is too
// large.
func (s *server) analyzer(code string) repl.Analyzer {
	if len(code) > maxLooked {
		return nil
	}
	return s.cfg.Analyzer
}

// isComplete answers an is_complete_request: whether a console should run what has
// been typed.
func (s *server) isComplete(r *request) (any, error) {
	var req codeRequest
	if err := r.decode(&req); err != nil {
		return nil, err
	}
	analyzer := s.analyzer(req.Code)
	if analyzer == nil {
		return isCompleteReply{Status: "unknown"}, nil
	}
	c := analyzer.Completeness(req.Code)
	reply := isCompleteReply{Status: string(c.State)}
	if c.State == repl.Incomplete {
		reply.Indent = &c.Indent
	}
	return reply, nil
}

// complete answers a complete_request: what may stand at the cursor.
func (s *server) complete(r *request) (any, error) {
	var req codeRequest
	if err := r.decode(&req); err != nil {
		return nil, err
	}
	reply := completeReply{
		status:      ok(),
		Matches:     []string{},
		CursorStart: req.CursorPos,
		CursorEnd:   req.CursorPos,
		Metadata:    completeMetadata{Types: []completeType{}},
	}
	analyzer := s.analyzer(req.Code)
	if analyzer == nil {
		return reply, nil
	}
	c := analyzer.Complete(req.Code, byteOffset(req.Code, req.CursorPos))
	reply.CursorStart = utf8.RuneCountInString(req.Code[:c.Start])
	reply.CursorEnd = utf8.RuneCountInString(req.Code[:c.End])
	for _, e := range c.Entries {
		reply.Matches = append(reply.Matches, e.Text)
		reply.Metadata.Types = append(reply.Metadata.Types,
			completeType{e.Text, e.Kind, e.Signature, reply.CursorStart, reply.CursorEnd})
	}
	return reply, nil
}

// inspect answers an inspect_request: what is known of the name at the cursor.
func (s *server) inspect(r *request) (any, error) {
	var req codeRequest
	if err := r.decode(&req); err != nil {
		return nil, err
	}
	var found repl.Inspection
	if analyzer := s.analyzer(req.Code); analyzer != nil {
		found = analyzer.Inspect(req.Code, byteOffset(req.Code, req.CursorPos), req.DetailLevel)
	}
	reply := inspectReply{status: ok(), Found: found.Plain != "", bundle: newBundle(repl.Bundle{})}
	if !reply.Found {
		return reply, nil
	}
	for mime, text := range map[string]string{"text/plain": found.Plain, "text/markdown": found.Markdown} {
		quoted, err := json.Marshal(text)
		if err != nil {
			return nil, err
		}
		reply.Data[mime] = quoted
	}
	return reply, nil
}

// byteOffset returns the offset in bytes of the n-th code point of text. The protocol counts
// code points, whatever the client's own strings are made of.
func byteOffset(text string, n int) int {
	if n <= 0 {
		return 0
	}
	for i := range text {
		if n == 0 {
			return i
		}
		n--
	}
	return len(text)
}
