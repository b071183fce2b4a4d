package commands

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

// cars is the file that the cells of testdata/mistakes.txt read.
const cars = `Make,Cylinders,Horsepower,Weight,Acceleration,Origin,Colour,MPG
ford,8,130,3504,12.0,USA,red,18
fiat,4,75,2108,15.5,Italy,blue,29
audi,4,90,2430,14.5,Germany,red,24
saab,4,99,2671,13.5,Sweden,black,25
`

// TestMistakes runs the mistakes of testdata/mistakes.txt and compares what each is told.
//
// A row begins with a title. Its cells stand between lines of dashes. What the run shows of
// them stands behind bars. A row with a line "$ nvsd-kernel run ..." passes those arguments:
// its first cell declares the parameters. A line that begins with > is what the message says to
// write: the message has it, and in the place of the last line of the cells it runs.
func TestMistakes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a missing file has another message there")
	}
	needsPortable(t)
	const file = "testdata/mistakes.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rows := splitMistakes(string(text))
	told := make([]string, len(rows))
	t.Run("rows", func(t *testing.T) {
		for i, row := range rows {
			t.Run(row.title, func(t *testing.T) {
				t.Parallel()
				told[i] = row.run(t, row.code)
				if row.mended != "" {
					row.mend(t, told[i])
				}
			})
		}
	})
	var b strings.Builder
	b.WriteString(head)
	for i, row := range rows {
		b.WriteString("\n## " + row.title + "\n\n" + row.code + "\n")
		if row.mended != "" {
			b.WriteString("> " + row.mended + "\n")
		}
		lines := strings.Split(strings.TrimRight(told[i], "\n"), "\n")
		if len(lines) > mostTold {
			lines = append(lines[:mostTold-1], "…")
		}
		for _, line := range lines {
			b.WriteString(strings.TrimRight("| "+line, " ") + "\n")
		}
	}
	golden.Check(t, file, b.String())
}

// mostTold is how many lines the table has of what is shown of a row. A doc comment has more.
const mostTold = 16

// A mistake is a row: its title, its cells and command as they stand there, and what it is told
// to write instead of the last line.
type mistake struct{ title, code, mended string }

// splitMistakes returns what stands before the first row, and the rows.
func splitMistakes(text string) (head string, rows []mistake) {
	parts := strings.Split(text, "\n## ")
	for _, part := range parts[1:] {
		title, rest, _ := strings.Cut(part, "\n")
		var code []string
		mended := ""
		for _, line := range strings.Split(strings.Trim(rest, "\n"), "\n") {
			if text, ok := strings.CutPrefix(line, "> "); ok {
				mended = text
			} else if !strings.HasPrefix(line, "|") {
				code = append(code, line)
			}
		}
		rows = append(rows, mistake{title, strings.TrimSpace(strings.Join(code, "\n")), mended})
	}
	return strings.TrimRight(parts[0], "\n") + "\n", rows
}

// commandLine matches the command of a row, and in it the arguments behind the file.
var commandLine = regexp.MustCompile(`\n\$ nvsd-kernel run cells\.ipynb (.*)`)

// mend runs the cells with what the message says to write in the place of the last line. It finds
// what still fails, and a message that does not say it.
func (m mistake) mend(t *testing.T, told string) {
	if !strings.Contains(told, m.mended) {
		t.Errorf("it is not told to write %s", m.mended)
	}
	before := m.code[:strings.LastIndex("\n"+m.code, "\n")]
	if now := m.run(t, before+m.mended); failed.MatchString(now) {
		t.Errorf("what it is told to write fails:\n%s", now)
	}
}

// failed matches what a run shows of a cell that has failed.
var failed = regexp.MustCompile(`(?m)^(error|panic|In\[\d+\]:\d+:\d+):`)

// run runs cells, also those behind a cell that fails, and returns what is shown of them.
func (m mistake) run(t *testing.T, code string) string {
	var args []string
	if found := commandLine.FindStringSubmatch(code); found != nil {
		args = strings.Fields(found[1])
		code = strings.Replace(code, found[0], "", 1)
	}
	text := notebook(strings.Split(code, "\n---\n")...)
	if args != nil {
		text = strings.Replace(text, `"metadata":{}`, `"metadata":{"tags":["parameters"]}`, 1)
	}
	file := write(t, "cells.ipynb", text)
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "cars.csv"), []byte(cars), 0o666); err != nil {
		t.Fatal(err)
	}
	got := command(append([]string{"run", "--keep-going", file}, args...)...)
	if got.out == "" {
		return strings.ReplaceAll(got.err, file, "cells.ipynb")
	}
	return address.ReplaceAllString(strings.ReplaceAll(got.out, filepath.Dir(file), "the folder"), "0x1234")
}

// address matches an address in memory, which is another one in each run.
var address = regexp.MustCompile(`\b0x[0-9a-f]{6,}`)
