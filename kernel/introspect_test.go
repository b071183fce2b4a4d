package kernel

import (
	"reflect"
	"strings"
	"testing"
)

// Cursors are counted in code points, also beyond the basic plane.
func TestComplete(t *testing.T) {
	k := start(t, nil)
	c := connect(t, k.server)
	for _, tt := range []struct {
		code               string
		cursor, start, end float64
	}{
		{"ab", 1, 0, 1},
		{"ab", 2, 1, 2},
		{"é😀x", 3, 2, 3},
		{"é😀x", 2, 1, 2},
		{"😀😀", 99, 1, 2},
		{"ab", 0, 0, 0},
		{"ab", -1, 0, 0},
	} {
		r := c.ask(c.shell, "complete_request", map[string]any{"code": tt.code, "cursor_pos": tt.cursor})
		want := map[string]any{
			"status": "ok", "matches": []any{"complete", "completely"}, "cursor_start": tt.start, "cursor_end": tt.end,
			"metadata": map[string]any{"_jupyter_types_experimental": []any{
				map[string]any{"text": "complete", "type": "function", "signature": "()", "start": tt.start, "end": tt.end},
				map[string]any{"text": "completely", "type": "keyword", "start": tt.start, "end": tt.end},
			}},
		}
		if r.Type != "complete_reply" || !reflect.DeepEqual(r.Content, want) {
			t.Errorf("%q at %v: got %v", tt.code, tt.cursor, r)
		}
	}
}

func TestInspect(t *testing.T) {
	k := start(t, nil)
	c := connect(t, k.server)
	for _, tt := range []struct {
		cursor, detail int
		found          bool
		data           map[string]any
	}{
		{1, 0, true, map[string]any{"text/plain": "😀 0", "text/markdown": "**😀**"}},
		{2, 1, true, map[string]any{"text/plain": "😀x 1", "text/markdown": "**😀x**"}},
		{0, 0, false, map[string]any{}},
	} {
		r := c.ask(c.shell, "inspect_request", map[string]any{"code": "😀x", "cursor_pos": tt.cursor, "detail_level": tt.detail})
		want := map[string]any{"status": "ok", "found": tt.found, "data": tt.data, "metadata": map[string]any{}}
		if r.Type != "inspect_reply" || !reflect.DeepEqual(r.Content, want) {
			t.Errorf("at %d: got %v, want %v", tt.cursor, r.Content, want)
		}
	}
}

// Without an analyzer there is an answer, too.
func TestIntrospectionWithoutAnalyzer(t *testing.T) {
	s := &server{}
	r := &request{message: message{content: []byte(`{"code": "x", "cursor_pos": 1}`)}}
	if got, err := s.complete(r); err != nil || len(got.(completeReply).Matches) > 0 || got.(completeReply).CursorEnd != 1 {
		t.Errorf("complete: %v, %v", got, err)
	}
	if got, err := s.inspect(r); err != nil || got.(inspectReply).Found {
		t.Errorf("inspect: %v, %v", got, err)
	}
}

// A cell of megabytes is not looked at, so that other requests do not wait.
func TestIntrospectionOfData(t *testing.T) {
	k := start(t, nil)
	c := connect(t, k.server)
	for extra, looked := range map[int]bool{0: true, 1: false} {
		code := strings.Repeat("x", maxLooked+extra)
		for msgType, found := range map[string]func(map[string]any) bool{
			"complete_request":    func(r map[string]any) bool { return len(r["matches"].([]any)) > 0 },
			"inspect_request":     func(r map[string]any) bool { return r["found"] == true },
			"is_complete_request": func(r map[string]any) bool { return r["status"] != "unknown" },
		} {
			r := c.ask(c.shell, msgType, map[string]any{"code": code, "cursor_pos": 1})
			if found(r.Content) != looked {
				t.Errorf("%s about %d bytes: %.200v", msgType, len(code), r.Content)
			}
		}
	}
}
