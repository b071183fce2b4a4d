package data

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

// A readRequest is a file to read, and the options as an Origin has them.
type readRequest struct {
	Path    string      `json:"path"`
	Options readOptions `json:"options"`
}

// A readAnswer is the columns that were read, with what is wrong with their cells, or an error.
type readAnswer struct {
	Error   string       `json:"error,omitempty"`
	Columns []readColumn `json:"columns,omitempty"`
}

type readColumn struct {
	ColumnValues
	Stray string `json:"stray,omitempty"` // why a cell cannot be used
}

// TestReaders reads the files that the lines of the file in NVSD_READERS name, and writes what
// they hold beside it. It is the half of test/readers.py that is ours: there the columns are
// compared with those of other readers. It goes by the readers alone, without what a Frame
// refuses, such as texts that differ in each row.
func TestReaders(t *testing.T) {
	path := os.Getenv("NVSD_READERS")
	if path == "" {
		t.Skip("NVSD_READERS is not set: make readers sets it")
	}
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.Create(path + ".out")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	answers, lines := json.NewEncoder(out), bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var request readRequest
		if err := json.Unmarshal(lines.Bytes(), &request); err != nil {
			t.Fatal(err)
		}
		if err := answers.Encode(request.answer()); err != nil {
			t.Fatal(err)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func (r readRequest) answer() (a readAnswer) {
	t, names, err := r.read()
	if err != nil {
		return readAnswer{Error: err.Error()}
	}
	for j, f := range t.fields {
		c := readColumn{ColumnValues{names[j], f.kind, f.values, f.levels, f.layout, "", nil}, ""}
		if f.stray.count > 0 {
			c.Stray = f.stray.reason
		}
		a.Columns = append(a.Columns, c)
	}
	return a
}

// read reads all columns that can be read.
func (r readRequest) read() (table, []string, error) {
	in, err := os.Open(r.Path)
	if err != nil {
		return table{}, nil, err
	}
	defer in.Close()
	opened, err := openStream(in, r.Path, &r.Options)
	if err != nil {
		return table{}, nil, err
	}
	uses := make([]use, len(opened.names()))
	for j := range uses {
		uses[j] = inferIt
		if p, is := opened.(*parquetTable); is && p.columns[j].Reason != "" {
			uses[j] = skip
		}
	}
	t, err := opened.table(uses, &r.Options)
	return t, opened.names(), err
}
