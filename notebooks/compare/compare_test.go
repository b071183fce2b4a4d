package compare

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

// book returns a notebook with a cell for each list of outputs, which are JSON.
func book(t *testing.T, cells ...string) *notebooks.Notebook {
	t.Helper()
	var all []string
	for i, outputs := range cells {
		tags, outs, _ := strings.Cut(outputs, "|")
		all = append(all, fmt.Sprintf(`{"cell_type":"code","id":"c%d","execution_count":%d,"metadata":{"tags":[%s]},"source":"f(%d)","outputs":[%s]}`,
			i+1, i+1, tags, i+1, outs))
	}
	src := `{"cells":[` + strings.Join(all, ",") + `],"metadata":{},"nbformat":4,"nbformat_minor":5}`
	nb, err := notebooks.Read(strings.NewReader(src), "book.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

func stream(text string) string {
	raw, _ := json.Marshal(text)
	return fmt.Sprintf(`{"output_type":"stream","name":"stdout","text":%s}`, raw)
}

func shown(mime, value string) string {
	raw, _ := json.Marshal(value)
	if strings.HasSuffix(mime, "json") {
		raw = []byte(value)
	}
	return fmt.Sprintf(`{"output_type":"display_data","metadata":{},"data":{%q:%s}}`, mime, raw)
}

func failure(name, value string) string {
	return fmt.Sprintf(`{"output_type":"error","ename":%q,"evalue":%q,"traceback":["at 0xc000000001"]}`, name, value)
}

// TestNotebooks: differences of one output, as they are told; "" where there is none.
func TestNotebooks(t *testing.T) {
	const svg = `<svg><path d="M0 500L%s 20"/></svg>`
	for _, tc := range []struct{ name, old, now, want string }{
		{"the same", stream("a 1.5\n"), stream("a 1.5\n"), ""},
		{"a number within", stream("a 1.5000\n"), stream("a 1.5004\n"), ""},
		{"a number beyond", stream("a 1.5 b 2.5\n"), stream("a 1.5 b 2.6\n"), "output 1, stdout, number 2: 2.6 was 2.5, relative 0.038"},
		{"a count", stream("1500 rows\n"), stream("1501 rows\n"), "output 1, stdout, number 1: 1501 was 1500, relative 0.00067"},
		{"a count that no float64 holds", stream("9007199254740992\n"), stream("9007199254740993\n"), `output 1, stdout: line 1: "9007199254740993" was "9007199254740992"`},
		{"a count in braces", stream("{123456}\n"), stream("{123457}\n"), "output 1, stdout, number 1: 123457 was 123456, relative 8.1e-06"},
		{"a number with a sign before it", stream("#123456\n"), stream("#123457\n"), "output 1, stdout, number 1: 123457 was 123456, relative 8.1e-06"},
		{"a number beside a picture", shown("text/html", `<p data-x="0.5"></p><svg width="800"/>`), shown("text/html", `<p data-x="0.6"></p><svg width="800"/>`), "output 1, text/html, number 1: 0.6 was 0.5, relative 0.17"},
		{"noise around 0", stream("1.2e-17\n"), stream("-3e-17\n"), ""},
		{"a word", stream("x3 in\n"), stream("x3 out\n"), `output 1, stdout: line 1: "x3 out" was "x3 in"`},
		{"a name with digits", stream("x3\n"), stream("x4\n"), `output 1, stdout: line 1: "x4" was "x3"`},
		{"blanks", stream("a b\n"), stream("a  b\n"), `output 1, stdout: line 1: "a  b" was "a b"`},
		{"a column that is filled up", stream("a   0.4\n"), stream("a 0.3999\n"), ""},
		{"more lines", stream("1\n2\n"), stream("1\n2\n3\n"), `output 1, stdout: 4 lines, there were 3; the first that is another is line 3: "3" was ""`},
		{"times and addresses", stream("0xc000123456 in 1.5s\n"), stream("0xc000654321 in 2m1s\n"), ""},
		{"a stream in pieces", stream("a\n") + "," + stream("b\n"), stream("a\nb\n"), ""},
		{"an output more", stream("a\n"), stream("a\n") + "," + shown("text/plain", "b"), "2 outputs (stdout, display_data), there were 1 (stdout)"},
		{"another kind", stream("a\n"), failure("undefined", "x"), `output 1: error undefined was stdout: "at 0xc000000001" was "a"`},
		{"the same failure", failure("undefined", "x 1"), failure("undefined", "x 1"), ""},
		{"another failure", failure("undefined", "x"), failure("undefined", "y"), `output 1, error: line 1: "y" was "x"`},
		{"a rendering less", shown("text/html", "a"), shown("text/plain", "a"), "output 1, text/html: is missing; there are text/plain\noutput 1, text/plain: is new: the notebook stores no such rendering"},
		{"a place in a picture", shown("image/svg+xml", fmt.Sprintf(svg, "10.00")), shown("image/svg+xml", fmt.Sprintf(svg, "10.30")), ""},
		{"another place", shown("image/svg+xml", fmt.Sprintf(svg, "10.00")), shown("image/svg+xml", fmt.Sprintf(svg, "11")), "output 1, image/svg+xml, number 3: 11 was 10.00, relative 0.091"},
		{"a shade", shown("image/svg+xml", `<path fill="#aabbcc"/>`), shown("image/svg+xml", `<path fill="#aabbcd"/>`), ""},
		{"a colour", shown("image/svg+xml", `<path fill="#aabbcc"/>`), shown("image/svg+xml", `<path fill="#aabbff"/>`), "output 1, image/svg+xml: line 1: colour #aabbff was #aabbcc"},
		{"JSON", shown("application/json", `{"a":[1.5,2]}`), shown("application/json", `{"a":[1.5,3]}`), "output 1, application/json, number 2: 3 was 2, relative 0.33"},
		{"JSON that a client has stored again", shown("application/json", `{"b":1.0,"a":"\u003cé"}`), shown("application/json", `{"a": "<\u00e9", "b": 1}`), ""},
		{"a colour in JSON", shown("application/json", `{"a":"#aabbcc"}`), shown("application/json", `{"a":"#aabbcd"}`), ""},
		{"a control", shown("application/vnd.jupyter.widget-view+json", `{"model_id":"a"}`), shown("application/vnd.jupyter.widget-view+json", `{"model_id":"b"}`), ""},
		{"one mark of a drawing", shown("text/plain", strings.Repeat("⣀", 99)+"⣀ 1.5"), shown("text/plain", strings.Repeat("⣀", 99)+"⣤ 1.5"), ""},
		{"a drawing", shown("text/plain", "⣀⣀⣀⣀ 1.5"), shown("text/plain", "⣀⣀⡇⡇ 1.5"), "output 1, text/plain: the drawing: 2 of 4 characters are others"},
		{"ignored", `"nvsd-ignore"|` + stream("a\n"), `"nvsd-ignore"|` + stream("b\n"), ""},
		{"ignored by a tag of one's own", `"slow"|` + stream("a\n"), `"slow"|` + stream("b\n"), ""},
	} {
		if !strings.Contains(tc.old, "|") {
			tc.old, tc.now = "|"+tc.old, "|"+tc.now
		}
		r := Notebooks(book(t, tc.old), book(t, tc.now), Options{DefaultTolerance, []string{"slow"}})
		var got []string
		for _, d := range r.Cells[0].Differences {
			got = append(got, d.String())
		}
		if text := strings.Join(got, "\n"); text != tc.want || r.Passed() != (tc.want == "") {
			t.Errorf("%s: passed %v\n%s\nwant\n%s", tc.name, r.Passed(), text, tc.want)
		}
	}
}

// TestOutcomes: a cell that was not run is not called the same.
func TestOutcomes(t *testing.T) {
	stored := book(t, "|"+stream("1\n"), "|")
	fresh := book(t, "|"+stream("1\n"), "|")
	fresh.Clear()
	r := Notebooks(stored, fresh, Options{Tolerance: DefaultTolerance})
	if r.Cells[0].Outcome != NotRun || len(r.Cells[0].Differences) > 0 {
		t.Errorf("a cell that was not run: %+v", r.Cells[0])
	}
	never := book(t, "|")
	never.Clear()
	r = Notebooks(never, book(t, "|"+stream("1\n")), Options{Tolerance: DefaultTolerance})
	if r.Passed() || !strings.Contains(r.Cells[0].Differences[0].Text, "the notebook stores none") {
		t.Errorf("a cell that was never run before: %+v", r.Cells[0])
	}
}
