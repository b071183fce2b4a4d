package compare

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"regexp"
	"strings"
)

// pixelShare is the part of the pixels of a picture that may be others: at the edges of lines
// they are rounded.
const pixelShare = 1e-3

// pixels compares two pictures in base64, pixel by pixel.
func pixels(old, now json.RawMessage, found *finding) {
	a, errA := picture(old)
	b, errB := picture(now)
	switch {
	case errA != nil:
		found.differs("the stored picture cannot be read: %v", errA)
		return
	case errB != nil:
		found.differs("the picture cannot be read: %v", errB)
		return
	case a.Bounds() != b.Bounds():
		found.differs("%d x %d pixels, there were %d x %d", b.Bounds().Dx(), b.Bounds().Dy(), a.Bounds().Dx(), a.Bounds().Dy())
		return
	}
	others, all := 0, a.Bounds().Dx()*a.Bounds().Dy()
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if !samePixel(a, b, x, y) {
				others++
			}
		}
	}
	if float64(others) > pixelShare*float64(all) {
		found.differs("%d of %d pixels are others", others, all)
	}
}

func picture(raw json.RawMessage) (image.Image, error) {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, err
	}
	return png.Decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(s)))
}

func samePixel(a, b image.Image, x, y int) bool {
	const levels = colourLevels * 0x101
	r, g, bl, al := a.At(x, y).RGBA()
	r2, g2, bl2, al2 := b.At(x, y).RGBA()
	for _, pair := range [][2]uint32{{r, r2}, {g, g2}, {bl, bl2}, {al, al2}} {
		if max(pair[0], pair[1])-min(pair[0], pair[1]) > levels {
			return false
		}
	}
	return true
}

var (
	contents    = regexp.MustCompile(`/Contents (\d+) 0 R`)
	streamBegin = []byte("stream\n")
)

// pageContent returns the drawing on the pages of a PDF as text: the operators with their numbers,
// and the texts in parentheses. Fonts, and where the parts of the file begin, are no data.
func pageContent(file []byte) (string, error) {
	var all strings.Builder
	for _, ref := range contents.FindAllSubmatch(file, -1) {
		at := bytes.Index(file, fmt.Appendf(nil, "\n%s 0 obj", ref[1]))
		if at < 0 {
			return "", fmt.Errorf("the PDF has no part %s", ref[1])
		}
		begin := bytes.Index(file[at:], streamBegin)
		if begin < 0 {
			return "", fmt.Errorf("part %s of the PDF has no content", ref[1])
		}
		r, err := zlib.NewReader(bytes.NewReader(file[at+begin+len(streamBegin):]))
		if err != nil {
			return "", err
		}
		content, err := io.ReadAll(r)
		if err != nil {
			return "", err
		}
		all.Write(bytes.ReplaceAll(content, []byte{0}, nil)) // half of each character of a text
	}
	if all.Len() == 0 {
		return "", errors.New("the PDF has no pages")
	}
	return all.String(), nil
}
