package identity

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
)

// headBytes is the number of bytes of a program's file that are read for its build ID. The
// linker puts it before the code.
const headBytes = 64 << 10

// buildID returns the Go build ID of a program's file, as `go tool buildid` prints it. Its last part is a digest
// of the whole file, which the go command writes into it, so that two programs of one ID are the same. Of 56 MB
// only the beginning is read, since clients wait for it. It is empty if the file cannot be read or was linked
// without one.
func buildID(file string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, headBytes)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.ErrUnexpectedEOF {
		return ""
	}
	head = head[:n]
	if bytes.HasPrefix(head, []byte("\x7fELF")) {
		return noted(head)
	}
	return quoted(head)
}

// noted finds the ID in the note of an ELF file: the lengths of name and content, the type 4, and the name Go.
func noted(head []byte) string {
	mark := []byte("\x04\x00\x00\x00Go\x00\x00")
	at := bytes.Index(head, mark)
	if at < 4 {
		return ""
	}
	size, rest := binary.LittleEndian.Uint32(head[at-4:]), head[at+len(mark):]
	if uint64(size) > uint64(len(rest)) {
		return ""
	}
	return string(rest[:size])
}

// quoted finds the ID at the beginning of the code, where the linker puts it for macOS and Windows.
func quoted(head []byte) string {
	_, after, _ := bytes.Cut(head, []byte("\xff Go build ID: \""))
	id, _, found := bytes.Cut(after, []byte("\"\n \xff"))
	if !found {
		return ""
	}
	return string(id)
}
