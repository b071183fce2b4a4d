package notebooks

import (
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// TestScriptPlaces: a failure names lines of the script, coloured or not, and
// leaves alone what is of no cell of it.
func TestScriptPlaces(t *testing.T) {
	p := places{"s.go", map[int]int{2: 10, 12: 40}}
	got := p.failure(&repl.Failure{
		Name: "panic", Value: "In[12]:3: f of In[2] at In[2]:1:5",
		Traceback: []string{"\x1b[1mIn[12]:1\x1b[0m", "In[3]:4"},
	})
	if want := "s.go:42: f of In[2] at s.go:10:5"; got.Value != want || got.Name != "panic" {
		t.Errorf("%s: %s, want %s", got.Name, got.Value, want)
	}
	if want := []string{"\x1b[1ms.go:40\x1b[0m", "In[3]:4"}; !slices.Equal(got.Traceback, want) {
		t.Errorf("traceback %q, want %q", got.Traceback, want)
	}
	if p.failure(nil) != nil {
		t.Error("a failure out of nothing")
	}
}

// TestScriptPlacesKeepCarets: a caret stays below its column where the place before the line
// becomes longer or shorter.
func TestScriptPlacesKeepCarets(t *testing.T) {
	for _, c := range []struct{ file, above, caret string }{
		{"analysis.go", "    analysis.go:7  f(x)", "                     \x1b[31m^\x1b[0m"},
		{"s", "    s:7  f(x)", "           \x1b[31m^\x1b[0m"},
	} {
		got := places{c.file, map[int]int{12: 7}}.failure(&repl.Failure{
			Traceback: []string{"    In[12]:1  f(x)", "                \x1b[31m^\x1b[0m", "    ^ stays"},
		}).Traceback
		if want := []string{c.above, c.caret, "    ^ stays"}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", c.file, got, want)
		}
	}
}
