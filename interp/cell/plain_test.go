package cell

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// plainImporter knows package display as well.
type plainImporter struct{ types.Importer }

func (im plainImporter) Import(path string) (*types.Package, error) {
	if path != DisplayPath {
		return im.Importer.Import(path)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "display.go", "package display; func Show(values ...any) error { return nil }", 0)
	if err != nil {
		return nil, err
	}
	return (&types.Config{}).Check(path, fset, []*ast.File{f}, nil)
}

// TestPlain exports the notebooks in testdata/plain: cells In[n] and texts
// Text[n] become the program main.go, or the error of that name. With -update
// it writes that. Every program is checked in the making.
func TestPlain(t *testing.T) {
	files, err := filepath.Glob("testdata/plain/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no notebooks in testdata/plain", err)
	}
	im := plainImporter{newTestImporter(t)}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			book, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := &txtar.Archive{Comment: book.Comment}
			var cells []Passage
			for _, f := range book.Files {
				text := strings.TrimSuffix(string(f.Data), "\n")
				switch kind, _, _ := strings.Cut(f.Name, "["); kind {
				case "In":
					cells = append(cells, Passage{Source: Source{Label: f.Name, Count: len(cells) + 1, Code: text}})
				case "Text":
					cells = append(cells, Passage{Text: text})
				default:
					continue
				}
				got.Files = append(got.Files, f)
			}
			program, err := newTestSession(t, im).Plain("Program p is a test.", cells)
			result := txtar.File{Name: "main.go", Data: program}
			if err != nil {
				result = txtar.File{Name: "error", Data: fmt.Appendln(nil, err)}
			}
			got.Files = append(got.Files, result)
			text := txtar.Format(got)
			if *updateFlag {
				if err := os.WriteFile(name, text, 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := txtar.Format(book); !bytes.Equal(text, want) {
				t.Errorf("got:\n%s", text)
			}
		})
	}
}

// TestCommentOf: long lines are broken at spaces, items of lists keep together,
// code and tables stay as they are.
func TestCommentOf(t *testing.T) {
	word := strings.Repeat("w", 30)
	long := strings.Join([]string{word, word, word}, " ")
	for _, test := range []struct{ text, want string }{
		{"# Title\n\ntext", "// # Title\n//\n// text\n"},
		{long, "// " + word + " " + word + "\n// " + word + "\n"},
		{"* " + long, "// * " + word + " " + word + "\n//   " + word + "\n"},
		{"```\n" + long + "\n```", "// ```\n// " + long + "\n// ```\n"},
		{"| " + long + " |", "// | " + long + " |\n"},
		{strings.Repeat("w", 100), "// " + strings.Repeat("w", 100) + "\n"},
	} {
		if got := commentOf(test.text); got != test.want {
			t.Errorf("%q becomes\n%swant\n%s", test.text, got, test.want)
		}
	}
}
