package kernel

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
)

// FuzzFrames reads arbitrary frames, which its input holds one after the other
// with a zero byte between them, as a kernel without a key does. Nothing
// panics, and what is decoded is the same after another way there and back.
func FuzzFrames(f *testing.F) {
	f.Add([]byte("<IDS|MSG>\x00\x00{\"msg_type\":\"kernel_info_request\"}\x00{}\x00{}\x00{}"))
	f.Add([]byte("id\x00<IDS|MSG>\x00<IDS|MSG>\x00{\"msg_type\":\"comm_msg\",\"msg_id\":\"\\ud800\"}\x00{}\x00{}\x00{\"data\":\"\xff\"}\x00buffer"))
	f.Add([]byte("<IDS|MSG>\x00\x00{\"msg_type\":null}\x00null\x00[]\x00{\"x\":1e999}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := testCodec(t, "")
		m, err := c.decode(bytes.Split(data, []byte{0}))
		if err != nil {
			return
		}
		again, err := c.encode(m.route, m.header.Type, m.origin, m.metadata, m.content)
		if err != nil {
			t.Fatalf("%+v cannot be encoded: %v", m, err)
		}
		back, err := c.decode(append(again, m.buffers...))
		if err != nil {
			t.Fatalf("%q cannot be decoded: %v", again, err)
		}
		if back.header.Type != m.header.Type || !slices.EqualFunc(back.route, m.route, bytes.Equal) || !slices.EqualFunc(back.buffers, m.buffers, bytes.Equal) {
			t.Errorf("%+v came back as %+v", m, back)
		}
		for _, text := range [][2]json.RawMessage{{m.origin, back.parent}, {m.metadata, back.metadata}, {m.content, back.content}} {
			if a, b := compact(t, text[0]), compact(t, text[1]); a != b {
				t.Errorf("%s came back as %s", a, b)
			}
		}
	})
}

func compact(t *testing.T, text []byte) string {
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return b.String()
}
