package wire

import "unicode/utf8"

// Incomplete returns the number of bytes at the end of b that begin a character.
func Incomplete(b []byte) int {
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
