package worker

import (
	"bytes"
	"unicode/utf8"
)

// A decoder makes valid UTF-8 of pieces of text that may end within a
// character. Bytes that are no character become U+FFFD.
type decoder struct{ held []byte }

// decode returns the text of p, without a character that it only begins.
func (d *decoder) decode(p []byte) []byte {
	b := append(d.held, p...)
	keep := incomplete(b)
	d.held = append([]byte(nil), b[len(b)-keep:]...)
	return valid(b[:len(b)-keep])
}

// flush returns what the text ends with.
func (d *decoder) flush() []byte {
	b := d.held
	d.held = nil
	return valid(b)
}

func valid(b []byte) []byte { return bytes.ToValidUTF8(b, []byte("\uFFFD")) }

// incomplete returns how many bytes at the end of b begin a character.
func incomplete(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		tail := b[len(b)-n:]
		if utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}
