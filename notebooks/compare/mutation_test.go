package compare

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

// TestEveryStoredNumberIsChecked moves each number of each output that the notebooks store: by ten
// tolerances it is found, and by a tenth of one it is not. The log has how many there are.
func TestEveryStoredNumberIsChecked(t *testing.T) {
	files, err := filepath.Glob("../*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("no notebooks: %v", err)
	}
	total, passed := 0, 0
	for _, file := range files {
		nb, err := notebooks.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		numbers := map[string]int{} // by rendering
		for i, c := range nb.Cells() {
			for j, out := range c.Outputs() {
				at := fmt.Sprintf("%s, cell %d, output %d", filepath.Base(file), i+1, j+1)
				for where, n := range checkOutput(t, at, out) {
					if where == leftOut {
						passed += n
						continue
					}
					numbers[where] += n
					total += n
				}
			}
		}
		var counts []string
		for _, where := range slices.Sorted(maps.Keys(numbers)) {
			counts = append(counts, fmt.Sprintf("%s %d", where, numbers[where]))
		}
		if len(counts) > 0 {
			t.Logf("%s: %s", filepath.Base(file), strings.Join(counts, ", "))
		}
	}
	t.Logf("%d numbers, and the pixels of pictures; %d times and addresses, which are not compared", total, passed)
	if total < 1000 {
		t.Errorf("the notebooks store %d numbers", total)
	}
}

// checkOutput moves the numbers of an output, rendering by rendering. It returns how many each has.
func checkOutput(t *testing.T, at string, out notebooks.Output) map[string]int {
	numbers := map[string]int{}
	switch out.Type {
	case notebooks.StreamOutput:
		numbers[out.Name] = checkMoved(t, at+", "+out.Name, out, out.Name, newText(out.Written, plain), func(moved string) notebooks.Output {
			now := out
			now.Written = moved
			return now
		})
		return numbers
	case notebooks.ErrorOutput:
		numbers["error"] = checkMoved(t, at+", error", out, "error", newText(out.Failure.Value, plain), func(moved string) notebooks.Output {
			now := out
			now.Failure.Value = moved
			return now
		})
		return numbers
	}
	for mime, raw := range out.Bundle.Data {
		with := func(raw json.RawMessage) notebooks.Output {
			now := out
			now.Bundle.Data = maps.Clone(out.Bundle.Data)
			now.Bundle.Data[mime] = raw
			return now
		}
		if slices.Contains(uncompared, mime) {
			continue
		}
		if mime == "image/png" {
			checkPixels(t, at, out, raw, with)
			numbers["pixels of "+mime]++
			continue
		}
		stored, err := textOf(mime, raw)
		if err != nil {
			t.Errorf("%s: %s is not compared: %v", at, mime, err)
			continue
		}
		if p := passingOf(stored); len(p) > 0 {
			numbers[leftOut] += len(p)
			t.Logf("%s, %s: not compared: %q", at, mime, p)
		}
		numbers[mime] = checkMoved(t, at+", "+mime, out, mime, stored, func(moved string) notebooks.Output {
			switch {
			case strings.HasSuffix(mime, "json"):
				return with(json.RawMessage(moved))
			case mime == "application/pdf":
				return with(quoted(t, base64.StdEncoding.EncodeToString(pdfOf(moved))))
			}
			return with(quoted(t, moved))
		})
	}
	return numbers
}

func quoted(t *testing.T, s string) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// pdfOf returns as much of a PDF with this content as is compared.
func pdfOf(content string) []byte {
	var b bytes.Buffer
	b.WriteString("/Contents 1 0 R\n1 0 obj\nstream\n")
	z := zlib.NewWriter(&b)
	z.Write([]byte(content))
	z.Close()
	return b.Bytes()
}

// checkMoved moves all numbers of a rendering at once, since each is told by its place. with returns
// the output with another text in the rendering. It returns how many numbers there are.
func checkMoved(t *testing.T, at string, old notebooks.Output, mime string, stored text, with func(moved string) notebooks.Output) int {
	all, size := numbersOf(stored)
	for _, tc := range []struct {
		tolerances float64
		found      bool
	}{{10, true}, {0.1, false}} {
		cell := Cell{}
		output(&cell, 1, old, with(strings.Join(moved(stored, size, tc.tolerances).lines, "\n")), DefaultTolerance)
		told := map[int]bool{}
		for _, d := range cell.Differences {
			if d.Number == 0 || d.MIME != mime {
				t.Errorf("%s: by %v tolerances: %v", at, tc.tolerances, d)
				return all
			}
			told[d.Number] = true
		}
		if cell.Numbers < all {
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

// checkPixels changes ten times as many pixels of a picture as may be others, and a tenth of that.
func checkPixels(t *testing.T, at string, old notebooks.Output, raw json.RawMessage, with func(json.RawMessage) notebooks.Output) {
	img, err := picture(raw)
	if err != nil {
		t.Errorf("%s: %v", at, err)
		return
	}
	bounds := img.Bounds()
	all := float64(bounds.Dx() * bounds.Dy())
	for _, tc := range []struct {
		share, levels float64
		found         bool
	}{{10 * pixelShare, 10 * colourLevels, true}, {0.1 * pixelShare, 10 * colourLevels, false}, {1, 0.5 * colourLevels, false}} {
		now := image.NewNRGBA(bounds)
		left := int(tc.share * all)
		for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
			for x := bounds.Min.X; x < bounds.Max.X; x++ {
				c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
				if left > 0 {
					left--
					by := uint8(tc.levels)
					if c.R > 127 {
						by = -by
					}
					c.R += by
				}
				now.Set(x, y, c)
			}
		}
		var b bytes.Buffer
		if err := png.Encode(&b, now); err != nil {
			t.Fatal(err)
		}
		cell := Cell{}
		output(&cell, 1, old, with(quoted(t, base64.StdEncoding.EncodeToString(b.Bytes()))), DefaultTolerance)
		if found := len(cell.Differences) > 0; found != tc.found {
			t.Errorf("%s: %g of the pixels by %g levels: found %v", at, tc.share, tc.levels, found)
		}
	}
}

// leftOut is what is not compared.
const leftOut = "times and addresses"

func passingOf(stored text) (all []string) {
	for _, line := range stored.lines {
		for _, tok := range tokens(line, stored.format) {
			if tok.kind == passing {
				all = append(all, tok.text)
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
