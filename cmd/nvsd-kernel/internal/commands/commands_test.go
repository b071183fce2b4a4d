package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// root is the folder of the module, seen from the tests of this package.
const root = "../../../.."

// TestMain lets the test binary be the worker that the program starts as
// itself.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && (os.Args[1] == workerCommand || os.Args[1] == "study") {
		os.Exit(Execute(context.Background(), os.Args[1:], Streams{os.Stdin, os.Stdout, os.Stderr}))
	}
	os.Exit(m.Run())
}

type result struct {
	status   int
	out, err string
}

func command(args ...string) result {
	var out, errOut bytes.Buffer
	status := Execute(context.Background(), args, Streams{strings.NewReader(""), &out, &errOut})
	return result{status, out.String(), errOut.String()}
}

// commandWith runs a command that finds text on its standard input.
func commandWith(text string, args ...string) result {
	var out, errOut bytes.Buffer
	status := Execute(context.Background(), args, Streams{strings.NewReader(text), &out, &errOut})
	return result{status, out.String(), errOut.String()}
}

// write puts a file into a fresh folder and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// notebook is a notebook of code cells.
func notebook(cells ...string) string {
	type cell struct {
		Type     string         `json:"cell_type"`
		ID       string         `json:"id"`
		Metadata map[string]any `json:"metadata"`
		Source   string         `json:"source"`
		Outputs  []any          `json:"outputs"`
		Count    *int           `json:"execution_count"`
	}
	nb := map[string]any{"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{}}
	var list []cell
	for i, source := range cells {
		list = append(list, cell{"code", fmt.Sprint("c", i), map[string]any{}, source, []any{}, nil})
	}
	nb["cells"] = list
	text, err := json.Marshal(nb)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func port(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }

// TestRefusals: what cannot be done ends with a status and one line on standard
// error that names the file or the word at fault.
func TestRefusals(t *testing.T) {
	taken := listen(t)
	defer taken.Close()
	info := map[string]any{"transport": "tcp", "ip": "127.0.0.1", "key": "k", "signature_scheme": "hmac-sha256"}
	for _, field := range []string{"shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"} {
		free := listen(t)
		free.Close()
		info[field] = port(free)
	}
	info["control_port"] = port(taken)
	connection, err := json.Marshal(info)
	if err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(t.TempDir(), "missing")

	for _, test := range []struct {
		name   string
		args   []string
		status int
		say    []string
	}{
		{"no such command", []string{"fti", "a", "b"}, exitUsage, []string{"fti", "--help"}},
		{"no such command, and no connection file", []string{"instal"}, exitUsage, []string{`no command "instal"`, "connection file instal", "--help"}},
		{"an argument too many", []string{"status", "nvsd"}, exitUsage, []string{`no argument "nvsd"`, "status --help"}},
		{"no such command of data", []string{"data", "lsit"}, exitUsage, []string{"lsit", "data --help"}},
		{"an unknown flag", []string{"run", "--colour"}, exitUsage, []string{"--colour", "--help"}},
		{"a missing argument", []string{"run"}, exitUsage, []string{"FILE"}},
		{"a log level that is none", []string{"--log-level", "loud", missing}, exitUsage, []string{"loud", "debug"}},
		{"no connection file", []string{missing}, exitUsage, []string{missing}},
		{"a connection file of garbage", []string{write(t, "c.json", "{")}, exitUsage, []string{"c.json"}},
		{"a connection file without a port", []string{write(t, "c.json", `{"transport":"tcp"}`)}, exitUsage, []string{"c.json", "ip"}},
		{"a port that is taken", []string{write(t, "c.json", string(connection))}, exitFailed, []string{"control_port", fmt.Sprint(port(taken))}},
		{"no notebook", []string{"run", missing + ".ipynb"}, exitUsage, []string{missing}},
		{"not a notebook by name", []string{"run", missing + ".txt"}, exitUsage, []string{missing, ".ipynb"}},
		{"a notebook of garbage", []string{"run", write(t, "n.ipynb", "nonsense")}, exitUsage, []string{"n.ipynb"}},
		{"an empty notebook", []string{"export", write(t, "n.ipynb", "")}, exitUsage, []string{"n.ipynb"}},
		{"a notebook of format 3", []string{"export", write(t, "n.ipynb", `{"nbformat":3,"nbformat_minor":0,"worksheets":[]}`)}, exitUsage, []string{"n.ipynb", "3"}},
		{"a form that is none", []string{"export", write(t, "n.ipynb", notebook()), "--to", "docx"}, exitUsage, []string{"docx", "html"}},
		{"a parameter without a value", []string{"run", write(t, "n.ipynb", notebook("1")), "--param", "x"}, exitUsage, []string{"--param", "x"}},
		{"no spec", []string{"fit", missing}, exitUsage, []string{missing}},
		{"a spec of garbage", []string{"fit", write(t, "s.json", "[")}, exitUsage, []string{"s.json"}},
		{"two places to install to", []string{"install", "--user", "--sys-prefix"}, exitFailed, []string{"only one of --user, --sys-prefix and --prefix"}},
		{"an empty place to install to", []string{"install", "--prefix", ""}, exitUsage, []string{"--prefix is empty"}},
		{"an empty name", []string{"uninstall", "--name", ""}, exitUsage, []string{"--name is empty"}},
		{"no folder for the executed notebook", []string{"run", write(t, "n.ipynb", notebook("1")), "--out", filepath.Join(missing, "o.ipynb")}, exitUsage, []string{"--out", missing}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := command(test.args...)
			if got.status != test.status {
				t.Errorf("status %d, want %d", got.status, test.status)
			}
			if lines := strings.Count(strings.TrimSpace(got.err), "\n") + 1; lines != 1 {
				t.Errorf("%d lines on standard error", lines)
			}
			for _, word := range test.say {
				if !strings.Contains(got.err, word) {
					t.Errorf("does not say %q", word)
				}
			}
			if t.Failed() {
				t.Log(got.err)
			}
		})
	}
}

// TestRunStopsAtTheFailingCell: status 1, the cell named, and what was run is
// in the file.
func TestRunStopsAtTheFailingCell(t *testing.T) {
	file := write(t, "n.ipynb", notebook(`x := 2`, `fmt.Println("half way", x)`, "x = 0\n_ = 1 / x", `fmt.Println("never")`))
	got := command("run", file)
	if got.status != exitFailed || !strings.Contains(got.err, "cell 3") || !strings.Contains(got.err, "divide by zero") {
		t.Errorf("status %d: %s", got.status, got.err)
	}
	if !strings.HasPrefix(got.out, "half way 2\n") || !strings.Contains(got.out, "panic: In[3]:2: integer divide by zero\n") {
		t.Errorf("standard output: %q", got.out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"half way 2", "divide by zero"} {
		if !bytes.Contains(text, []byte(part)) {
			t.Errorf("the notebook does not hold %q", part)
		}
	}
	if bytes.Contains(text, []byte(`"never\n"`)) {
		t.Error("a cell behind the failing one was run")
	}
}

// TestRunWithParameters: a cell tagged "parameters" is followed by the values of
// the command line.
func TestRunWithParameters(t *testing.T) {
	text := strings.Replace(notebook(`n := 1`, `fmt.Println(n * 10)`), `"metadata":{}`, `"metadata":{"tags":["parameters"]}`, 1)
	file, out := write(t, "n.ipynb", text), filepath.Join(t.TempDir(), "out.ipynb")
	got := command("run", file, "--param", "n=7", "--out", out)
	if got.status != 0 || got.out != "70\n" {
		t.Errorf("status %d, %q, %s", got.status, got.out, got.err)
	}
	if kept, err := os.ReadFile(file); err != nil || string(kept) != text {
		t.Errorf("the notebook itself was changed (%v)", err)
	}
}

// TestCellsRunBesideTheNotebook: paths in cells are relative to it.
func TestCellsRunBesideTheNotebook(t *testing.T) {
	file := write(t, "n.ipynb", notebook(`data.CSV("points.csv", data.Target("y")).N()`))
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "points.csv"), []byte("a,y\n1,2\n3,4\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := command("run", file); got.status != 0 || got.out != "2\n" {
		t.Errorf("status %d, %q, %s", got.status, got.out, got.err)
	}
}
