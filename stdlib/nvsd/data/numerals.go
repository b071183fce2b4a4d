package data

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Thousands sets the character between groups of three digits before the decimals, as in
// 4'335.95. A blank stands for those that do not break too, and an apostrophe for a typographic
// one. Numbers without groups are read as well.
//
//	data.CSV("income.csv", data.DecimalComma(), data.Thousands('.')) // 1.234,50 is 1234.5
func Thousands(character rune) ReadOption {
	return func(o *readOptions) { o.Thousands = character }
}

// Percent allows a percent sign behind numbers. It is left out: 12 % is 12, of a column in which
// every other cell has the sign too, or is 0.
func Percent() ReadOption {
	return func(o *readOptions) { o.Percent = true }
}

// Currency allows the sign of a currency before or behind numbers, as in $1.50, -1.50 € and CHF
// 1.50. It is left out. A column has one currency: another one in it is an error. An amount in
// parentheses is negative.
func Currency() ReadOption {
	return func(o *readOptions) { o.Currency = true }
}

// numerals is a format of numbers: their decimal sign, and the signs that may be in or
// beside them.
type numerals struct {
	point     byte // before the decimals
	thousands rune // between groups of three digits; 0 if nothing is
	percent   bool // a percent sign may follow
	currency  bool // the sign of a currency may be before or behind
}

// numerals returns the format of numbers that the options give.
func (o *readOptions) numerals() numerals {
	return numerals{o.point(), o.Thousands, o.Percent, o.Currency}
}

// check refuses a character between thousands that cannot be.
func (n numerals) check() error {
	switch c := n.thousands; {
	case c == rune(n.point) && c == ',':
		return refuse("the comma is before decimals by %v, and between thousands by %v: name another character there", Call{Option: "DecimalComma"}, Call{Option: "Thousands"})
	case c == rune(n.point):
		return refuse("the point is before decimals, and between thousands by %v", Call{Option: "Thousands"}).about("", "", advise("decimals are behind a comma", "DecimalComma"))
	case c != 0 && (unicode.IsDigit(c) || unicode.IsLetter(c) || !unicode.IsPrint(c) && !isBlank(c) || strings.ContainsRune(`+-"`, c)):
		return refuse("%q cannot be between thousands: name another character by %v", c, Call{Option: "Thousands"})
	}
	return nil
}

// A numeral is a number that is read from a text.
type numeral struct {
	value float64
	whole bool   // it is written as a whole number, and held exactly
	mark  string // the sign of a currency or of percent, "" without one
}

// read parses a number, or returns the reason why the text is none.
func (n numerals) read(text string) (v numeral, reason string) {
	s, negative := text, false
	if n.currency && strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") {
		s, negative = strings.TrimFunc(s[1:len(s)-1], isBlank), true
	}
	if n.percent {
		if before, found := strings.CutSuffix(s, "%"); found {
			s, v.mark = strings.TrimRightFunc(before, isBlank), "%"
		}
	}
	if n.currency && v.mark == "" {
		s, v.mark = withoutCurrency(s)
	}
	if negative && (s == "" || !isDigit(s[0])) {
		return v, notANumber(text)
	}
	if after, found := strings.CutPrefix(s, minus); found {
		s = "-" + after
	}
	s, grouped := n.withoutGroups(s)
	if !grouped || n.point != '.' && strings.Contains(s, ".") || strings.ContainsAny(s, "_xXpP") { // 1_000 and 0x1p3 are numbers of Go
		return v, notANumber(text)
	}
	if n.point != '.' {
		s = strings.Replace(s, string(n.point), ".", 1)
	}
	value, err := strconv.ParseFloat(s, 64)
	switch {
	case errors.Is(err, strconv.ErrSyntax):
		return v, notANumber(text)
	case !finite(value):
		return v, fmt.Sprintf("%q is not finite", short(text))
	}
	v.value, v.whole = value, isWhole(s, value)
	if negative {
		v.value, v.whole = -value, v.whole && value != 0
	}
	return v, ""
}

// reads reports whether a text is a number.
func (n numerals) reads(text string) bool {
	if strings.IndexFunc(text, func(r rune) bool { return r >= '0' && r <= '9' }) < 0 {
		return false
	}
	_, reason := n.read(text)
	return reason == ""
}

