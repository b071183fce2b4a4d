package jsonobject

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// LineOf returns the line of a JSON text, from 1, in which a field stands, as "methods[2].taus". Where there is none of that
// name, it is the line of the innermost object that has it missing.
func LineOf(text []byte, field string) int {
	at, inner := 0, text
	for _, step := range steps(field) {
		begin := offsetOf(inner, step)
		if begin < 0 {
			break
		}
		at += begin
		inner = inner[begin:]
	}
	return 1 + bytes.Count(text[:at], []byte("\n"))
}

// steps divides a field into the names and the indices on the way to it.
func steps(field string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(field, "[", ".["), func(r rune) bool { return r == '.' })
}

// offsetOf returns the place of the value of a name, or of an index as "[2]", in the object or list that a text begins with.
// It is -1 where there is none.
func offsetOf(text []byte, step string) int {
	dec := json.NewDecoder(bytes.NewReader(text))
	open, err := dec.Token()
	if err != nil {
		return -1
	}
	for i := 0; dec.More(); i++ {
		name := "[" + strconv.Itoa(i) + "]"
		if open == json.Delim('{') {
			token, err := dec.Token()
			if err != nil {
				return -1
			}
			name, _ = token.(string)
		}
		before := int(dec.InputOffset())
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return -1
		}
		if name == step {
			return before + bytes.Index(text[before:], value)
		}
	}
	return -1
}
