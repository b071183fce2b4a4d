package notebooks

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// ansiHTML returns text with ANSI colours as HTML. The sixteen colours of a terminal
// become classes, so that the style of the page can choose colours that are readable on
// its background. Other escape sequences are dropped.
func ansiHTML(s string) string {
	var b strings.Builder
	var style ansiStyle
	for s != "" {
		esc := strings.IndexByte(s, 0x1b)
		if esc < 0 {
			esc = len(s)
		}
		if esc > 0 {
			style.write(&b, s[:esc])
		}
		s = s[esc:]
		if s == "" {
			break
		}
		params, final, n := escape(s)
		if final == 'm' {
			style.apply(params)
		}
		s = s[n:]
	}
	return b.String()
}

// escape reads the escape sequence at the beginning of s and returns its length n. Of a
// control sequence, ESC [ params final, it returns the parts too.
func escape(s string) (params string, final byte, n int) {
	if len(s) < 2 {
		return "", 0, len(s)
	}
	switch s[1] {
	case '[':
		for i := 2; i < len(s); i++ {
			switch c := s[i]; {
			case c >= 0x40 && c <= 0x7e:
				return s[2:i], c, i + 1
			case c < 0x20 || c > 0x7e: // not an escape sequence
				return "", 0, i
			}
		}
		return "", 0, len(s)
	case ']': // a title or link, up to BEL or ESC \
		if i := strings.IndexByte(s, 0x07); i >= 0 {
			return "", 0, i + 1
		}
		if i := strings.Index(s, "\x1b\\"); i >= 0 {
			return "", 0, i + 2
		}
		return "", 0, len(s)
	}
	if s[1] >= 0x20 && s[1] <= 0x7e {
		return "", 0, 2
	}
	return "", 0, 1
}

// ansiStyle is the style in which a terminal writes.
type ansiStyle struct {
	bold, faint, italic, underline bool
	fg, bg                         ansiColour
}

// ansiColour is a colour: one of the sixteen by the number of its class, or any colour as
// CSS.
type ansiColour struct {
	set  bool
	base int    // 0 to 15
	css  string // if not empty, replaces base
}

func (s *ansiStyle) apply(params string) {
	var codes []int
	for p := range strings.FieldsFuncSeq(params, func(r rune) bool { return r == ';' || r == ':' }) {
		n, err := strconv.Atoi(p)
		if err != nil {
			return
		}
		codes = append(codes, n)
	}
	if len(codes) == 0 {
		codes = []int{0}
	}
	for i := 0; i < len(codes); i++ {
		switch c := codes[i]; {
		case c == 0:
			*s = ansiStyle{}
		case c == 1:
			s.bold = true
		case c == 2:
			s.faint = true
		case c == 3:
			s.italic = true
		case c == 4:
			s.underline = true
		case c == 22:
			s.bold, s.faint = false, false
		case c == 23:
			s.italic = false
		case c == 24:
			s.underline = false
		case c >= 30 && c <= 37:
			s.fg = ansiColour{set: true, base: c - 30}
		case c >= 90 && c <= 97:
			s.fg = ansiColour{set: true, base: c - 90 + 8}
		case c == 39:
			s.fg = ansiColour{}
		case c >= 40 && c <= 47:
			s.bg = ansiColour{set: true, base: c - 40}
		case c >= 100 && c <= 107:
			s.bg = ansiColour{set: true, base: c - 100 + 8}
		case c == 49:
			s.bg = ansiColour{}
		case c == 38 || c == 48:
			colour, n := extended(codes[i+1:])
			i += n
			if c == 38 {
				s.fg = colour
			} else {
				s.bg = colour
			}
		}
	}
}

// extended reads the codes after 38 or 48: 5;n for one of 256 colours, or 2;r;g;b. n is the
// number of codes that it has read.
func extended(codes []int) (colour ansiColour, n int) {
	rgb := func(r, g, b int) ansiColour {
		return ansiColour{set: true, css: fmt.Sprintf("#%02x%02x%02x", r&255, g&255, b&255)}
	}
	switch {
	case len(codes) >= 4 && codes[0] == 2:
		return rgb(codes[1], codes[2], codes[3]), 4
	case len(codes) >= 2 && codes[0] == 5:
		switch k := codes[1]; {
		case k < 0 || k > 255:
			return ansiColour{}, 2
		case k < 16:
			return ansiColour{set: true, base: k}, 2
		case k < 232: // a cube of 6 x 6 x 6
			level := func(i int) int {
				if i == 0 {
					return 0
				}
				return 55 + 40*i
			}
			k -= 16
			return rgb(level(k/36), level(k/6%6), level(k%6)), 2
		default: // 24 greys
			grey := 8 + 10*(k-232)
			return rgb(grey, grey, grey), 2
		}
	}
	return ansiColour{}, len(codes)
}

// write writes text in the style.
func (s *ansiStyle) write(b *strings.Builder, text string) {
	var classes, styles []string
	add := func(on bool, list *[]string, item string) {
		if on {
			*list = append(*list, item)
		}
	}
	add(s.bold, &classes, "ansi-bold")
	add(s.faint, &classes, "ansi-faint")
	add(s.italic, &classes, "ansi-italic")
	add(s.underline, &classes, "ansi-underline")
	add(s.fg.set && s.fg.css == "", &classes, fmt.Sprintf("ansi-fg-%d", s.fg.base))
	add(s.bg.set && s.bg.css == "", &classes, fmt.Sprintf("ansi-bg-%d", s.bg.base))
	add(s.fg.css != "", &styles, "color:"+s.fg.css)
	add(s.bg.css != "", &styles, "background-color:"+s.bg.css)

	var attrs string
	if len(classes) > 0 {
		attrs += ` class="` + strings.Join(classes, " ") + `"`
	}
	if len(styles) > 0 {
		attrs += ` style="` + strings.Join(styles, ";") + `"`
	}
	if attrs == "" {
		b.WriteString(html.EscapeString(text))
		return
	}
	b.WriteString("<span" + attrs + ">" + html.EscapeString(text) + "</span>")
}
