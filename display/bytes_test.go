package display

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestRenderBytes(t *testing.T) {
	for _, tc := range []struct {
		name string
		data []byte
		json bool
		text string // its beginning
	}{
		{"object", []byte(` {"b": 1, "a": [2]} `), true, "{\n  \"b\": 1,\n  \"a\": [\n    2\n  ]\n}"},
		{"number", []byte("12"), false, `[49 50] "12"`},
		{"broken", []byte("[1,"), false, `[91 49 44] "[1,"`},
		{"none", nil, false, "[]"},
		{"binary", make([]byte, 300), false, "00000000  00 00"},
		{"text", []byte(strings.Repeat("größe\t1\r\n", 5)), false, "größe\t1\r\n"},
		{"much JSON", []byte("[" + strings.Repeat("1,", maxJSON) + "1]"), false, "[\n  1,\n"},
	} {
		shown := renderBytes(tc.data)
		if got := shown[MIMEText].(string); !strings.HasPrefix(got, tc.text) {
			t.Errorf("%s: its text is %.60q", tc.name, got)
		}
		tree, ok := shown[MIMEJSON].(json.RawMessage)
		if ok != tc.json || ok && !json.Valid(tree) {
			t.Errorf("%s: it is shown as a tree: %t, want %t", tc.name, ok, tc.json)
		}
	}
}
