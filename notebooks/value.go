package notebooks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A value is JSON as it stands in a file: an *object, a list, a string, a number with its
// digits, a bool or nil.
type value any

// An object is a JSON object that keeps the order of its members.
type object struct {
	members []member
	text    []byte // as it was read, until a member is set; nil if it was not read to be kept
}

type member struct {
	key   string
	value value
	text  []byte // key and value as they were read; nil if they were set since
}

type list = []value

func (o *object) get(key string) value {
	if i := o.index(key); i >= 0 {
		return o.members[i].value
	}
	return nil
}

// index returns the place of a key, or -1. Of members with one key the last counts, as in Python
// and in JavaScript.
func (o *object) index(key string) int {
	for i, m := range slices.Backward(o.members) {
		if m.key == key {
			return i
		}
	}
	return -1
}

// set replaces the member of a key, or adds one. Jupyter sorts keys: if the others are
// sorted, the new member goes to its place among them, and else to the end.
func (o *object) set(key string, v value) {
	o.text = nil
	if i := o.index(key); i >= 0 {
		o.members[i] = member{key: key, value: v}
		return
	}
	at := len(o.members)
	byKey := func(a, b member) int { return strings.Compare(a.key, b.key) }
	if slices.IsSortedFunc(o.members, byKey) {
		at, _ = slices.BinarySearchFunc(o.members, member{key: key}, byKey)
	}
	o.members = slices.Insert(o.members, at, member{key: key, value: v})
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

// kept reports whether a value is as it was read.
func kept(v value) bool {
	switch v := v.(type) {
	case list:
		return !slices.ContainsFunc(v, func(item value) bool { return !kept(item) })
	case *object:
		return v.text != nil && !slices.ContainsFunc(v.members, func(m member) bool { return !kept(m.value) })
	}
	return true
}

// A layout is the white space and the punctuation between the values of a JSON file.
type layout struct {
	newline string // before each value; empty if all stand on one line
	indent  string // of each level
	comma   string
	colon   string
}

// jupyterLayout is the layout of Jupyter's files.
var jupyterLayout = layout{"\n", " ", ",", ": "}

// oneLine is the layout without white space.
var oneLine = layout{"", "", ",", ":"}

// layoutOf returns the layout of a file.
func layoutOf(data []byte) layout {
	first, rest, lines := bytes.Cut(bytes.TrimRight(data, "\r\n"), []byte("\n"))
	if !lines {
		if _, behind, ok := bytes.Cut(data, []byte(`":`)); ok && bytes.HasPrefix(behind, []byte(" ")) {
			return layout{"", "", ", ", ": "}
		}
		return oneLine
	}
	l := jupyterLayout
	if bytes.HasSuffix(first, []byte("\r")) {
		l.newline = "\r\n"
	}
	l.indent = string(rest[:len(rest)-len(bytes.TrimLeft(rest, " \t"))])
	return l
}

// appendValue writes v. What is as it was read is written as it was, and everything else as
// Python's json module does with ensure_ascii=False, which is how Jupyter writes notebooks.
func appendValue(buf []byte, v value, l layout, depth int) []byte {
	newline := func(depth int) {
		buf = append(buf, l.newline...)
		for range depth {
			buf = append(buf, l.indent...)
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
				buf = append(buf, l.comma...)
			}
			newline(depth + 1)
			buf = appendValue(buf, item, l, depth+1)
		}
		newline(depth)
		return append(buf, ']')
	case *object:
		if kept(v) {
			return append(buf, v.text...)
		}
		if len(v.members) == 0 {
			return append(buf, "{}"...)
		}
		buf = append(buf, '{')
		for i, m := range v.members {
			if i > 0 {
				buf = append(buf, l.comma...)
			}
			newline(depth + 1)
			if m.text != nil && kept(m.value) {
				buf = append(buf, m.text...)
				continue
			}
			buf = append(appendString(buf, m.key), l.colon...)
			buf = appendValue(buf, m.value, l, depth+1)
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
			out.members[i] = member{key: m.key, value: sorted(m.value)}
		}
		slices.SortStableFunc(out.members, func(a, b member) int { return strings.Compare(a.key, b.key) })
		return out
	}
	return v
}
