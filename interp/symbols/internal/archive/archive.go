// Package archive keeps many texts in one file. Each is compressed by itself, so a
// reader of one text reads nothing of the others.
package archive

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// An Archive is the content of a file with texts by name. It begins with a heading of one
// line. A line for each text follows, in the order of the names: the name, and the offset
// and the length of its compressed text. The compressed texts stand behind the next empty
// line, from which the offsets count. To open a text takes no index in memory.
type Archive string

// Make packs texts by name under a heading. Equal texts make equal archives, byte for byte.
// A name has no blank and no end of a line.
func Make(heading string, texts map[string][]byte) (Archive, error) {
	var index strings.Builder
	var packed bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if name == "" || strings.ContainsAny(name, " \n") {
			return "", fmt.Errorf("%q cannot be the name of a text in an archive", name)
		}
		offset := packed.Len()
		w, err := flate.NewWriter(&packed, flate.BestCompression)
		if err != nil {
			return "", err
		}
		if _, err := w.Write(texts[name]); err != nil {
			return "", err
		}
		if err := w.Close(); err != nil {
			return "", err
		}
		fmt.Fprintf(&index, "%s %d %d\n", name, offset, packed.Len()-offset)
	}
	return Archive(heading + "\n" + index.String() + "\n" + packed.String()), nil
}

// Open returns a reader of the text with the given name, or nil if there is none.
func (a Archive) Open(name string) io.Reader {
	index, packed, _ := strings.Cut(string(a), "\n\n")
	_, numbers, _ := strings.Cut(index, "\n"+name+" ")
	var offset, length int
	if _, err := fmt.Sscan(numbers, &offset, &length); err != nil {
		return nil
	}
	return flate.NewReader(strings.NewReader(packed[offset : offset+length]))
}
