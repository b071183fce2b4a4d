package data

import (
	"strings"
	"testing"
	"unicode/utf16"
)

const weather = "Straße,Größe\n1,2\n3,4\n"

// inUTF16 returns text in UTF-16, little end first.
func inUTF16(text string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		b.WriteByte(byte(unit))
		b.WriteByte(byte(unit >> 8))
	}
	return b.String()
}

func inLatin1(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteByte(byte(r))
	}
	return b.String()
}

func swapped(text string) string {
	b := []byte(text)
	for i := 0; i+1 < len(b); i += 2 {
		b[i], b[i+1] = b[i+1], b[i]
	}
	return string(b)
}

func TestEncodingsAreReadAsSaid(t *testing.T) {
	for encoding, text := range map[string]string{
		"utf-8":        bomUTF8 + weather,
		"utf-16":       bomUTF16LE + inUTF16(weather),
		"UTF-16":       bomUTF16BE + swapped(inUTF16(weather)),
		"utf-16le":     inUTF16(weather),
		"utf-16be":     swapped(inUTF16(weather)),
		"latin1":       inLatin1(weather),
		"windows-1252": inLatin1(weather),
	} {
		f, err := Read(strings.NewReader(text), "w.csv", Encoding(encoding))
		if err != nil || f.Names()[0] != "Straße" || f.Target() != "Größe" || f.N() != 2 {
			t.Errorf("%s: %v, %v", encoding, f, err)
		}
	}
	f, err := Read(strings.NewReader("\x80,y\n1,2\n"), "w.csv", Encoding("windows-1252"))
	if err != nil || f.Names()[0] != "€" {
		t.Errorf("the euro sign: %v, %v", f, err)
	}
}

func TestEncodingsAreTold(t *testing.T) {
	for text, want := range map[string]string{
		bomUTF16LE + inUTF16(weather): `data: w.csv: it has the byte order mark of text in UTF-16 (ff fe): if it is such a text, say data.Encoding("utf-16")`,
		inUTF16("a,y\n1,2\n"):         `data: w.csv: every other byte is zero, as in text in UTF-16 (61 00 2c 00): if it is such a text, say data.Encoding("utf-16le")`,
		inLatin1(weather):             `data: w.csv: line 1: the byte 0xdf is not text in UTF-8: if the file was written in Latin-1, as on older Windows, say data.Encoding("windows-1252")`,
		"a,y\nx,1\n\xe9t\xe9,2\n":     `data: w.csv: line 3: the byte 0xe9 is not text in UTF-8: if the file was written in Latin-1, as on older Windows, say data.Encoding("windows-1252")`,
	} {
		if _, err := Read(strings.NewReader(text), "w.csv"); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := Read(strings.NewReader("a,y\n1,2\n"), "w.csv", Encoding("ebcdic")); err == nil || !strings.Contains(err.Error(), `data.Encoding("ebcdic") is not known`) {
		t.Errorf("an unknown encoding: %v", err)
	}
}

// TestEncodingsThatAreNot: bytes that are no text in the encoding that is said are told, and not read
// as other characters.
func TestEncodingsThatAreNot(t *testing.T) {
	for _, c := range []struct{ encoding, text, want string }{
		{"utf-16", weather, "it is no text in UTF-16"},
		{"utf-16", bomUTF16LE + inUTF16(weather) + "\n", "has an even number of bytes and not"},
		{"utf-16le", inUTF16("a,y\n") + "\x00\xd8" + inUTF16(",1\n"), "line 2: half of a character"},
		{"utf-16be", swapped(inUTF16("a,y\n")) + "\xd8\x00", "line 2: half of a character"},
		{"latin1", bomUTF8 + weather, `it is text in UTF-8 (it begins with its byte order mark): leave out data.Encoding("latin1")`},
		{"", "\xff\xfe\x00\x00a\x00\x00\x00", "UTF-32"},
	} {
		if _, err := Read(strings.NewReader(c.text), "w.csv", Encoding(c.encoding)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q as %s: %v, want %s", c.text, c.encoding, err, c.want)
		}
	}
	const smile = "😀,y\n1,2\n"
	if f, err := Read(strings.NewReader(inUTF16(smile)), "w.csv", Encoding("utf-16le")); err != nil || f.Names()[0] != "😀" {
		t.Errorf("a character of two halves: %v, %v", f, err)
	}
}

func TestOldLineEnds(t *testing.T) {
	if f, err := Read(strings.NewReader("a,y\r1,2\r3,4\r"), "w.csv"); err != nil || f.N() != 2 {
		t.Errorf("CR alone: %v, %v", f, err)
	}
}
