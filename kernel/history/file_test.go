package history

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestParsePassesOverWhatIsNoRecord(t *testing.T) {
	const whole = `{"line":1,"input":"a"}
{"line":1,"output":"1"}
{"line":2,"input":"b"}
`
	for name, tt := range map[string]struct{ text, want string }{
		"whole":                  {whole, "1/1:a→1 1/2:b"},
		"torn at the end":        {whole + `{"line":3,"inp`, "1/1:a→1 1/2:b"},
		"torn in a character":    {whole + "{\"line\":3,\"input\":\"\xc3", "1/1:a→1 1/2:b"},
		"without the last break": {strings.TrimSuffix(whole, "\n"), "1/1:a→1 1/2:b"},
		"torn, and gone on":      {"{\"line\":1,\"in\n" + whole, "1/1:a→1 1/2:b"},
		"zeros":                  {whole + "\x00\x00\x00\n", "1/1:a→1 1/2:b"},
		"other values":           {"7\nnull\n[]\n{}\n\n" + whole, "1/1:a→1 1/2:b"},
		"another kind of line":   {`{"line":"x","input":"a"}` + "\n" + whole, "1/1:a→1 1/2:b"},
		"a field of tomorrow":    {`{"line":1,"input":"a","time":"now"}`, "1/1:a"},
		"an output alone":        {`{"line":1,"output":"1"}`, ""},
		"an output too late":     {whole + `{"line":1,"output":"2"}`, "1/1:a→1 1/2:b"},
		"nothing":                {"", ""},
	} {
		expect(t, name, parse([]byte(tt.text), 1), tt.want)
	}
}

// Whatever a file holds, what is appended to it on a line of its own is read.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"line":1,"input":"a"}`+"\n"), "b", "1")
	f.Add([]byte(`{"line":1,"inp`), "𝔵\n", "")
	f.Add([]byte("{\"line\":2,\"output\":null}\n\x00"), "", "\u2028")
	f.Fuzz(func(t *testing.T, text []byte, input, output string) {
		input, output = strings.ToValidUTF8(input, ""), strings.ToValidUTF8(output, "")
		before := parse(text, 3)
		text = append(text, '\n')
		for _, r := range []record{{Line: 7, Input: &input}, {Line: 7, Output: &output}} {
			line, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			text = append(append(text, line...), '\n')
		}
		want := append(before, Cell{Session: 3, Line: 7, Input: input, Output: &output})
		if got := parse(text, 3); !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as %s, expected %s", text, describe(got), describe(want))
		}
	})
}
