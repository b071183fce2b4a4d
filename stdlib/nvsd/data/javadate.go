package data

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A javaPattern is the format of the dates of an ARFF attribute: a pattern of Java's
// SimpleDateFormat, which Weka reads them by.
type javaPattern struct {
	text   string
	fields []javaField
}

// A javaField is a run of one letter in a pattern, or the text between letters.
type javaField struct {
	letter  byte // 0 for what stands between
	count   int
	between string
}

// numeric reports whether the field is written in digits.
func (f javaField) numeric() bool {
	return strings.IndexByte("yDdHkKhmsSu", f.letter) >= 0 || f.isMonth() && f.count <= 2
}

func (f javaField) isMonth() bool { return f.letter == 'M' || f.letter == 'L' }

// javaLetters are the letters that are read. Others count weeks: Y, w, W and F.
const javaLetters = "GyMLDdEuaHkKhmsSzZX"

// newJavaPattern parses a pattern, and returns the part of it that cannot be read, or "".
func newJavaPattern(text string) (p javaPattern, says string) {
	p.text = text
	between := func(s string) {
		if n := len(p.fields); n > 0 && p.fields[n-1].letter == 0 {
			p.fields[n-1].between += s
			return
		}
		p.fields = append(p.fields, javaField{between: s})
	}
	for rest := text; rest != ""; {
		c := rest[0]
		switch {
		case strings.HasPrefix(rest, "''"):
			between("'")
			rest = rest[2:]
		case c == '\'':
			quoted, after, ok := cutQuoted(rest[1:])
			if !ok {
				return p, "a quote that none ends"
			}
			between(quoted)
			rest = after
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			if strings.IndexByte(javaLetters, c) < 0 {
				return p, fmt.Sprintf("the letter %q", c)
			}
			after := strings.TrimLeft(rest, string(c))
			p.fields = append(p.fields, javaField{letter: c, count: len(rest) - len(after)})
			rest = after
		default:
			between(rest[:1])
			rest = rest[1:]
		}
	}
	return p, ""
}

// cutQuoted splits a text at the quote that ends it. Two quotes are one of the text.
func cutQuoted(s string) (quoted, after string, ok bool) {
	for {
		part, rest, found := strings.Cut(s, "'")
		quoted += part
		if !found {
			return "", "", false
		}
		if !strings.HasPrefix(rest, "'") {
			return quoted, rest, true
		}
		quoted, s = quoted+"'", rest[1:]
	}
}

// A javaDate holds the fields of a date.
type javaDate struct {
	values  map[byte]int // by letter; L is M, and E is u
	pm, bc  bool
	seconds int // east of Greenwich
}

// read returns the moment that is written in the pattern, in UTC where no zone is. As in Java,
// a number may have more or fewer digits than its field has letters, unless the next field is a
// number too, and letters may be large or small. A year of two digits is one from 1969 to 2068.
// ok is false if the text is written in another way, and for a 30 February or another day of the
// week than that of the date.
func (p javaPattern) read(text string) (at time.Time, ok bool) {
	d := javaDate{values: make(map[byte]int)}
	rest := strings.TrimSpace(text)
	for k, f := range p.fields {
		if f.letter == 0 {
			rest, ok = strings.CutPrefix(rest, f.between)
			if !ok {
				return at, false
			}
			continue
		}
		most := 9
		if k+1 < len(p.fields) && p.fields[k+1].numeric() {
			most = f.count
		}
		rest, ok = d.field(f, strings.TrimLeft(rest, " \t"), most)
		if !ok {
			return at, false
		}
	}
	if rest != "" {
		return at, false
	}
	return d.moment()
}

// field reads a field with which a text begins, of at most so many digits, and returns the rest.
func (d *javaDate) field(f javaField, text string, most int) (rest string, ok bool) {
	if f.numeric() {
		v, n := 0, 0
		for n < min(most, len(text)) && text[n] >= '0' && text[n] <= '9' {
			v = 10*v + int(text[n]-'0')
			n++
		}
		if f.letter == 'y' && f.count <= 2 && n == 2 {
			v += 1900
			if v < 1969 {
				v += 100
			}
		}
		letter := f.letter
		if f.isMonth() {
			letter = 'M'
		}
		d.values[letter] = v
		return text[n:], n > 0
	}
	k := 0
	switch f.letter {
	case 'M', 'L':
		k, rest, ok = cutName(text, javaMonths)
		d.values['M'] = k%12 + 1
	case 'E':
		k, rest, ok = cutName(text, javaDays)
		d.values['u'] = k%7 + 1
	case 'a':
		k, rest, ok = cutName(text, []string{"AM", "PM"})
		d.pm = k == 1
	case 'G':
		k, rest, ok = cutName(text, []string{"AD", "BC"})
		d.bc = k == 1
	default:
		d.seconds, rest, ok = cutZone(text)
	}
	return rest, ok
}

