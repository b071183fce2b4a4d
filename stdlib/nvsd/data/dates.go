package data

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// layouts lists the formats of dates that need no option, as package time writes layouts. None
// of them can be taken for another one: dates such as 03/04/2021 are read by DateLayout alone.
var layouts = []string{
	"2006-01-02", "2006-01-02 15:04", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02T15:04:05", time.RFC3339, "2006-01-02 15:04:05Z07:00",
	"2006/01/02", "2006/01/02 15:04", "2006/01/02 15:04:05", "2 Jan 2006", "2-Jan-2006", "2 January 2006", "Jan 2, 2006", "January 2, 2006",
	"2006-01-02T15:04Z07:00", "2006-01-02 15:04Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05Z0700", "2006-01-02 15:04:05Z07",
	"2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 UTC", "20060102T150405", "20060102T150405Z0700",
}

// A dateReader reads dates in any of several layouts, of which most texts have the same.
type dateReader struct {
	layouts []string
	last    int // the layout of the last date
}

// read returns the date that a text is, and its layout, "" if it is none.
func (r *dateReader) read(text string) (at time.Time, layout string) {
	if at, err := time.Parse(r.layouts[r.last], text); err == nil {
		return at, r.layouts[r.last]
	}
	for k, layout := range r.layouts {
		if at, err := time.Parse(layout, text); err == nil {
			r.last = k
			return at, layout
		}
	}
	return at, ""
}

// mostAreDates reports whether more than half of the texts are dates. A date that is mistyped
// makes no column of categories.
func mostAreDates(texts []string) bool {
	most := func(texts []string) bool {
		r, count := dateReader{layouts: layouts}, 0
		for _, s := range texts {
			if _, layout := r.read(s); layout != "" || isEitherDate(s) {
				count++
			}
		}
		return 2*count > len(texts)
	}
	return most(texts[:min(len(texts), sampled)]) && most(texts)
}

// layoutList lists the layouts that options give for a column. One is a string in JSON, and
// several are a list.
type layoutList []string

// MarshalJSON writes the string or the list.
func (l layoutList) MarshalJSON() ([]byte, error) {
	if len(l) == 1 {
		return json.Marshal(l[0])
	}
	return json.Marshal([]string(l))
}

// UnmarshalJSON reads the string or the list.
func (l *layoutList) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*l = layoutList{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(l))
}

// read returns the date that a text is in one of the layouts, and the layout. Both reason and
// layout are "" if it is none; the reason says why it is more than one.
func (l layoutList) read(text string) (at time.Time, layout, reason string) {
	for _, next := range l {
		other, err := time.Parse(next, text)
		switch {
		case err != nil:
		case layout == "":
			at, layout = other, next
		case !at.Equal(other):
			return at, "", fmt.Sprintf("%q is one date as %s and another as %s", text, layout, next)
		}
	}
	return at, layout, ""
}

// apart reports whether the layouts agree with the usual ones: no text is one date by a layout
// of the list and another date by a usual one.
func (l layoutList) apart() bool {
	probe := time.Date(2013, 2, 3, 10, 30, 50, 0, time.UTC)
	for _, known := range layouts {
		text := probe.Format(known)
		at, _ := time.Parse(known, text)
		for _, layout := range l {
			if other, err := time.Parse(layout, text); err == nil && !other.Equal(at) {
				return false
			}
		}
	}
	return true
}

// notDate is a part of the reason of a text that stands in place of a date.
const notDate = "is not a date written as"

