package commands

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOpenHistory(t *testing.T) {
	for _, tt := range []struct {
		name, variable string
		args           []string
		want           string // the one file that is made, empty for none
	}{
		{"by default", "", nil, "data/nvsd-kernel/history/000001.jsonl"},
		{"elsewhere", "DIR/other", nil, "other/000001.jsonl"},
		{"off by the variable", "off", nil, ""},
		{"off by the flag", "", []string{"--no-history"}, ""},
		{"the flag wins", "DIR/other", []string{"--no-history"}, ""},
		{"the flag taken back", "", []string{"--no-history=false"}, "data/nvsd-kernel/history/000001.jsonl"},
	} {
		dir := t.TempDir()
		t.Setenv("JUPYTER_DATA_DIR", filepath.Join(dir, "data"))
		t.Setenv(historyVariable, strings.ReplaceAll(tt.variable, "DIR", dir))
		root := newRoot(Streams{})
		if err := root.ParseFlags(tt.args); err != nil {
			t.Fatal(err)
		}
		h, err := openHistory(root, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		h.Add(1, "x")
		h.Close()
		if len(h.Tail(1)) != 1 {
			t.Errorf("%s: the session has no history of its own", tt.name)
		}
		var files []string
		err = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				files = append(files, strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(dir)+"/"))
			}
			return err
		})
		if got := strings.Join(files, " "); err != nil || got != tt.want {
			t.Errorf("%s: files %q, %v; expected %q", tt.name, got, err, tt.want)
		}
	}

	t.Setenv(historyVariable, "no/such/folder")
	if got := command("connection.json"); got.status != exitUsage || !strings.Contains(got.err, historyVariable) {
		t.Errorf("a relative path: %+v", got)
	}
}
