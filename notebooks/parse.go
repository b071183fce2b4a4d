package notebooks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"unicode/utf8"
)

// maxDepth bounds the nesting of JSON that is read.
const maxDepth = 200

// parse reads exactly one JSON value. Text that is not UTF-8 is an error, because it could
// not be written back.
func parse(data []byte) (value, error) { return (&jsonParser{data: data}).whole() }

// parseKept parses a value that can be written back as it was read.
func parseKept(data []byte) (value, error) { return (&jsonParser{data: data, keep: true}).whole() }

// A jsonParser reads JSON from left to right.
type jsonParser struct {
	data []byte
	at   int
	keep bool // the texts of objects and their members
}

func (p *jsonParser) whole() (value, error) {
	for p.at < len(p.data) { // the place of what is no UTF-8
		r, size := utf8.DecodeRune(p.data[p.at:])
		if r == utf8.RuneError && size == 1 {
			return nil, p.error(errors.New("the text is not UTF-8"))
		}
		p.at += size
	}
	p.at = 0
	v, err := p.value(0)
	if err == nil {
		p.space()
		if p.at < len(p.data) {
			err = errors.New("something follows the end of the JSON value")
		}
	}
	if err != nil {
		return nil, p.error(err)
	}
	return v, nil
}

// error adds the place of the parser: the line, the column in characters, and the text
// around.
func (p *jsonParser) error(err error) error {
	const around = 20
	before := p.data[:min(p.at, len(p.data))]
	begin := bytes.LastIndexByte(before, '\n') + 1
	column := 1 + utf8.RuneCount(before[begin:])
	end := len(p.data)
	if n := bytes.IndexByte(p.data[p.at:], '\n'); n >= 0 {
		end = p.at + n
	}
	near := bytes.ToValidUTF8(p.data[max(begin, p.at-around):min(end, p.at+around)], []byte("\uFFFD"))
	err = fmt.Errorf("line %d, column %d: %w", 1+bytes.Count(before, []byte("\n")), column, err)
	if len(bytes.TrimSpace(near)) == 0 {
		return err
	}
	return fmt.Errorf("%w, at %s", err, bytes.TrimSpace(near))
}

// want returns the error that something else stands here, or nothing.
func (p *jsonParser) want(what string) error {
	if p.at >= len(p.data) {
		return fmt.Errorf("the text ends where %s should be: is the file complete?", what)
	}
	r, _ := utf8.DecodeRune(p.data[p.at:])
	return fmt.Errorf("%q stands where %s should be", r, what)
}

func (p *jsonParser) space() {
	for p.at < len(p.data) && (p.data[p.at] == ' ' || p.data[p.at] == '\n' || p.data[p.at] == '\t' || p.data[p.at] == '\r') {
		p.at++
	}
}

// take skips space, and reports whether the given character follows, which it takes.
func (p *jsonParser) take(c byte) bool {
	p.space()
	if p.at >= len(p.data) || p.data[p.at] != c {
		return false
	}
	p.at++
	return true
}

var jsonNumber = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?`)

// value reads a value, and the space before it.
func (p *jsonParser) value(depth int) (value, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("nested more than %d deep", maxDepth)
	}
	p.space()
	if p.at >= len(p.data) {
		return nil, p.want("a value")
	}
	rest := p.data[p.at:]
	switch c := rest[0]; {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.list(depth)
	case c == '"':
		return p.string("a value")
	case c == '-' || c >= '0' && c <= '9':
		if number := jsonNumber.Find(rest); number != nil {
			p.at += len(number)
			return json.Number(number), nil
		}
	}
	for word, v := range map[string]value{"true": true, "false": false, "null": nil} {
		if bytes.HasPrefix(rest, []byte(word)) {
			p.at += len(word)
			return v, nil
		}
	}
	return nil, p.want("a value")
}

func (p *jsonParser) list(depth int) (value, error) {
	p.at++
	l := list{}
	if p.take(']') {
		return l, nil
	}
	for {
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		l = append(l, v)
		switch {
		case p.take(']'):
			return l, nil
		case !p.take(','):
			return nil, p.want("a comma or ]")
		}
	}
}

func (p *jsonParser) object(depth int) (value, error) {
	o, begin := &object{}, p.at
	p.at++
	for first := true; !p.take('}'); first = false {
		if !first && !p.take(',') {
			return nil, p.want("a comma or }")
		}
		p.space()
		from := p.at
		key, err := p.string("a name in quotes")
		if err != nil {
			return nil, err
		}
		if !p.take(':') {
			return nil, p.want("a colon")
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		m := member{key: key, value: v}
		if p.keep {
			m.text = p.data[from:p.at]
		}
		o.members = append(o.members, m)
	}
	if p.keep {
		o.text = p.data[begin:p.at]
	}
	return o, nil
}

// string reads a text in quotes, or returns an error that names the expected token.
func (p *jsonParser) string(what string) (string, error) {
	if p.at >= len(p.data) || p.data[p.at] != '"' {
		return "", p.want(what)
	}
	begin, escaped := p.at, false
	for p.at++; p.at < len(p.data); p.at++ {
		switch c := p.data[p.at]; {
		case c == '"':
			p.at++
			text := p.data[begin:p.at]
			if !escaped {
				return string(text[1 : len(text)-1]), nil
			}
			var s string
			if json.Unmarshal(text, &s) != nil {
				p.at = begin
				return "", errors.New("a text has an escape, behind \\, that JSON does not have")
			}
			return s, nil
		case c == '\\':
			escaped = true
			p.at++
		case c < ' ':
			return "", p.want("the rest of a text, in which line ends and tabs are escaped,")
		}
	}
	p.at = len(p.data)
	return "", p.want("the end of a text")
}