// dates makes the column one of dates, and returns the seconds of those in the layouts that are
// said, or that need not be.
func (c *column) dates(texts []string, said layoutList) meaning {
	m := meaning{values: slices.Repeat([]float64{math.NaN()}, len(texts)), wrong: make(map[string]string)}
	known, apart, counts, most := dateReader{layouts: layouts}, said.apart(), make(map[string]int), ""
	if len(said) > 0 {
		most = said[0]
	}
	for i, s := range texts {
		at, layout, reason := said.read(s)
		if layout == "" && reason == "" && apart {
			at, layout = known.read(s)
		}
		if layout == "" {
			m.wrong[s] = reason
			continue
		}
		m.values[i] = seconds(at)
		counts[layout]++
		if counts[layout] > counts[most] {
			most = layout
		}
	}
	for _, s := range texts {
		switch reason, is := m.wrong[s]; {
		case !is || reason != "":
		case len(said) == 0 && isEitherDate(s):
			m.wrong[s] = fmt.Sprintf("%q is a date %s", s, eitherOrder)
			m.days.note(s)
		case len(said) > 0:
			m.wrong[s] = fmt.Sprintf("%q %s %s", short(s), notDate, strings.Join(said, " or "))
		default:
			m.wrong[s] = fmt.Sprintf("%q %s %s", short(s), notDate, cmp.Or(most, layouts[0]))
		}
	}
	c.kind = Date
	if len(counts) < 2 {
		c.layout = most
	}
	return m
}

// eitherOrder ends the reason of a date such as 03/04/2021.
const eitherOrder = "whose day and month can be in either order"

// dayOrder counts the dates of a column that fix the order of day and month.
type dayOrder struct {
	dayFirst, monthFirst int    // how many can have the one order alone
	of                   string // one of these, the first
}

// and returns the counts of two columns together.
func (o dayOrder) and(other dayOrder) dayOrder {
	return dayOrder{o.dayFirst + other.dayFirst, o.monthFirst + other.monthFirst, cmp.Or(o.of, other.of)}
}

// note notes a date, of which day and month can be in either order if nothing else is known.
func (o *dayOrder) note(text string) {
	dayFirst, monthFirst := eitherLayouts(text)
	_, notDay := time.Parse(dayFirst, text)
	_, notMonth := time.Parse(monthFirst, text)
	switch {
	case notMonth != nil:
		o.dayFirst++
	case notDay != nil:
		o.monthFirst++
	default:
		return
	}
	if o.of == "" {
		o.of = text
	}
}

// advice returns the layouts by which the dates of the columns can be read, if one of them is the
// text: both orders of day and month, or one alone if some dates fix it and none contradicts.
func (o dayOrder) advice(text string, names []string) []Advice {
	dayFirst, monthFirst := eitherLayouts(text)
	day := advise("the day is first", "DateLayout", append([]string{dayFirst}, names...)...)
	month := advise("the month is first", "DateLayout", append([]string{monthFirst}, names...)...)
	says := fmt.Sprintf(", as in %q", o.of)
	switch {
	case o.dayFirst > 0 && o.monthFirst == 0:
		day.When += says
		return []Advice{day}
	case o.monthFirst > 0 && o.dayFirst == 0:
		month.When += says
		return []Advice{month}
	}
	return []Advice{day, month}
}

// isEitherDate reports whether a text is a date such as 03/04/2021.
func isEitherDate(text string) bool {
	dayFirst, _ := eitherLayouts(text)
	return dayFirst != ""
}

// eitherLayouts returns the two layouts of a date that has the year behind day and month, and
// perhaps the time of day behind it: with the day first, and with the month first. They are ""
// for other texts.
func eitherLayouts(text string) (dayFirst, monthFirst string) {
	at := strings.IndexAny(text, "/.-")
	if at < 1 || at > 2 {
		return "", ""
	}
	years := []string{"2006"}
	if text[at] == '/' { // 1.2.10 is a version of a program, and 1-2-10 a code
		years = append(years, "06")
	}
	for _, year := range years {
		for _, clock := range []string{"", " 15:04", " 15:04:05", " 3:04 PM", " 3:04:05 PM"} {
			dayFirst := fmt.Sprintf("2%c1%c%s%s", text[at], text[at], year, clock)
			monthFirst := fmt.Sprintf("1%c2%c%s%s", text[at], text[at], year, clock)
			for _, layout := range []string{dayFirst, monthFirst} {
				if _, err := time.Parse(layout, text); err == nil {
					return dayFirst, monthFirst
				}
			}
		}
	}
	return "", ""
}
