package cell

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// FuzzCheck runs two cells, one after the other: whatever they say, there is a
// list of errors inside the cell or a program that is valid Go.
func FuzzCheck(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		book, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		last := ""
		for _, file := range book.Files {
			if strings.HasPrefix(file.Name, "In[") {
				f.Add(last, string(file.Data))
				last = string(file.Data)
			}
		}
	}
	im := newTestImporter(f)
	f.Fuzz(func(t *testing.T, first, second string) {
		s := newTestSession(t, im)
		for i, code := range []string{first, second, first} {
			src := Source{Label: "In", Count: i + 1, Code: code}
			p, err := s.Check(src)
			if err != nil {
				lines := strings.Count(code, "\n") + 1
				for _, e := range err.(*Errors).List {
					if e.Line < 1 || e.Line > lines || e.Col < 1 || e.Col > len(e.Text)+2 {
						t.Errorf("error outside the cell: %+v", e)
					}
					if strings.HasPrefix(e.Msg, "the kernel fails") {
						t.Error(e.Msg)
					}
				}
				continue
			}
			s.Commit(p)
			if _, err := parser.ParseFile(token.NewFileSet(), "", p.Code, 0); err != nil {
				t.Errorf("%v in\n%s", err, p.Code)
			}
		}
	})
}
