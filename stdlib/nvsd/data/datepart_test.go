package data

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The numbers of a date are those of package time, in UTC, and a missing date has none.
func TestDateParts(t *testing.T) {
	const text = "when,y\n2024-02-29 23:30,1\n,2\n2023-12-31 00:00,3\n"
	f, err := Read(strings.NewReader(text), "dates.csv", AllowMissing())
	if err != nil {
		t.Fatal(err)
	}
	for expression, want := range map[string][2]float64{
		"year(when)":                          {2024, 2023},
		"month(when)":                         {2, 12},
		"day(when)":                           {29, 31},
		"yearday(when)":                       {60, 365},
		"weekday(when)":                       {4, 0},
		"hour(`when`)":                        {23, 0},
		"100 * month((when)) + day(when) / 2": {214.5, 1215.5},
	} {
		g, err := f.WithExpr("part", expression)
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		if got, _ := g.Column("part"); got[0] != want[0] || !math.IsNaN(got[1]) || got[2] != want[1] {
			t.Errorf("%s: %v, want %v, and NaN of the missing date between them", expression, got, want)
		}
	}
	for expression, want := range map[string]string{
		"month(y)":          "column 7: month is of a column of dates, and this is none",
		"month(when > y)":   "month is of a column of dates, and this is none",
		"month(wen)":        `there is no column "wen": is it "when"?`,
		"month(when, when)": "month has one argument, and 2 are given",
		"when - y":          "or take a number of it by year, month",
	} {
		if _, err := f.WithExpr("part", expression); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", expression, err, want)
		}
	}
}

// Year, month and day put the date together again, in rows of every block.
func TestDatePartsMakeTheDate(t *testing.T) {
	const rows = block + 500
	day := func(i int) time.Time { return time.Unix(86400*int64(131*i-90_000), 0).UTC() }
	var text strings.Builder
	text.WriteString("when,y\n")
	for i := range rows {
		text.WriteString(day(i).Format(time.DateOnly) + ",0\n")
	}
	f, err := Read(strings.NewReader(text.String()), "dates.csv")
	if err != nil {
		t.Fatal(err)
	}
	f, err = f.WithExpr("code", "10000 * year(when) + 100 * month(when) + day(when)")
	if err != nil {
		t.Fatal(err)
	}
	codes, _ := f.Column("code")
	for i, code := range codes {
		if want := day(i).Format("20060102"); strconv.Itoa(int(code)) != want {
			t.Fatalf("row %d: %v, want %s", i, code, want)
		}
	}
}
