package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// layouts are how dates are written, as package time writes layouts. None of them can be taken
// for another one: dates such as 03/04/2021 are read by DateLayout alone.
var layouts = []string{
	"2006-01-02", "2006-01-02 15:04", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02T15:04:05", time.RFC3339, "2006-01-02 15:04:05Z07:00",
	"2006/01/02", "2006/01/02 15:04", "2006/01/02 15:04:05", "2 Jan 2006", "2-Jan-2006", "2 January 2006", "Jan 2, 2006", "January 2, 2006",
	"2006-01-02T15:04Z07:00", "2006-01-02 15:04Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05Z0700", "2006-01-02 15:04:05Z07",
	"2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 UTC", "20060102T150405", "20060102T150405Z0700",
}

// layoutOfMost returns the layout of texts that are dates, "" if they are none. If not all of
// them are in one layout it is that of most of them, since a date that is mistyped makes no
// column of categories.
func layoutOfMost(texts []string) string {
	sample := texts[:min(len(texts), 64)]
	counts, order := make([]int, len(layouts)), upTo(len(layouts))
	for k, layout := range layouts {
		for _, s := range sample {
			if _, err := time.Parse(layout, s); err == nil {
				counts[k]++
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	for _, k := range order {
		isDate := func(s string) bool {
			_, err := time.Parse(layouts[k], s)
			return err == nil
		}
		if counts[k] == len(sample) && all(texts, isDate) {
			return layouts[k]
		}
	}
	if best := order[0]; 2*counts[best] > len(sample) {
		if _, wrong := datesIn(texts, layouts[best]); 2*len(wrong) < len(texts) {
			return layouts[best]
		}
	}
	return ""
}

// notDate is in the reason of a text where a date should be.
const notDate = "is not a date written as"

// datesIn returns the seconds of dates in a layout, and what is wrong with texts that are none.
func datesIn(texts []string, layout string) (values []float64, wrong map[string]string) {
	values = make([]float64, len(texts))
	for i, s := range texts {
		moment, err := time.Parse(layout, s)
		if err != nil {
			if wrong == nil {
				wrong = make(map[string]string)
			}
			wrong[s] = fmt.Sprintf("%q %s %s", short(s), notDate, layout)
			values[i] = math.NaN()
			continue
		}
		values[i] = seconds(moment)
	}
	return values, wrong
}

// eitherOrder is the end of what is said of a date such as 03/04/2021.
const eitherOrder = "whose day and month can be in either order"

// isEitherDate reports whether a text is a date such as 03/04/2021.
func isEitherDate(text string) bool {
	dayFirst, _ := eitherLayouts(text)
	return dayFirst != ""
}

// eitherLayouts returns how a date is written that has the year behind day and month, and perhaps
// the time of day behind it: with the day first, and with the month first. They are "" for
// other texts.
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
