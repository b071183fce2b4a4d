package data

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	bomUTF8    = "\xef\xbb\xbf"
	bomUTF16LE = "\xff\xfe"
	bomUTF16BE = "\xfe\xff"
)

// decoded returns a text as UTF-8 without a byte order mark. Lines that end in CR alone end in
// LF. The encoding is that of the option Encoding.
func decoded(text []byte, encoding string) ([]byte, error) {
	encoding = strings.ToLower(encoding)
	if bytes.HasPrefix(text, []byte(bomUTF16LE+"\x00\x00")) || bytes.HasPrefix(text, []byte("\x00\x00"+bomUTF16BE)) {
		return nil, fmt.Errorf("it is text in UTF-32, which is not read: write it in UTF-8")
	}
	var err error
	switch encoding {
	case "", "utf-8", "utf8":
		switch {
		case bytes.HasPrefix(text, []byte(bomUTF16LE)), bytes.HasPrefix(text, []byte(bomUTF16BE)):
			return nil, isUTF16("it has the byte order mark of text in UTF-16 (% x)", text[:2], "utf-16")
		case len(text) > 3 && (text[0] == 0) != (text[1] == 0) && (text[0] == 0) == (text[2] == 0) && (text[1] == 0) == (text[3] == 0):
			order := "utf-16le"
			if text[0] == 0 {
				order = "utf-16be"
			}
			return nil, isUTF16("every other byte is zero, as in text in UTF-16 (% x)", text[:4], order)
		}
		text = bytes.TrimPrefix(text, []byte(bomUTF8))
	case "utf-16", "utf16":
		if bytes.HasPrefix(text, []byte(bomUTF16BE)) {
			text, err = fromUTF16(text, binary.BigEndian)
		} else {
			text, err = fromUTF16(text, binary.LittleEndian)
		}
	case "utf-16le":
		text, err = fromUTF16(text, binary.LittleEndian)
	case "utf-16be":
		text, err = fromUTF16(text, binary.BigEndian)
	case "latin1", "latin-1", "iso-8859-1", "windows-1252", "cp1252":
		if bytes.HasPrefix(text, []byte(bomUTF8)) {
			return nil, refuse("it is text in UTF-8 (it begins with its byte order mark): leave out %v", encodingOf(encoding))
		}
		special := ""
		if strings.HasSuffix(encoding, "1252") {
			special = windows1252
		}
		text = fromBytes(text, special)
	default:
		return nil, refuse("%v is not known: there are %s", encodingOf(encoding), quoteList([]string{"utf-8", "utf-16", "utf-16le", "utf-16be", "latin1", "windows-1252"}))
	}
	if err != nil {
		return nil, err
	}
	if bytes.IndexByte(text, '\r') >= 0 && bytes.IndexByte(text, '\n') < 0 {
		text = bytes.ReplaceAll(text, []byte{'\r'}, []byte{'\n'})
	}
	return text, nil
}

// encodingOf returns the option.
func encodingOf(name string) Call { return Call{"Encoding", []string{name}} }

// isUTF16 refuses text that is read as UTF-8 by the bytes with which it begins.
func isUTF16(format string, begins []byte, order string) error {
	return refuse(format, begins).about("encoding", "", Advice{"it is such a text", []Call{encodingOf(order)}})
}

// fromUTF16 returns text in UTF-16 as UTF-8, without a byte order mark.
func fromUTF16(text []byte, order binary.ByteOrder) ([]byte, error) {
	switch {
	case bytes.IndexByte(text, 0) < 0 && len(text) > 0: // each line feed has one
		return nil, refuse("it is no text in UTF-16, of which some bytes are zero: leave out %v, or name another one", Call{Option: "Encoding"})
	case len(text)%2 == 1:
		return nil, fmt.Errorf("it is no whole text in UTF-16, which has an even number of bytes and not %d: it may end early, so download or copy it again", len(text))
	}
	out := make([]byte, 0, len(text))
	line := 1
	for i := 0; i < len(text); i += 2 {
		r := rune(order.Uint16(text[i:]))
		if utf16.IsSurrogate(r) {
			second := rune(0)
			if i+2 < len(text) {
				second = rune(order.Uint16(text[i+2:]))
			}
			r = utf16.DecodeRune(r, second)
			if r == utf8.RuneError {
				return nil, refuse("line %d: half of a character of UTF-16 stands alone: the file is damaged, or has the other byte order (%v has utf-16le and utf-16be)", line, Call{Option: "Encoding"})
			}
			i += 2
		}
		if r == '\n' {
			line++
		}
		out = utf8.AppendRune(out, r)
	}
	return bytes.TrimPrefix(out, []byte(bomUTF8)), nil
}

// windows1252 are the characters of the bytes 0x80 to 0x9f there.
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

// fromBytes returns text with a byte for each character as UTF-8. The characters from 0x80 on
// are the given ones, and the others those of the same number.
func fromBytes(text []byte, special string) []byte {
	high := []rune(special)
	out := make([]byte, 0, len(text)+len(text)/8)
	for _, b := range text {
		r := rune(b)
		if k := int(b) - 0x80; k >= 0 && k < len(high) {
			r = high[k]
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

// notUTF8 returns the first byte of a part of a text that is no UTF-8, if there is one. The
// part begins at from.
func notUTF8(text []byte, from, to int) *scanError {
	if utf8.Valid(text[from:to]) {
		return nil
	}
	i := from
	for i < to {
		r, size := utf8.DecodeRune(text[i:to])
		if r == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	return &scanError{at: i, about: "encoding", says: fmt.Sprintf(": the byte %#x is not text in UTF-8", text[i]),
		advice: []Advice{advise("the file was written in Latin-1, as on older Windows", "Encoding", "windows-1252")}}
}
