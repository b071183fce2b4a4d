package compare

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

// TestEveryStoredNumberIsChecked moves each number that the notebooks store: by ten tolerances it
// is found, and by a tenth of one it is not.
func TestEveryStoredNumberIsChecked(t *testing.T) {
	files, err := filepath.Glob("../*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("no notebooks: %v", err)
	}
	numbers := 0
	for _, file := range files {
		nb, err := notebooks.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range nb.Cells() {
			for j, out := range c.Outputs() {
				for mime, stored := range textsOf(t, out) {
					at := fmt.Sprintf("%s, cell %d, output %d, %s", filepath.Base(file), i+1, j+1, mime)
					numbers += checkMoved(t, at, stored)
				}
			}
		}
	}
	if numbers < 1000 {
		t.Errorf("the notebooks store %d numbers", numbers)
	}
}

// textsOf returns what of an output is compared as text.
func textsOf(t *testing.T, out notebooks.Output) map[string]text {
	all := map[string]text{}
	if out.Type == notebooks.StreamOutput {
		all[out.Name] = newText(out.Written, plain)
	}
	for mime, raw := range out.Bundle.Data {
		if s, err := textOf(mime, raw); err == nil {
			all[mime] = s
		} else if mime != "image/png" && mime != "image/gif" {
			t.Errorf("%s is not compared: %v", mime, err)
		}
	}
	return all
}

// checkMoved moves all numbers of a text at once, since each is told by its place. It returns how
// many there are.
func checkMoved(t *testing.T, at string, stored text) int {
	all, size := numbersOf(stored)
	for _, tc := range []struct {
		tolerances float64
		found      bool
	}{{10, true}, {0.1, false}} {
		cell := Cell{}
		texts(stored, moved(stored, size, tc.tolerances), DefaultTolerance, &finding{cell: &cell})
		told := map[int]bool{}
		for _, d := range cell.Differences {
			if d.Number == 0 {
				t.Errorf("%s: by %v tolerances: %v", at, tc.tolerances, d)
				return all
			}
			told[d.Number] = true
		}
		if cell.Numbers != all {
			t.Errorf("%s: %d numbers are compared, there are %d", at, cell.Numbers, all)
		}
		for n := 1; n <= all; n++ {
			if told[n] != tc.found {
				t.Errorf("%s: number %d, moved by %v tolerances: found %v", at, n, tc.tolerances, told[n])
				return all
			}
		}
	}
	return all
}

func numbersOf(stored text) (count int, size float64) {
	for _, line := range stored.lines {
		for _, tok := range tokens(line, stored.format) {
			switch tok.kind {
			case coordinate:
				size = max(size, tok.value, -tok.value)
				count++
			case number:
				count++
			}
		}
	}
	return count, size
}

// moved returns a text with all its numbers away from 0 by so many tolerances.
func moved(stored text, size, tolerances float64) text {
	out := text{stored.format, nil}
	for _, line := range stored.lines {
		var b strings.Builder
		for _, tok := range tokens(line, stored.format) {
			if tok.kind != number && tok.kind != coordinate {
				b.WriteString(tok.text)
				continue
			}
			by := DefaultTolerance.of(tok, tok)
			if tok.kind == coordinate {
				by = max(DefaultTolerance.Absolute, DefaultTolerance.Relative*size)
			}
			by *= tolerances
			if tok.value < 0 || strings.HasPrefix(tok.text, "-") || strings.HasPrefix(tok.text, "−") {
				by = -by
			}
			b.WriteString(written(tok, tok.value+by))
		}
		out.lines = append(out.lines, b.String())
	}
	return out
}

// written writes a value in the place of a token, so that what stands beside it stays apart.
func written(tok token, v float64) string {
	s := strconv.FormatFloat(v, 'f', -1, 64)
	sign, _, _ := strings.Cut(tok.text, strings.TrimLeft(tok.text, "-+−"))
	return sign + strings.TrimPrefix(s, "-")
}