// why returns the reason why a text in place of a number is none.
func (n numerals) why(text string) string {
	if n.point == ',' && (numerals{point: '.'}).reads(text) && !(numerals{point: ',', thousands: '.'}).reads(text) {
		return fmt.Sprintf("%q %s %s", short(text), pointAmongCommas, notNumber)
	}
	if _, reason := n.read(text); reason != "" {
		return reason
	}
	return fmt.Sprintf("%q is in quotes, and so it %s", short(text), notNumber)
}

// pointAmongCommas is a part of the reason of a number with a decimal point where others have
// decimal commas.
const pointAmongCommas = "has a point where decimals are behind a comma, and"

func notANumber(text string) string { return fmt.Sprintf("%q %s", short(text), notNumber) }

// minus is the sign that typesetters write.
const minus = "\u2212"

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isBlank reports whether a character is a blank of any width. Some of them do not break.
func isBlank(r rune) bool { return r == '\t' || unicode.Is(unicode.Zs, r) }

// between reports whether a character is between thousands.
func (n numerals) between(r rune) bool {
	switch n.thousands {
	case ' ':
		return isBlank(r)
	case '\'':
		return r == '\'' || r == '\u2019'
	}
	return r == n.thousands
}

// withoutGroups returns a number without the signs between its thousands. ok is false if such
// a sign is elsewhere than between groups of three digits.
func (n numerals) withoutGroups(s string) (plain string, ok bool) {
	if n.thousands == 0 || !strings.ContainsFunc(s, n.between) {
		return s, true
	}
	end := len(s)
	if i := strings.IndexByte(s, n.point); i >= 0 {
		end = i
	}
	sign := ""
	whole := s[:end]
	if whole != "" && (whole[0] == '-' || whole[0] == '+') {
		sign, whole = whole[:1], whole[1:]
	}
	var b strings.Builder
	b.WriteString(sign)
	digits, groups := 0, 0 // of the group, and before it
	for _, r := range whole {
		switch {
		case r >= '0' && r <= '9':
			digits++
			b.WriteRune(r)
		case n.between(r) && (groups == 0 && digits >= 1 && digits <= 3 || digits == 3):
			digits = 0
			groups++
		default:
			return "", false
		}
	}
	plain = b.String() + s[end:]
	if groups > 0 && whole[0] == '0' { // 0,125 is a decimal
		return "", false
	}
	return plain, groups == 0 || digits == 3
}

// currencies are the signs of currencies that are letters; one that begins as another comes first.
var currencies = []string{
	"US$", "A$", "C$", "R$", "NZ$", "HK$", "USD", "EUR", "GBP", "CHF", "JPY", "CNY", "CAD", "AUD", "NZD", "HKD", "SGD", "INR", "SEK", "NOK", "DKK", "ISK",
	"PLN", "CZK", "HUF", "RON", "TRY", "RUB", "UAH", "ILS", "ZAR", "BRL", "MXN", "KRW", "kr.", "kr", "Fr.", "Rs.", "Rs", "Kč", "zł", "Ft",
}

// withoutCurrency returns a number without the sign of a currency, and the sign.
func withoutCurrency(s string) (number, mark string) {
	sign, rest := "", s
	for _, c := range []string{"-", "+", minus} {
		if after, found := strings.CutPrefix(rest, c); found {
			sign, rest = c, strings.TrimLeftFunc(after, isBlank)
			break
		}
	}
	if r, size := utf8.DecodeRuneInString(rest); unicode.Is(unicode.Sc, r) {
		return sign + strings.TrimLeftFunc(rest[size:], isBlank), rest[:size]
	}
	if r, size := utf8.DecodeLastRuneInString(rest); unicode.Is(unicode.Sc, r) {
		return sign + strings.TrimRightFunc(rest[:len(rest)-size], isBlank), rest[len(rest)-size:]
	}
	for _, c := range currencies {
		if after, found := strings.CutPrefix(rest, c); found {
			return sign + strings.TrimLeftFunc(after, isBlank), c
		}
		if before, found := strings.CutSuffix(rest, c); found {
			return sign + strings.TrimRightFunc(before, isBlank), c
		}
	}
	return s, ""
}

// isWhole reports whether a number is written as a whole one, and is held exactly.
func isWhole(s string, v float64) bool {
	n, err := strconv.ParseInt(s, 10, 64)
	return err == nil && n >= -maxExact && n <= maxExact && !(v == 0 && s[0] == '-')
}
