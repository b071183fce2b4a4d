package cell

import (
	"go/types"
	"strings"
	"testing"
)

// A failingImporter makes a mistake at every package, as long as it fails.
type failingImporter struct {
	types.Importer
	fails bool
}

func (im *failingImporter) Import(path string) (*types.Package, error) {
	if im.fails {
		panic("no such case")
	}
	return im.Importer.Import(path)
}

// TestMistake: a mistake of this package is an error of the cell, which asks to
// report it, and the session goes on.
func TestMistake(t *testing.T) {
	im := &failingImporter{Importer: newTestImporter(t), fails: true}
	s := newTestSession(t, im)
	_, err := s.Check(Source{Label: "In[3]", Count: 3, Code: "x := 1"})
	if err == nil || !strings.HasPrefix(err.Error(), "In[3]:1:1: ") || !strings.Contains(err.Error(), "report it with this message: no such case") {
		t.Errorf("a mistake is %v", err)
	}
	im.fails = false
	if _, err := s.Check(Source{Label: "In[4]", Count: 4, Code: "x := 1"}); err != nil {
		t.Errorf("the cell after it: %v", err)
	}
}
