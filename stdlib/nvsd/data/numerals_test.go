package data

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// told returns the option that a call is.
func told(c Call) ReadOption {
	switch c.Option {
	case "Thousands":
		return Thousands([]rune(c.Args[0])[0])
	case "Percent":
		return Percent()
	case "Currency":
		return Currency()
	case "DecimalComma":
		return DecimalComma()
	case "DateLayout":
		return DateLayout(c.Args[0], c.Args[1:]...)
	}
	panic("no option " + c.Option)
}

func TestNumerals(t *testing.T) {
	point, comma := numerals{point: '.'}, numerals{point: ','}
	for _, c := range []struct {
		n     numerals
		text  string
		want  float64 // NaN if it is no number
		whole bool
	}{
		{point, "1.5", 1.5, false}, {point, "1,5", math.NaN(), false}, {point, "\u22125", -5, true}, {point, "1_000", math.NaN(), false},
		{comma, "1,5", 1.5, false}, {comma, "1.5", math.NaN(), false}, {comma, "2.412", math.NaN(), false}, {comma, "12", 12, true}, {comma, "1,5e-3", 0.0015, false},
		{numerals{point: '.', thousands: ','}, "1,204.50", 1204.5, false}, {numerals{point: '.', thousands: ','}, "-12,000", -12000, true},
		{numerals{point: '.', thousands: ','}, "1204.50", 1204.5, false}, {numerals{point: '.', thousands: ','}, "1,5", math.NaN(), false},
		{numerals{point: '.', thousands: ','}, "1,2345", math.NaN(), false}, {numerals{point: '.', thousands: ','}, "1234,567", math.NaN(), false},
		{numerals{point: '.', thousands: ','}, ",123", math.NaN(), false}, {numerals{point: '.', thousands: ','}, "1,,234", math.NaN(), false},
		{numerals{point: '.', thousands: ','}, "1.234,567", math.NaN(), false},
		{numerals{point: ',', thousands: '.'}, "1.234,50", 1234.5, false}, {numerals{point: ',', thousands: '.'}, "2.412", 2412, true},
		{numerals{point: ',', thousands: '.'}, "0.32", math.NaN(), false},
		{numerals{point: ',', thousands: '\''}, "4'335,95", 4335.95, false}, {numerals{point: ',', thousands: '\''}, "4\u2019335\u2019000", 4335000, true},
		{numerals{point: '.', thousands: ' '}, "1 000", 1000, true}, {numerals{point: '.', thousands: ' '}, "1\u00a0000\u202f000", 1e6, true},
		{numerals{point: '.', percent: true}, "12 %", 12, true}, {numerals{point: ',', percent: true}, "-1,5\u00a0%", -1.5, false},
		{point, "12 %", math.NaN(), false}, {numerals{point: '.', percent: true}, "%", math.NaN(), false},
		{numerals{point: '.', currency: true}, "$1.50", 1.5, false}, {numerals{point: '.', currency: true}, "-$ 1.50", -1.5, false},
		{numerals{point: '.', currency: true}, "$-1.50", -1.5, false}, {numerals{point: '.', currency: true}, "1.50 €", 1.5, false},
		{numerals{point: '.', currency: true}, "CHF 12", 12, true}, {numerals{point: '.', currency: true}, "12 kr", 12, true},
		{numerals{point: '.', currency: true, thousands: ','}, "($1,204.50)", -1204.5, false}, {numerals{point: '.', currency: true}, "(-5)", math.NaN(), false},
		{numerals{point: '.', currency: true}, "ABC 12", math.NaN(), false}, {point, "$1.50", math.NaN(), false},
	} {
		v, reason := c.n.read(c.text)
		if got := reason == ""; got == math.IsNaN(c.want) || got && (v.value != c.want || v.whole != c.whole) {
			t.Errorf("%q by %+v: %+v, %s", c.text, c.n, v, reason)
		}
		if why := c.n.why(c.text); why == "" {
			t.Errorf("%q by %+v: there is no reason why it is no number", c.text, c.n)
		}
	}
}

// written writes a number as the numerals have it.
func (n numerals) written(t *rapid.T, v float64) string {
	whole, decimals, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'f', -1, 64), ".")
	if n.thousands != 0 && rapid.Bool().Draw(t, "grouped") {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + string(n.thousands) + whole[i:]
		}
	}
	text := whole
	if decimals != "" {
		text += string(n.point) + decimals
	}
	if n.currency {
		text = fmt.Sprintf(rapid.SampledFrom([]string{"$%s", "$ %s", "%s$", "%s $"}).Draw(t, "sign"), text)
	}
	if v < 0 {
		text = "-" + text
	}
	if n.percent {
		text += " %"
	}
	return text
}

