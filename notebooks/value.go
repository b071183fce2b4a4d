package notebooks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A value is JSON as it stands in a file: an *object, a list, a string, a number with its
// digits, a bool or nil. It keeps the order of keys and the digits of numbers, so that a
// notebook can be written back unchanged.
type value any

// An object is a JSON object that keeps the order of its members.
type object struct{ members []member }

type member struct {
	key   string
	value value
}

type list = []value

func (o *object) get(key string) value {
	if i := o.index(key); i >= 0 {
		return o.members[i].value
	}
	return nil
}

func (o *object) index(key string) int {
	return slices.IndexFunc(o.members, func(m member) bool { return m.key == key })
}

// set replaces the member of a key, or adds one. Jupyter sorts keys: if the others are
// sorted, the new member goes to its place among them, and else to the end.
func (o *object) set(key string, v value) {
	if i := o.index(key); i >= 0 {
		o.members[i].value = v
		return
	}
	at := len(o.members)
	byKey := func(a, b member) int { return strings.Compare(a.key, b.key) }
	if slices.IsSortedFunc(o.members, byKey) {
		at, _ = slices.BinarySearchFunc(o.members, member{key: key}, byKey)
	}
	o.members = slices.Insert(o.members, at, member{key, v})
}

// str, obj and items return a member of an expected type, or the zero value if the member
// has another type.
func (o *object) str(key string) string {
	s, _ := o.get(key).(string)
	return s
}

func (o *object) obj(key string) *object {
	if sub, ok := o.get(key).(*object); ok {
		return sub
	}
	return &object{}
}

func (o *object) items(key string) list {
	l, _ := o.get(key).(list)
	return l
}

// maxDepth bounds the nesting of JSON that is read.
const maxDepth = 200

// parse reads exactly one JSON value. Text that is not UTF-8 is an error, because it could
// not be written back.
func parse(data []byte) (value, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("the text is not UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	v, err := parseNext(dec, 0)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, at(data, dec, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, at(data, dec, errors.New("something follows the end of the JSON value"))
	}
	return v, nil
}

// at adds the line where the decoder stopped to an error.
func at(data []byte, dec *json.Decoder, err error) error {
	offset := dec.InputOffset()
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = syntax.Offset
	}
	offset = min(offset, int64(len(data)))
	return fmt.Errorf("line %d: %w", 1+bytes.Count(data[:offset], []byte("\n")), err)
}

func parseNext(dec *json.Decoder, depth int) (value, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("nested more than %d deep", maxDepth)
	}
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch tok {
	case json.Delim('['):
		l := list{}
		for dec.More() {
			v, err := parseNext(dec, depth+1)
			if err != nil {
				return nil, err
			}
			l = append(l, v)
		}
		_, err := dec.Token()
		return l, err
	case json.Delim('{'):
		o := &object{}
		for dec.More() {
			key, err := dec.Token()
			if err != nil {
				return nil, err
			}
			v, err := parseNext(dec, depth+1)
			if err != nil {
				return nil, err
			}
			o.members = append(o.members, member{key.(string), v})
		}
		_, err := dec.Token()
		return o, err
	}
	return tok, nil // a string, json.Number, bool or nil
}

// jupyterIndent is the indentation of Jupyter's files.
const jupyterIndent = " "

// appendValue writes v as Python's json module does with ensure_ascii=False,
// which is how Jupyter writes notebooks.
func appendValue(buf []byte, v value, indent string, depth int) []byte {
	newline := func(depth int) {
		buf = append(buf, '\n')
		for range depth {
			buf = append(buf, indent...)
		}
	}
	switch v := v.(type) {
	case nil:
		return append(buf, "null"...)
	case bool:
		return strconv.AppendBool(buf, v)
	case json.Number:
		return append(buf, v...)
	case string:
		return appendString(buf, v)
	case list:
		if len(v) == 0 {
			return append(buf, "[]"...)
		}
		buf = append(buf, '[')
		for i, item := range v {
			if i > 0 {
				buf = append(buf, ',')
			}
			newline(depth + 1)
			buf = appendValue(buf, item, indent, depth+1)
		}
		newline(depth)
		return append(buf, ']')
	case *object:
		if len(v.members) == 0 {
			return append(buf, "{}"...)
		}
		buf = append(buf, '{')
		for i, m := range v.members {
			if i > 0 {
				buf = append(buf, ',')
			}
			newline(depth + 1)
			buf = append(appendString(buf, m.key), ": "...)
			buf = appendValue(buf, m.value, indent, depth+1)
		}
		newline(depth)
		return append(buf, '}')
	}
	panic(fmt.Sprintf("notebooks: a %T is no JSON value", v))
}

func appendString(buf []byte, s string) []byte {
	const hex = "0123456789abcdef"
	buf = append(buf, '"')
	for i := range len(s) {
		switch c := s[i]; c {
		case '"', '\\':
			buf = append(buf, '\\', c)
		case '\n':
			buf = append(buf, `\n`...)
		case '\r':
			buf = append(buf, `\r`...)
		case '\t':
			buf = append(buf, `\t`...)
		case '\b':
			buf = append(buf, `\b`...)
		case '\f':
			buf = append(buf, `\f`...)
		default:
			if c < 0x20 {
				buf = append(buf, `\u00`...)
				buf = append(buf, hex[c>>4], hex[c&15])
			} else {
				buf = append(buf, c)
			}
		}
	}
	return append(buf, '"')
}

// sorted returns v with the keys of all its objects sorted, as Jupyter writes them.
func sorted(v value) value {
	switch v := v.(type) {
	case list:
		out := make(list, len(v))
		for i, item := range v {
			out[i] = sorted(item)
		}
		return out
	case *object:
		out := &object{members: make([]member, len(v.members))}
		for i, m := range v.members {
			out.members[i] = member{m.key, sorted(m.value)}
		}
		slices.SortStableFunc(out.members, func(a, b member) int { return strings.Compare(a.key, b.key) })
		return out
	}
	return v
}
