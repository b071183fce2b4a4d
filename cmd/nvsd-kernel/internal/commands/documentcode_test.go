package commands

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/identity"
	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// runPages are the documents whose Go is run: each page is one session, from top to bottom.
func runPages(t *testing.T) []string {
	t.Helper()
	guide, err := filepath.Glob(filepath.Join(root, "docs", "guide", "*.md"))
	if err != nil || len(guide) == 0 {
		t.Fatalf("no guide: %v", err)
	}
	return append(guide, filepath.Join(root, "README.md"), filepath.Join(root, "docs", "how-to.md"), filepath.Join(root, "docs", "studies.md"))
}

// goBlock is a block of Go and, if one follows at once, the block of what it shows.
var goBlock = regexp.MustCompile("(?s)```go\n(.*?)```\n(?:\n?```text\n(.*?)```\n)?")

// needsPortable skips a test of digits in which what last bits decide can be seen.
func needsPortable(t *testing.T) {
	t.Helper()
	if identity.Arithmetic != repl.Portable {
		t.Skip("these are the digits of portable arithmetic: go run ./install/portable test ./cmd/nvsd-kernel/internal/commands")
	}
}

// chartBehind is the picture behind a cell, on dark and on light pages.
var chartBehind = regexp.MustCompile(`srcset="([^"]+)">\s*<img alt="[^"]*" src="([^"]+/guide/[^"]+)">`)

// TestDocumentsRun runs the Go of documents cell by cell, and compares what a cell shows with the
// block behind it, and its chart with the picture. A block that ends with a line "…" holds the beginning.
func TestDocumentsRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths are printed in another way there")
	}
	needsPortable(t)
	for _, page := range runPages(t) {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			blocks := goBlock.FindAllStringSubmatchIndex(string(text), -1)
			var cells []string
			for _, b := range blocks {
				cells = append(cells, string(text[b[2]:b[3]]))
			}
			shown := runCells(t, cells)
			var now strings.Builder
			last := 0
			for i, b := range blocks {
				if b[4] >= 0 {
					now.Write(text[last:b[4]])
					now.WriteString(asLongAs(shown[i].text, string(text[b[4]:b[5]])))
					last = b[5]
				}
				next := len(text)
				if i+1 < len(blocks) {
					next = blocks[i+1][0]
				}
				if files := chartBehind.FindSubmatch(text[b[1]:next]); files != nil {
					dark, light := charts(t, shown[i].page)
					golden.Check(t, filepath.Join(filepath.Dir(page), string(files[1])), dark)
					golden.Check(t, filepath.Join(filepath.Dir(page), string(files[2])), light)
				}
			}
			now.Write(text[last:])
			golden.Check(t, page, now.String())
		})
	}
}

var (
	// chart is the first drawing of a page: the declarations of its colours, and the drawing.
	chart = regexp.MustCompile(`(?s)<style>(.*?)</style>\s*(<svg .*?</svg>)`)
	// twoColours declares a colour of a drawing, on light and on dark pages.
	twoColours = regexp.MustCompile(`(--nvsd-[\w-]+):light-dark\((#\w+),(#\w+)\)`)
	// onPage matches the style of a drawing in a page: its width and height there.
	onPage = regexp.MustCompile(` style="display:block;[^"]*"`)
)

// charts returns the first drawing of a page as two files, one for dark and one for light pages.
func charts(t *testing.T, page string) (dark, light string) {
	t.Helper()
	found := chart.FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("the cell shows no chart: %s", page)
	}
	light = onPage.ReplaceAllString(found[2], "") + "\n"
	dark = light
	for _, colour := range twoColours.FindAllStringSubmatch(found[1], -1) {
		light = strings.ReplaceAll(light, "var("+colour[1]+")", colour[2])
		dark = strings.ReplaceAll(dark, "var("+colour[1]+")", colour[3])
	}
	return dark, light
}

// What a cell shows, in a terminal and on a page.
type shown struct{ text, page string }

// runCells runs the cells in a folder of their own, in which housing.csv is, and returns what
// each shows. None may fail.
func runCells(t *testing.T, cells []string) []shown {
	t.Helper()
	file := write(t, "page.ipynb", notebook(cells...))
	dir := filepath.Dir(file)
	if err := os.WriteFile(filepath.Join(dir, "housing.csv"), []byte(housing()), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := command("run", "--quiet", file); got.status != 0 {
		t.Fatalf("the page fails: %s", got.err)
	}
	return shownBy(t, file)
}

// shownBy returns the outputs of each cell of an executed notebook.
func shownBy(t *testing.T, file string) []shown {
	t.Helper()
	executed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var nb struct {
		Cells []struct {
			Outputs []struct {
				Text any
				Data map[string]any
			}
		}
	}
	if err := json.Unmarshal(executed, &nb); err != nil {
		t.Fatal(err)
	}
	all := make([]shown, len(nb.Cells))
	for i, c := range nb.Cells {
		for _, o := range c.Outputs {
			all[i].text += strings.TrimRight(joined(o.Text)+joined(o.Data["text/plain"]), "\n") + "\n"
			all[i].page += joined(o.Data["text/html"])
		}
	}
	return all
}

// joined returns a text of a notebook, which may be a list of lines.
func joined(text any) string {
	switch text := text.(type) {
	case string:
		return text
	case []any:
		var b strings.Builder
		for _, line := range text {
			b.WriteString(line.(string))
		}
		return b.String()
	}
	return ""
}

// asLongAs returns what is shown, or as much of its beginning as the page has.
func asLongAs(shown, page string) string {
	lines := strings.Split(strings.TrimSuffix(page, "\n"), "\n")
	now := strings.Split(strings.TrimSuffix(shown, "\n"), "\n")
	if k := len(lines) - 1; lines[k] == "…" && k < len(now) {
		now = append(now[:k:k], "…")
	}
	for i := range now {
		now[i] = strings.TrimRight(now[i], " ")
	}
	return strings.Join(now, "\n") + "\n"
}

// housing is a table with the columns that pages name, made by a rule.
func housing() string {
	var b strings.Builder
	b.WriteString("crim,rm,lstat,chas,medv\n")
	for i := range 506 {
		u := func(k int) float64 { return float64((i*k+k*k)%101) / 101 }
		crim, rm, lstat, chas := u(37), 4+4*u(59), 2+30*u(73), i%7/6
		fmt.Fprintf(&b, "%.3f,%.3f,%.2f,%d,%.2f\n", crim, rm, lstat, chas, 10+3*(rm-4)*(rm-4)-lstat/5-2*crim*u(11))
	}
	return b.String()
}
