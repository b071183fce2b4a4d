package compare

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind is a class of tokens that are compared in one way.
type kind byte

const (
	word       kind = iota // exactly
	blank                  // exactly, unless a number beside it has another width
	number                 // within the tolerance
	coordinate             // within the tolerance of the picture's size
	colour                 // each of its channels within colourLevels
	passing                // not at all: a time or an address
	drawn                  // as a cell of a picture of characters
)

// A token is a piece of a text.
type token struct {
	kind  kind
	text  string
	value float64 // of a number or a coordinate
}

// A format is a type of text: it decides which numbers are places in a picture.
type format byte

const (
	plain  format = iota // text, Markdown: nowhere
	data                 // JSON: nowhere, and it has colours
	markup               // HTML, SVG: in attributes that say where something is
	tex                  // LaTeX: lengths in points, and paths
	pdf                  // the content of a page: outside of parentheses
)

// tokens returns a line of a text as tokens. Together they are the line.
func tokens(line string, f format) []token {
	s := scanner{format: f}
	switch f {
	case markup:
		s.markup(line)
	case tex:
		s.split(line, texCoordinates)
	case pdf:
		s.page(line)
	default:
		s.scan(line, false)
	}
	return s.out
}

// texCoordinates matches a path as package viz writes it, \vM1,2;, and a length.
var texCoordinates = regexp.MustCompile(`\\v[A-Z][-0-9.,]*;|[-+]?(?:\d+\.?\d*|\.\d+)pt\b`)

// attribute matches an attribute of markup with the place or the size of something, and the blank before it.
var attribute = regexp.MustCompile(`(?:^|\s)(?:x|y|x1|x2|y1|y2|cx|cy|dx|dy|r|rx|ry|d|points|width|height|transform|viewBox|textLength|offset)="[^"]*"`)

type scanner struct {
	format format
	out    []token
}

// markup scans tags and the text between them.
func (s *scanner) markup(line string) {
	for line != "" {
		open := strings.IndexByte(line, '<')
		if open < 0 {
			open = len(line)
		}
		s.scan(line[:open], false)
		line = line[open:]
		end := strings.IndexByte(line, '>')
		if end < 0 {
			end = len(line) - 1
		}
		s.split(line[:end+1], attribute)
		line = line[end+1:]
	}
}

// split scans a line, with coordinates in the parts that coordinates matches.
func (s *scanner) split(line string, coordinates *regexp.Regexp) {
	from := 0
	for _, at := range coordinates.FindAllStringIndex(line, -1) {
		s.scan(line[from:at[0]], false)
		s.scan(line[at[0]:at[1]], true)
		from = at[1]
	}
	s.scan(line[from:], false)
}

// page scans a line of a page's content, in which texts stand in parentheses.
func (s *scanner) page(line string) {
	open, end := strings.IndexByte(line, '('), strings.LastIndexByte(line, ')')
	if open < 0 || end < open {
		s.scan(line, true)
		return
	}
	s.scan(line[:open], true)
	s.scan(line[open:end], false)
	s.scan(line[end:], true)
}

var (
	numeral = regexp.MustCompile(`^[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`)
	// A duration as Go prints it: 1m2.5s, 30ms.
	duration = regexp.MustCompile(`^-?(?:\d+h)?(?:\d+m)?\d+(?:\.\d+)?(?:ns|µs|μs|us|ms|s)\b`)
	// A time of day, alone or with its date, zone and monotonic part, as Go and RFC 3339 write it.
	clock   = regexp.MustCompile(`^(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[-+]\d\d:\d\d| [-+]\d{4}(?: [A-Z]{3,5})?)?(?: m=[-+]\d+\.\d+)?`)
	address = regexp.MustCompile(`^0x[0-9a-f]{6,16}\b`)
	// A colour of a page or a chart, and one of LaTeX. Plain text has numbers in their place.
	hue    = regexp.MustCompile(`^#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b`)
	texHue = regexp.MustCompile(`^\{[0-9A-F]{6}\}`)
)

// scan appends the tokens of a text. With coordinates its numbers are coordinates, and a letter
// may stand directly before one.
func (s *scanner) scan(text string, coordinates bool) {
	before := ' ' // the character before text
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		t := token{word, text[:size], 0}
		switch {
		case r == ' ' || r == '\t' || r == '\u00a0':
			t = token{blank, text[:len(text)-len(strings.TrimLeft(text, " \t\u00a0"))], 0}
		case isDrawn(r):
			t.kind = drawn
		case r == '#' && s.format != plain:
			t = colourAt(text, t, hue)
		case r == '{' && s.format == tex:
			t = colourAt(text, t, texHue)
		case unicode.IsLetter(r) || r == '_':
			if !coordinates {
				t.text = text[:identifier(text)]
			}
		case r >= '0' && r <= '9' || strings.ContainsRune("-+−.", r) && (coordinates || !inWord(before)):
			t = numberAt(text, t, coordinates)
		}
		s.out = append(s.out, t)
		text = text[len(t.text):]
		before, _ = utf8.DecodeLastRuneInString(t.text)
	}
}

// colourAt returns the colour at the beginning of a text, or the token otherwise if there is none.
func colourAt(text string, otherwise token, pattern *regexp.Regexp) token {
	if found := pattern.FindString(text); found != "" {
		return token{colour, found, 0}
	}
	return otherwise
}

// mostDigits is the largest number of digits of a whole number that a float64 holds for sure. A longer
// one is compared as a word.
const mostDigits = 15

// numberAt returns the number, time or address at the beginning of a text, or the token
// otherwise if there is none.
func numberAt(text string, otherwise token, coordinates bool) token {
	if !coordinates {
		for _, pattern := range []*regexp.Regexp{address, clock, duration} {
			if found := pattern.FindString(text); found != "" {
				return token{passing, found, 0}
			}
		}
	}
	found := numeral.FindString(text)
	v, err := strconv.ParseFloat(strings.Replace(found, "−", "-", 1), 64)
	isLong := len(strings.TrimLeft(found, "-+−0")) > mostDigits && !strings.ContainsAny(found, ".eE")
	if err != nil || isLong { // a sign without a number, or a number that no float64 holds
		if len(found) > len(otherwise.text) {
			otherwise.text = found
		}
		return otherwise
	}
	if coordinates {
		return token{coordinate, found, v}
	}
	return token{number, found, v}
}

// identifier returns the length of the word at the beginning of a text. Digits belong to it, as
// in x10.
func identifier(text string) int {
	for i, r := range text {
		if !inWord(r) {
			return i
		}
	}
	return len(text)
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// isDrawn reports whether a character is one of lines, blocks or dots.
func isDrawn(r rune) bool { return r >= 0x2500 && r <= 0x259f || r >= 0x2800 && r <= 0x28ff }
