package kernel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"unicode/utf8"
)

// sign makes the frames of a message of four parts, however malformed.
func (c *client) sign(parts ...string) [][]byte {
	frames := [][]byte{[]byte(delimiter), nil}
	for _, p := range parts {
		frames = append(frames, []byte(p))
	}
	frames[1] = c.codec.signer.sign(frames[2:])
	return frames
}

// What cannot be answered is dropped, and counted.
func TestBadMessagesAreDropped(t *testing.T) {
	k := start(t, nil)
	c := connect(t, k.server)
	good := func() [][]byte {
		return c.sign(`{"msg_id":"`+newUUID()+`","msg_type":"kernel_info_request"}`, "{}", "{}", "{}")
	}
	const head = `{"msg_id":"x","msg_type":"kernel_info_request"}`
	forged, altered := good(), good()
	forged[1] = nil
	altered[5] = []byte(`{"code":"x"}`)
	deep := `{"a":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`
	bad := map[string][][]byte{
		"unsigned":             forged,
		"altered":              altered,
		"short":                good()[:4],
		"no delimiter":         good()[1:],
		"empty":                {{}},
		"header no JSON":       c.sign("{", "{}", "{}", "{}"),
		"header too long":      c.sign(`{"msg_id":"`+strings.Repeat("x", maxHeader)+`","msg_type":"kernel_info_request"}`, "{}", "{}", "{}"),
		"route too long":       append([][]byte{make([]byte, maxHeader)}, good()...),
		"parent a string":      c.sign(head, `""`, "{}", "{}"),
		"metadata null":        c.sign(head, "{}", "null", "{}"),
		"content no JSON":      c.sign(head, "{}", "{}", "}"),
		"content a list":       c.sign(head, "{}", "{}", "[]"),
		"content too deep":     c.sign(head, "{}", "{}", deep),
		"no type":              c.sign(`{"msg_id":"x"}`, "{}", "{}", "{}"),
		"type is a number":     c.sign(`{"msg_id":"x","msg_type":1}`, "{}", "{}", "{}"),
		"no id":                c.sign(`{"msg_type":"kernel_info_request"}`, "{}", "{}", "{}"),
		"id is a number":       c.sign(`{"msg_id":1,"msg_type":"kernel_info_request"}`, "{}", "{}", "{}"),
		"a reply":              c.sign(`{"msg_id":"x","msg_type":"execute_reply"}`, "{}", "{}", "{}"),
		"a status":             c.sign(`{"msg_id":"x","msg_type":"status"}`, "{}", "{}", "{}"),
		"of a type unheard of": c.sign(`{"msg_id":"x","msg_type":"`+strings.Repeat("é", 1000)+`"}`, "{}", "{}", "{}"),
	}
	for name, frames := range bad {
		dropped := k.dropped.Count(droppedMessage)
		c.shell.send(frames...)
		// The next reply is to the next request: the bad message got none.
		if r := c.ask(c.shell, "kernel_info_request", struct{}{}); r.text("status") != "ok" {
			t.Errorf("after %q: %v", name, r)
		}
		if n := k.dropped.Count(droppedMessage) - dropped; n != 1 {
			t.Errorf("%q: %d messages count as dropped, expected 1", name, n)
		}
	}
}

// What is odd but can be answered is answered, in JSON that everybody reads.
func TestOddMessagesAreAnswered(t *testing.T) {
	k := start(t, map[string]script{"\uFFFD": shows("1"), "2": shows("2"), "": shows("")})
	c := connect(t, k.server)
	tests := []struct{ name, header, content, status string }{
		{"code that is not UTF-8", `"msg_type":"execute_request"`, "{\"code\":\"\xff\"}", "ok"},
		{"header that is not UTF-8", "\"username\":\"\xc3(\",\"msg_type\":\"execute_request\"", `{"code":"2"}`, "ok"},
		{"half a surrogate pair", `"msg_type":"execute_request"`, `{"code":"\ud800"}`, "ok"},
		{"a key twice", `"msg_type":"history_request","msg_type":"execute_request"`, `{"code":"1","code":"2"}`, "ok"},
		{"unknown keys", `"msg_type":"execute_request","subshell_id":"s"`, `{"code":"2","x":{}}`, "ok"},
		{"no code", `"msg_type":"execute_request"`, `{}`, "ok"},
		{"null", `"msg_type":"execute_request","session":null,"date":null`, `{"code":"2","user_expressions":null,"allow_stdin":null}`, "ok"},
		{"huge number", `"msg_type":"history_request"`, `{"hist_access_type":"tail","n":1e999}`, "error"},
		{"number for a flag", `"msg_type":"execute_request"`, `{"code":"2","silent":1}`, "error"},
		{"list of expressions", `"msg_type":"execute_request"`, `{"code":"2","user_expressions":["x"]}`, "error"},
	}
	for _, tt := range tests {
		id := newUUID()
		c.shell.send(c.sign(`{"msg_id":"`+id+`",`+tt.header+`}`, "{}", "{}", tt.content)...)
		frames := c.shell.recv()
		for _, f := range frames[2:] {
			if !utf8.Valid(f) || !json.Valid(f) {
				t.Errorf("%s: answered with %q", tt.name, f)
			}
		}
		r := c.read(frames)
		if r.Parent != id || r.text("status") != tt.status {
			t.Errorf("%s: got %v", tt.name, r)
		}
		if _, ok := r.Content["execution_count"]; !ok && r.Type == "execute_reply" {
			t.Errorf("%s: the reply has no execution_count", tt.name)
		}
	}
	for _, m := range c.published(c.send(c.shell, "kernel_info_request", struct{}{})) {
		t.Errorf("published %v", m)
	}
}

// A cell without code is no cell of the history, as in other kernels.
func TestCellWithoutCodeIsNotCounted(t *testing.T) {
	k := start(t, map[string]script{"": shows(""), " \n\t": shows(""), "1": shows("1")})
	c := connect(t, k.server)
	for _, tt := range []struct {
		code  string
		count float64
	}{{"1", 1}, {"", 1}, {" \n\t", 1}, {"1", 2}} {
		if r := c.reply(c.shell, c.execute(tt.code)); r.text("status") != "ok" || r.Content["execution_count"] != tt.count {
			t.Errorf("%q: %v, expected count %v", tt.code, r, tt.count)
		}
	}
}

// Whoever sends junk must not fill the log.
func TestDroppedMessageIsLoggedInShort(t *testing.T) {
	var log bytes.Buffer
	session := newFakeSession(nil)
	cfg := testConfig(session)
	cfg.Logger = slog.New(slog.NewTextHandler(&log, nil))
	s, err := newServer(cfg)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("é", 1<<20)
	for range 100 {
		s.noteDropped(errors.New(long))
	}
	if n := log.Len(); n == 0 || n > 3000 {
		t.Errorf("the log has %d bytes", n)
	}
	if !utf8.ValidString(brief(long[1:])) || len(brief(long)) > 100 || brief("a\nb") != `"a\nb"` {
		t.Errorf("named %s and %s", brief(long), brief("a\nb"))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.run(ctx)
}
