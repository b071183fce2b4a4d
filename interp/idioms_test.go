package interp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// programsOnly are idioms that a program and cells mean differently, and why.
var programsOnly = map[string]string{
	"calls/init-functions":         "the variables of a cell begin in the order in which they stand",
	"calls/package-variable-order": "the same",
	"loops/func-goto-out":          "refused, in programs too",
}

// alone are idioms, or subjects, that what other cells declare would disturb: a
// method stays when its type is declared again by itself, and so does a variable
// that is called len. Functions that reflection makes know types that are
// declared once.
var alone = map[string]bool{
	"printing/shadowed-string-method": true, "printing/complex-and-floats": true,
	"rules": true, "looking": true, "interfaces/reflected-methods": true,
}

// The idioms that package program holds programs to print as cells what they
// print as programs compiled by Go. Those of a file run in one session, one after
// the other, so that each redeclares much of what the ones before it declared.
func TestIdiomsAsCells(t *testing.T) {
	files, err := filepath.Glob("program/testdata/suite/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no idioms", err)
	}
	for _, file := range sample(files) {
		subject := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(subject, func(t *testing.T) {
			t.Parallel()
			n := open(t)
			want := golden(t, strings.TrimSuffix(file, ".txt")+".golden")
			idioms, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(idioms.Files) == 0 {
				t.Fatal("no idioms in ", file)
			}
			for _, idiom := range idioms.Files {
				if programsOnly[subject+"/"+idiom.Name] != "" {
					continue
				}
				if alone[subject] || alone[subject+"/"+idiom.Name] {
					n.run("%reset")
				}
				var out strings.Builder
				for _, code := range strings.Split(string(idiom.Data), "// %%\n") {
					o := n.run(code)
					out.WriteString(o.out)
					if o.failure != nil {
						out.WriteString(traceback(o.failure) + "\n")
						break
					}
				}
				if _, ok := want[idiom.Name]; !ok {
					t.Errorf("%s/%s has no golden text", subject, idiom.Name)
				}
				if got := strings.TrimRight(out.String(), "\n"); got != want[idiom.Name] {
					t.Errorf("%s/%s prints\n%s\nwant\n%s", subject, idiom.Name, got, want[idiom.Name])
				}
			}
		})
	}
}

// golden reads what idioms print, by their names.
func golden(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range txtar.Parse(text).Files {
		want[f.Name] = strings.TrimRight(string(f.Data), "\n")
	}
	return want
}
