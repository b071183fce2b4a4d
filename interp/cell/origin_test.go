package cell

import (
	"strings"
	"testing"
)

// Messages about a cell with edits name what the user wrote.
func TestEditsKeepPlaces(t *testing.T) {
	code := "x := 1\n%a x + y\n\tz"
	edits := []Edit{
		{Off: 7, End: 10, Text: "_ = 1\n", At: 7},
		{Off: 15, End: 15, Text: "\n_ = w", At: 7},
	}
	s := newTestSession(t, newTestImporter(t))
	_, err := s.Check(Source{Label: "In[1]", Count: 1, Code: code, Edits: edits})
	want := "In[1]:2:1: undefined: w\n" +
		"In[1]:2:8: undefined: y\n" +
		"In[1]:3:2: undefined: z"
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	if text := err.(*Errors).List[1].Text; text != "%a x + y" {
		t.Errorf("the line is %q", text)
	}
}

// Only edits may have names with the mark.
func TestMarkInEdits(t *testing.T) {
	s := newTestSession(t, newTestImporter(t))
	name := "x" + Mark
	if _, err := s.Check(Source{Label: "In[1]", Count: 1, Code: "a\n1", Edits: []Edit{{End: 1, Text: "for " + name + " := range 3 { _ = " + name + " }"}}}); err != nil {
		t.Error(err)
	}
	if _, err := s.Check(Source{Label: "In[2]", Count: 2, Code: "a\n" + name + " := 1", Edits: []Edit{{End: 1, Text: "_ = 1"}}}); err == nil || !strings.HasPrefix(err.Error(), "In[2]:2:1: ") {
		t.Errorf("%v", err)
	}
}

// What only ends the last statement leaves it the last.
func TestTrailingEdits(t *testing.T) {
	s := newTestSession(t, newTestImporter(t))
	for code, shown := range map[string]bool{"1 + 1": true, "1 + 1;": false, "x := 1": false, "g(1)\nfunc g(x int) int { return x }": false} {
		p, err := s.Check(Source{Label: "In[1]", Count: 1, Code: code, Edits: []Edit{{Off: len(code), End: len(code), Text: "\nprintln()", Trailing: true}}})
		if err != nil {
			t.Error(err)
		} else if strings.Contains(p.Code, ".Show(") != shown {
			t.Errorf("%q becomes\n%s", code, p.Code)
		}
	}
}
