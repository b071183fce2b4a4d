package worker

import (
	"unicode/utf8"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// A decoder makes valid UTF-8 of text that comes in pieces, which may end within a
// character. Each byte that belongs to no character becomes U+FFFD.
type decoder struct{ held []byte }

// decode returns the text of p, without a character that it only begins.
func (d *decoder) decode(p []byte) []byte {
	b := append(d.held, p...)
	keep := wire.Incomplete(b)
	d.held = append([]byte(nil), b[len(b)-keep:]...)
	return valid(b[:len(b)-keep])
}

// flush returns the rest of the text, with U+FFFD for a character that is cut short.
func (d *decoder) flush() []byte {
	b := d.held
	d.held = nil
	return valid(b)
}

func valid(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	return []byte(string([]rune(string(b))))
}
