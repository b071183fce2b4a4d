package display

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MIMEJSON is the MIME type of JSON, which front ends show as a tree.
const MIMEJSON = "application/json"

const (
	maxJSON    = 64 << 10 // bytes that are shown as a tree
	shortBytes = 32       // are shown as numbers
	dumpBytes  = 256      // of binary data are shown
)

// renderBytes renders bytes: JSON as a tree, other text as it is, binary data as a dump. A few
// bytes are numbers, with the text that they may be.
func renderBytes(data []byte) map[string]any {
	if trimmed := bytes.TrimSpace(data); len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') && json.Valid(trimmed) {
		return renderJSON(trimmed)
	}
	text := isText(data)
	switch {
	case len(data) <= shortBytes && text && len(data) > 0:
		return map[string]any{MIMEText: fmt.Sprintf("%v %q", data, data)}
	case len(data) <= shortBytes:
		return map[string]any{MIMEText: fmt.Sprint(data)}
	case text:
		return map[string]any{MIMEText: string(data)}
	}
	dump := strings.TrimRight(hex.Dump(data[:min(len(data), dumpBytes)]), "\n")
	return map[string]any{MIMEText: fmt.Sprintf("%s\n(%d bytes)", dump, len(data))}
}

// renderJSON renders valid JSON, with its text indented.
func renderJSON(data []byte) map[string]any {
	var indented bytes.Buffer
	_ = json.Indent(&indented, data, "", "  ") // it is valid
	shown := map[string]any{MIMEText: indented.String()}
	if len(data) <= maxJSON {
		shown[MIMEJSON] = json.RawMessage(data)
	}
	return shown
}

// isText reports whether bytes are text that people can read.
func isText(data []byte) bool {
	return utf8.Valid(data) && !bytes.ContainsFunc(data, func(r rune) bool {
		return !unicode.IsPrint(r) && r != '\n' && r != '\r' && r != '\t'
	})
}
