package kernel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// marshal returns a value in JSON. It does not escape <, > and &, which HTML and SVG
// are full of.
func marshal(v any) ([]byte, error) {
	if a, ok := v.(appender); ok {
		return a.appendJSON(nil)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// An appender writes its own JSON. encoding/json reads every json.RawMessage byte by
// byte, which takes most of the time of a message with a picture.
type appender interface {
	appendJSON(b []byte) ([]byte, error)
}

// A field is a field of a JSON object.
type field struct {
	name  string
	value any
}

// appendObject appends a JSON object that has the fields in their order.
func appendObject(b []byte, fields ...field) ([]byte, error) {
	b = append(b, '{')
	for i, f := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := marshal(f.name)
		if err != nil {
			return nil, err
		}
		b = append(append(b, name...), ':')
		b, err = appendValue(b, f.value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return append(b, '}'), nil
}

func appendValue(b []byte, value any) ([]byte, error) {
	switch v := value.(type) {
	case json.RawMessage:
		return appendRaw(b, v)
	case map[string]json.RawMessage:
		fields := make([]field, 0, len(v))
		for _, name := range slices.Sorted(maps.Keys(v)) {
			fields = append(fields, field{name, v[name]})
		}
		return appendObject(b, fields...)
	}
	text, err := marshal(value)
	return append(b, text...), err
}

// appendRaw appends a value that is JSON already. A nil value is null.
func appendRaw(b []byte, value json.RawMessage) ([]byte, error) {
	switch {
	case value == nil:
		return append(b, "null"...), nil
	case !isString(value) && !json.Valid(value):
		return nil, errors.New("not JSON")
	}
	return append(b, value...), nil
}

// isString reports whether text is a JSON string and nothing else. Nearly all large
// values are strings, for which json.Valid takes several times as long.
func isString(text []byte) bool {
	end := len(text) - 1
	if end < 1 || text[0] != '"' || text[end] != '"' {
		return false
	}
	for i := 1; i < end; i++ {
		switch c := text[i]; {
		case c != '\\' && c != '"' && c >= ' ':
			continue
		case c != '\\':
			return false
		}
		i++
		switch {
		case text[i] == 'u':
			i += 4
			if i >= end || !isHex(text[i-3:i+1]) {
				return false
			}
		case i == end, !strings.ContainsRune(`"\/bfnrt`, rune(text[i])):
			return false
		}
	}
	return true
}

func isHex(text []byte) bool {
	for _, c := range text {
		if !strings.ContainsRune("0123456789abcdefABCDEF", rune(c)) {
			return false
		}
	}
	return true
}

// isObject reports whether text is a JSON object of at most 10,000 levels, the most
// that encoding/json reads.
func isObject(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 0 && text[0] == '{' && json.Valid(text)
}

// explainJSON returns an error of encoding/json with the place or the field in text
// that is wrong.
func explainJSON(text []byte, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		line, column := position(text, syntax.Offset)
		return fmt.Errorf("not JSON, line %d column %d: %w", line, column, err)
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		value, _, _ := strings.Cut(kind.Value, " ") // of "number 7" only the word: the value may be a secret
		if kind.Field == "" {
			return fmt.Errorf("a JSON object is expected, not %s", value)
		}
		return fmt.Errorf("field %s: %s is not of type %s", kind.Field, value, kind.Type)
	}
	return err
}

// position returns the line and the column of a byte offset as encoding/json counts
// it. Both begin at 1.
func position(text []byte, offset int64) (line, column int) {
	line, column = 1, 1
	for i := int64(0); i < offset-1 && i < int64(len(text)); i++ {
		if text[i] == '\n' {
			line, column = line+1, 1
		} else {
			column++
		}
	}
	return line, column
}