// TestWrittenNumbersAreRead: a number that is written in any of the ways that options say is read
// with its bits, in a file with other columns.
func TestWrittenNumbersAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := numerals{point: '.', thousands: rapid.SampledFrom([]rune{0, ',', '.', '\'', ' '}).Draw(t, "thousands")}
		opts := []ReadOption{NoTarget()}
		if n.thousands == '.' || n.thousands != ',' && rapid.Bool().Draw(t, "comma") {
			n.point = ','
			opts = append(opts, DecimalComma(), Comma(','))
		}
		if n.thousands != 0 {
			opts = append(opts, Thousands(n.thousands))
		}
		n.percent = rapid.Bool().Draw(t, "percent")
		if n.percent {
			opts = append(opts, Percent())
		} else {
			n.currency = rapid.Bool().Draw(t, "currency")
			if n.currency {
				opts = append(opts, Currency())
			}
		}
		values := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
			return float64(rapid.IntRange(-1e9, 1e9).Draw(t, "digits")) / rapid.SampledFrom([]float64{1, 10, 1000}).Draw(t, "scale")
		}), 1, 20).Draw(t, "values")
		text := "x,other\n"
		for _, v := range values {
			text += fmt.Sprintf("\"%s\",a\n", n.written(t, v))
		}
		f, err := Read(strings.NewReader(text), "x.csv", opts...)
		if err != nil {
			t.Fatalf("%v of\n%s", err, text)
		}
		if x, _ := f.Column("x"); !sameBits(x, values) {
			t.Fatalf("%v, want %v of\n%s", x, values, text)
		}
	})
}

// TestNoCellVanishes: whatever is in the cells, and however numbers are said to be written, a
// table that is read has a number, a level or a date for each cell that is not empty.
func TestNoCellVanishes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.StringMatching(`-?[0-9]{1,3}([.,][0-9]{1,3})?`)
		if rapid.Bool().Draw(t, "anything") {
			cell = rapid.OneOf(
				rapid.StringMatching(`-?[0-9]{1,3}([.,' ][0-9]{1,3}){0,2}`),
				rapid.StringOf(rapid.SampledFrom([]rune("019.,'%$- eN"))),
				rapid.SampledFrom([]string{"", "1.234,50", "true", "False", "2024-01-02", "03/04/2021", "low"}),
			)
		}
		cells := rapid.SliceOfN(cell, 1, 12).Draw(t, "cells")
		opts := []ReadOption{NoTarget(), AllowMissing(), Comma(';'), NAOnly()}
		for _, opt := range []ReadOption{DecimalComma(), Percent(), Currency(), Factor("x"), Key("x")} {
			if rapid.IntRange(0, 2).Draw(t, "said") == 0 {
				opts = append(opts, opt)
			}
		}
		if mark := rapid.SampledFrom([]rune{0, ',', '.', '\'', ' '}).Draw(t, "thousands"); mark != 0 {
			opts = append(opts, Thousands(mark))
		}
		text, empty := "x;a\n", 0
		for _, cell := range cells {
			text += cell + ";1\n"
			if strings.TrimSpace(cell) == "" {
				empty++
			}
		}
		f, err := Read(strings.NewReader(text), "x.csv", opts...)
		if err != nil {
			return // it says so
		}
		if missing, _ := f.columns[f.find("x")].missing(); missing != empty {
			t.Fatalf("%d cells are missing, and %d are empty, of\n%s%v", missing, empty, text, f.columns[f.find("x")])
		}
	})
}

// TestOneCurrency: amounts of two currencies are no numbers of one column, nor are percentages and
// fractions.
func TestOneCurrency(t *testing.T) {
	for text, want := range map[string]string{
		"$1;$2;€3":       `line 4, column "x": 3 has the sign "€", and cells before it have "$"`,
		"$1;2;3 $":       "",
		"12 %;0.5;7 %":   `line 3, column "x": 0.5 has no percent sign, and other cells have one`,
		"0;12 %;3 %":     "",
		"0.5;1;2":        "",
		"12 %;low;11 %":  `"low" is not a number`,
		"$1;2024-01-01;": `"2024-01-01" is not a number`,
	} {
		_, err := Read(strings.NewReader("x\n"+strings.ReplaceAll(text, ";", "\n")), "x.csv", Currency(), Percent(), NoTarget())
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestThousandsRefuses(t *testing.T) {
	for _, c := range []struct {
		opts []ReadOption
		want string
	}{
		{[]ReadOption{Thousands('.')}, "if decimals are behind a comma, say data.DecimalComma()"},
		{[]ReadOption{Thousands(','), DecimalComma()}, "the comma is before decimals by data.DecimalComma"},
		{[]ReadOption{Thousands('0')}, "cannot be between thousands"}, {[]ReadOption{Thousands('-')}, "cannot be between thousands"},
	} {
		if _, err := Read(strings.NewReader("a,y\n1,2\n"), "a.csv", c.opts...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestNumeralsAreKept: a file is read again in the same way.
func TestNumeralsAreKept(t *testing.T) {
	path := put(t, "a.csv", "a;b;when;y\n1.234,5;3 €;2024-01-02;1\n2;4 €;03/02/2024;2\n")
	f, err := CSV(path, DecimalComma(), Thousands('.'), Currency(), DateLayout("02/01/2006", "when"))
	if err != nil {
		t.Fatal(err)
	}
	if g, err := f.Origin().Rebuild(""); err != nil || !same(f, g) {
		t.Errorf("%v, %v", g, err)
	}
}
