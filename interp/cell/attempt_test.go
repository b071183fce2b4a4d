package cell

import (
	"strings"
	"testing"
)

// TestMistake: a mistake of this package is an error of the cell, which asks to
// report it, and the session goes on.
func TestMistake(t *testing.T) {
	s := newTestSession(t, newTestImporter(t))
	s.settled = func(*attempt) { panic("no such case") }
	_, err := s.Check(Source{Label: "In[3]", Count: 3, Code: "x := 1"})
	if err == nil || !strings.HasPrefix(err.Error(), "In[3]:1:1: ") || !strings.Contains(err.Error(), "report it with this message: no such case") {
		t.Errorf("a mistake is %v", err)
	}
	s.settled = nil
	if _, err := s.Check(Source{Label: "In[4]", Count: 4, Code: "x := 1"}); err != nil {
		t.Errorf("the cell after it: %v", err)
	}
}
