package notebooks

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// recorded runs a notebook of two cells with a Record: a shows a model, b prints.
func recorded(t *testing.T, nb *Notebook) {
	t.Helper()
	s := newScript(map[string]func(repl.ID) []repl.Event{
		"a": func(id repl.ID) []repl.Event {
			b := plainBundle("a model")
			b.Metadata = map[string]json.RawMessage{"nvsd": json.RawMessage(`{"digest":"d","seeds":[3],"data":{"seeds":[2,3],"files":[{"path":"x.csv","sha256":"ab","bytes":7}]}}`)}
			return []repl.Event{repl.Result{Parent: id, Bundle: b}, repl.Done{Parent: id}}
		},
		"b": func(id repl.ID) []repl.Event {
			return []repl.Event{repl.FileRead{Parent: id, Path: "b.csv", SHA256: "ef", Bytes: 3}, repl.Stream{Parent: id, Name: repl.Stdout, Text: "1\n"}, repl.Done{Parent: id}}
		},
	})
	err := Run(t.Context(), nb, s, Options{Language: repl.Language{Name: "go", FileExtension: ".go", Program: repl.Program{Version: "1", Platform: "linux/amd64", Build: "cd"}}})
	if err != nil {
		t.Fatal(err)
	}
}

// TestRecord: a run stores the program, the parameters, the seeds and files of what was shown, and
// digests of the outputs. A second run writes the same file.
func TestRecord(t *testing.T) {
	nb := parseNotebook(t, `{"cell_type":"code","metadata":{"tags":["parameters"]},"source":"n := 1","outputs":[],"id":"p"},`+
		`{"cell_type":"code","metadata":{},"source":"a","outputs":[],"id":"one"},{"cell_type":"code","metadata":{},"source":"b","outputs":[]}`)
	if err := nb.SetParams(params(t, "n=2")); err != nil {
		t.Fatal(err)
	}
	if _, ok := nb.Record(); ok {
		t.Error("a notebook that was not run has a record")
	}
	recorded(t, nb)
	once := written(t, nb)
	r, ok := nb.Record()
	outputs := nb.Digests()
	want := Record{
		Program:    repl.Program{Version: "1", Platform: "linux/amd64", Build: "cd"},
		Parameters: map[string]string{"n": "2"},
		Seeds:      []uint64{2, 3},
		Files:      []File{{"b.csv", "ef", 3}, {"x.csv", "ab", 7}},
		Outputs:    outputs,
	}
	if !ok || !reflect.DeepEqual(r, want) || len(outputs) != 2 || len(outputs["one"]) != 64 || len(outputs["cell 4"]) != 64 {
		t.Errorf("recorded %+v, want %+v", r, want)
	}
	recorded(t, nb)
	if written(t, nb) != once {
		t.Errorf("the second run wrote\n%s\nand the first\n%s", written(t, nb), once)
	}
	nb.cells[3].setOutputs([]Output{{Type: StreamOutput, Name: "stdout", Written: "2\n"}})
	if changed := nb.Digests(); changed["one"] != outputs["one"] || changed["cell 4"] == outputs["cell 4"] {
		t.Errorf("of a changed output the digests are %v, they were %v", changed, outputs)
	}
}

// TestLanguageIsStored: a run stores the language and the program as Jupyter's clients do, by which nbconvert knows
// the end of a file's name. A notebook in another language keeps its own.
func TestLanguageIsStored(t *testing.T) {
	const stored = `{"file_extension":".go","mimetype":"","name":"go","nvsd":{"build":"cd","platform":"linux/amd64","version":"1"},"version":""}`
	for metadata, want := range map[string]string{
		`{}`: stored,
		`{"language_info":{"name":"go","file_extension":".txt","nvsd":{"version":"0"}}}`: stored,
		`{"language_info":{"name":"python"}}`:                                            `{"name":"python"}`,
	} {
		nb, err := Read(strings.NewReader(`{"cells":[],"metadata":`+metadata+`,"nbformat":4,"nbformat_minor":5}`), "n.ipynb")
		if err != nil {
			t.Fatal(err)
		}
		recorded(t, nb)
		if got := string(appendValue(nil, nb.root.obj("metadata").obj("language_info"), oneLine, 0)); strings.Join(strings.Fields(got), "") != want {
			t.Errorf("of %s it stores\n%s\nwant\n%s", metadata, got, want)
		}
	}
}

// TestProgram: the program is that of the record, or what a client has stored of the kernel.
func TestProgram(t *testing.T) {
	for _, tc := range []struct{ metadata, version string }{
		{`{}`, ""},
		{`{"language_info":{"name":"go"}}`, ""},
		{`{"language_info":{"name":"go","nvsd":{"version":"2","platform":"p"}}}`, "2"},
		{`{"language_info":{"name":"go","nvsd":{"version":"2","platform":"p"}},"nvsd":{"program":{"version":"1","platform":"p"},"outputs":{}}}`, "1"},
		{`{"language_info":{"nvsd":3}}`, ""},
	} {
		nb, err := Read(strings.NewReader(`{"cells":[],"metadata":`+tc.metadata+`,"nbformat":4,"nbformat_minor":5}`), "n.ipynb")
		if err != nil {
			t.Fatal(err)
		}
		if got := nb.Program().Version; got != tc.version {
			t.Errorf("%s: version %q, want %q", tc.metadata, got, tc.version)
		}
	}
}

// TestCellsOfOneID: a client has given two cells one id. Each has a digest of its own.
func TestCellsOfOneID(t *testing.T) {
	nb := parseNotebook(t, `{"cell_type":"code","metadata":{},"source":"a","outputs":[],"id":"one"},{"cell_type":"code","metadata":{},"source":"b","outputs":[],"id":"one"}`)
	recorded(t, nb)
	if got := nb.Digests(); len(got) != 2 || got["one"] == "" || got["cell 2"] == "" {
		t.Errorf("digests %v", got)
	}
}