// The names of months and days, the full ones first.
var (
	javaMonths = namesOf(12, func(k int) string { return time.Month(k + 1).String() })
	javaDays   = namesOf(7, func(k int) string { return time.Weekday((k + 1) % 7).String() })
)

// namesOf returns n names and then their first three letters.
func namesOf(n int, of func(k int) string) (all []string) {
	for k := range n {
		all = append(all, of(k))
	}
	for k := range n {
		all = append(all, of(k)[:3])
	}
	return all
}

// cutName cuts the first of the names with which a text begins, in large or small letters.
func cutName(text string, names []string) (k int, rest string, ok bool) {
	for k, name := range names {
		if len(text) >= len(name) && strings.EqualFold(text[:len(name)], name) {
			return k, text[len(name):], true
		}
	}
	return 0, "", false
}

// zones are the names of zones that mean one offset, in hours. Others, such as IST, mean several.
var zones = []struct {
	name  string
	hours int
}{{"UTC", 0}, {"GMT", 0}, {"UT", 0}, {"Z", 0}, {"EST", -5}, {"EDT", -4}, {"CST", -6}, {"CDT", -5}, {"MST", -7}, {"MDT", -6}, {"PST", -8}, {"PDT", -7}}

// offset matches hours and minutes east of Greenwich at the beginning of a text.
var offset = regexp.MustCompile(`^(?:GMT)?([+-])([0-9]{1,2})(?::?([0-5][0-9]))?`)

// cutZone cuts a zone from a text: a name, or hours and minutes such as +02, +0200, +02:00 or
// GMT+2:00.
func cutZone(text string) (seconds int, rest string, ok bool) {
	if m := offset.FindStringSubmatch(text); m != nil {
		hours, _ := strconv.Atoi(m[1] + m[2])
		minutes, _ := strconv.Atoi(m[1] + cmp.Or(m[3], "0"))
		return 3600*hours + 60*minutes, text[len(m[0]):], hours > -24 && hours < 24
	}
	for _, z := range zones {
		if after, found := strings.CutPrefix(text, z.name); found {
			return 3600 * z.hours, after, true
		}
	}
	return 0, "", false
}

// moment returns the moment, if there is one.
func (d javaDate) moment() (at time.Time, ok bool) {
	for _, limit := range []struct {
		letter      byte
		least, most int
	}{{'M', 1, 12}, {'d', 1, 31}, {'D', 1, 366}, {'u', 1, 7}, {'H', 0, 23}, {'k', 1, 24}, {'K', 0, 11}, {'h', 1, 12}, {'m', 0, 59}, {'s', 0, 59}, {'S', 0, 999}} {
		if v, is := d.values[limit.letter]; is && (v < limit.least || v > limit.most) {
			return at, false
		}
	}
	value := func(letter byte, otherwise int) int {
		if v, is := d.values[letter]; is {
			return v
		}
		return otherwise
	}
	half := 0
	if d.pm {
		half = 12
	}
	hour := value('h', value('K', 0))%12 + half
	hour = value('H', value('k', hour)) % 24
	year, month, day := value('y', 1970), value('M', 1), value('d', 1)
	if d.bc {
		year = 1 - year
	}
	at = time.Date(year, time.Month(month), day, hour, value('m', 0), value('s', 0), 1e6*value('S', 0), time.UTC)
	if at.Day() != day {
		return at, false
	}
	if n, is := d.values['D']; is {
		at = at.AddDate(0, 0, n-at.YearDay())
		if at.YearDay() != n {
			return at, false
		}
	}
	if k, is := d.values['u']; is && at.Weekday() != time.Weekday(k%7) {
		return at, false
	}
	return at.Add(-time.Duration(d.seconds) * time.Second), true
}

// dates makes the field, of texts, one of dates that are written in the pattern.
func (f *field) dates(p javaPattern) {
	moments, ok := make([]float64, len(f.levels)), make([]bool, len(f.levels))
	for k, level := range f.levels {
		var at time.Time
		at, ok[k] = p.read(level)
		if ok[k] {
			moments[k] = seconds(at)
		}
	}
	texts := f.levels
	f.kind, f.levels = Date, nil
	for i, v := range f.values {
		switch {
		case math.IsNaN(v):
		case ok[int(v)]:
			f.values[i] = moments[int(v)]
		default:
			f.stray.add(i, texts[int(v)], fmt.Sprintf("%q %s %s", short(texts[int(v)]), notDate, p.text))
			f.values[i] = math.NaN()
		}
	}
	f.layout = time.RFC3339Nano
	for _, layout := range []string{time.DateTime, "2006-01-02 15:04", time.DateOnly} {
		if f.survives(layout) {
			f.layout = layout
		}
	}
}
