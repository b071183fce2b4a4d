package kernel

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

func TestTextBufferKeepsTheOrderOfACell(t *testing.T) {
	a, b := json.RawMessage(`{"msg_id":"a"}`), json.RawMessage(`{"msg_id":"b"}`)
	var buf textBuffer
	for _, w := range []struct {
		parent json.RawMessage
		name   repl.StreamName
		text   string
	}{
		{a, repl.Stdout, "1"}, {a, repl.Stdout, "2"}, {b, repl.Stdout, "x"}, {a, repl.Stdout, "3"},
		{a, repl.Stderr, "4"}, {b, repl.Stdout, "y"}, {a, repl.Stdout, "5"},
	} {
		buf.add(w.parent, streamText{w.name, w.text}, time.Time{})
	}
	want := []textPart{
		{a, repl.Stdout, []byte("123")}, {b, repl.Stdout, []byte("xy")}, {a, repl.Stderr, []byte("4")}, {a, repl.Stdout, []byte("5")},
	}
	got := buf.take(time.Time{})
	same := func(p, q textPart) bool {
		return string(p.parent) == string(q.parent) && p.name == q.name && string(p.text) == string(q.text)
	}
	if !slices.EqualFunc(got, want, same) {
		t.Errorf("got %q", got)
	}
	if rest := buf.take(time.Time{}); len(rest) > 0 {
		t.Errorf("left over: %q", rest)
	}
}

func TestTextBufferBoundsItsParts(t *testing.T) {
	var buf textBuffer
	const rounds = 10 * textParts
	for range rounds {
		buf.add(nil, streamText{repl.Stdout, "o"}, time.Time{})
		buf.add(nil, streamText{repl.Stderr, "e"}, time.Time{})
	}
	parts := buf.take(time.Time{})
	if len(parts) > textParts {
		t.Errorf("%d parts", len(parts))
	}
	var all strings.Builder
	for _, p := range parts {
		all.Write(p.text)
	}
	if o, e := strings.Count(all.String(), "o"), strings.Count(all.String(), "e"); o != rounds || e != rounds {
		t.Errorf("%d and %d letters, expected %d of each", o, e, rounds)
	}
}

func TestTextBufferIsDue(t *testing.T) {
	begin := time.Unix(1000, 0)
	ms := func(n int) time.Time { return begin.Add(time.Duration(n) * time.Millisecond) }
	var buf textBuffer
	check := func(what string, want time.Time) {
		t.Helper()
		if !buf.due.Equal(want) {
			t.Errorf("%s: due after %v, expected %v", what, buf.due.Sub(begin), want.Sub(begin))
		}
	}
	buf.add(nil, streamText{repl.Stdout, "1"}, ms(0))
	check("the first text", ms(2))
	buf.add(nil, streamText{repl.Stdout, "2"}, ms(1))
	check("more of it", ms(2))
	buf.take(ms(2))
	buf.add(nil, streamText{repl.Stdout, "3"}, ms(6))
	check("soon after", ms(52))
	buf.take(ms(52))
	buf.add(nil, streamText{repl.Stdout, "4"}, ms(500))
	check("after a pause", ms(502))
	if buf.add(nil, streamText{repl.Stdout, strings.Repeat("x", textFull-2)}, ms(500)) {
		t.Error("full too early")
	}
	if !buf.add(nil, streamText{repl.Stdout, "x"}, ms(500)) {
		t.Error("not full")
	}
}
