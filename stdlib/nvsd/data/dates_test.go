package data

import (
	"strings"
	"testing"
	"time"
)

// dated reads a column of dates, each of which is in several rows.
func dated(cells ...string) (*Frame, error) {
	text := "d,a\n"
	for _, cell := range append(cells, cells...) {
		text += `"` + cell + "\",1\n"
	}
	return Read(strings.NewReader(text), "d.csv", NoTarget())
}

// TestLayouts: the first of two dates is noon of 1 February 2024 in UTC, or its beginning.
func TestLayouts(t *testing.T) {
	noon := time.Date(2024, 2, 1, 12, 0, 0, 0, time.UTC)
	for _, cells := range [][2]string{
		{"2024-02-01", "2024-02-29"}, {"2024/02/01", "2024/12/31"}, {"1 Feb 2024", "2 May 2024"}, {"1 May 2024", "2 June 2024"},
		{"2024-02-01 12:00", "2024-02-29 00:00"}, {"2024-02-01T12:00:00Z", "2024-02-29T00:00:00.5Z"},
		{"2024-02-01T14:00:00+02:00", "2024-02-29T00:00:00Z"}, {"2024-02-01 14:00:00+0200", "2024-02-29 00:00:00-0930"},
		{"2024-02-01 14:00:00+02", "2024-02-29 00:00:00-03"}, {"2024-02-01 14:00:00 +0200", "2024-02-29 00:00:00 -0930"},
		{"2024-02-01 12:00:00 UTC", "2024-02-29 00:00:00 UTC"}, {"2024-02-01T12:00Z", "2024-02-29T00:00Z"},
		{"20240201T120000", "20240229T000000"}, {"20240201T120000Z", "20240229T000000Z"},
	} {
		f, err := dated(cells[:]...)
		if err != nil {
			t.Errorf("%s: %v", cells[0], err)
			continue
		}
		kind, _ := f.Kind("d")
		seconds, _ := f.Column("d")
		want := noon
		switch {
		case strings.Contains(cells[0], "May"):
			want = time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)
		case !strings.ContainsAny(cells[0], ":T"):
			want = noon.Add(-12 * time.Hour)
		}
		if kind != Date || moment(seconds[0]) != want {
			t.Errorf("%s: %v, %v, want %v", cells[0], kind, seconds, want)
		}
	}
}

// TestDatesInEitherOrder: what it is said to do can be done.
func TestDatesInEitherOrder(t *testing.T) {
	for cell, want := range map[string]string{
		"03/04/2021": `if the day is first, say data.DateLayout("2/1/2006", "d"); if the month is first, say data.DateLayout("1/2/2006", "d"); or else`,
		"3.4.2021":   `data.DateLayout("2.1.2006", "d")`, "03-04-2021": `data.DateLayout("2-1-2006", "d")`, "3/4/21": `data.DateLayout("2/1/06", "d")`,
		"03/04/2021 17:05": `data.DateLayout("2/1/2006 15:04", "d")`, "3/4/2021 5:05:00 PM": `data.DateLayout("1/2/2006 3:04:05 PM", "d")`,
	} {
		_, err := dated(cell)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", cell, err, want)
			continue
		}
		_, layout, _ := strings.Cut(err.Error(), `data.DateLayout("`)
		layout, _, _ = strings.Cut(layout, `"`)
		f, err := Read(strings.NewReader("d,a\n"+cell+",1\n"), "d.csv", NoTarget(), DateLayout(layout, "d"))
		if err != nil {
			t.Errorf("%s: %v", cell, err)
		} else if s, _ := f.Column("d"); moment(s[0]).Format(time.DateOnly) != "2021-04-03" {
			t.Errorf("%s: %v", cell, moment(s[0]))
		}
	}
	for _, version := range []string{"1.2.10", "1-2-10", "1/2", "10.11.12.13"} {
		if f, err := dated(version); err != nil || texts(f, "d") != version+" "+version {
			t.Errorf("%s: %v", version, err)
		}
	}
}

// TestMistypedDates: a date that is none does not make a column of categories.
func TestMistypedDates(t *testing.T) {
	for _, cells := range [][]string{
		{"2024-02-01", "2024-02-03", "2024-02-30"}, {"2024-02-01", "2024-02-02", "unknown"}, {"2024-02-01", "2024-02-02 10:00", "2024-02-03 25:00"},
	} {
		_, err := dated(cells...)
		want := `line 4, column "d": "` + cells[2] + `" is not a date written as 2006-01-02 (and 1 more such cell): `
		factor, absent := `if the column holds categories, say data.Factor("d")`, `if "`+cells[2]+`" stands for a missing cell, say data.NA("`+cells[2]+`")`
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), factor) || !strings.Contains(err.Error(), absent) {
			t.Errorf("%v: %v", cells, err)
		}
	}
	if f, err := dated("2024-02-01", "never", "later"); err != nil || len(f.Categories()) != 1 {
		t.Errorf("texts of which one is a date: %v", err)
	}
}

// TestDatesOfSeveralLayouts: dates that can be taken for no other ones are read beside one another,
// and beside those of a layout that is said.
func TestDatesOfSeveralLayouts(t *testing.T) {
	us := []ReadOption{DateLayout("1/2/2006", "d")}
	for _, c := range []struct {
		cells string
		opts  []ReadOption
		want  string // the cells, or a part of the error
	}{
		{"2013-02-01,2013-02-01T10:30,2013-02-02,2013-02-02T10:30", nil, "2013-02-01T00:00:00Z 2013-02-01T10:30:00Z 2013-02-02T00:00:00Z 2013-02-02T10:30:00Z"},
		{"2013-02-01,1 March 2013", nil, "2013-02-01 2013-03-01"},
		{"2013-02-01,03/04/2013,2013-02-05,12/31/2013", nil, `line 3, column "d": "03/04/2013" is a date whose day and month can be in either order (and 1 more such cell): if the month is first, as in "12/31/2013", say data.DateLayout("1/2/2006", "d"); or else mend the file`},
		{"2013-02-01,03/04/2013,2013-02-05,12/31/2013", us, "2013-02-01 2013-03-04 2013-02-05 2013-12-31"},
		{"3/4/2013,never,5/4/2013", nil, `line 2, column "d": "3/4/2013" is a date whose`},
		{"2013-02-01,31/12/2013", us, `line 3, column "d": "31/12/2013" is not a date written as 1/2/2006`},
		{"3/4/2013,3.4.2013", []ReadOption{DateLayout("1/2/2006", "d"), DateLayout("2.1.2006", "d")}, "2013-03-04 2013-04-03"},
		{"31/12/2013,3/4/2013", []ReadOption{DateLayout("1/2/2006", "d"), DateLayout("2/1/2006", "d")}, `line 3, column "d": "3/4/2013" is one date as 1/2/2006 and another as 2/1/2006`},
		{"2013-02-01,2013-20-01", []ReadOption{DateLayout("2006-02-01", "d")}, "2013-01-02 2013-01-20"},
		{"2013-02-01,2013-01-20", []ReadOption{DateLayout("2006-02-01", "d")}, `line 3, column "d": "2013-01-20" is not a date written as 2006-02-01`},
	} {
		f, err := Read(strings.NewReader("d,a\n"+strings.ReplaceAll(c.cells, ",", ",1\n")+",1\n"), "d.csv", append(c.opts, NoTarget())...)
		if err != nil {
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.cells, err, c.want)
			}
			continue
		}
		if got := texts(f, "d"); got != c.want {
			cells, _ := f.Column("d")
			var days []string
			for _, v := range cells {
				days = append(days, moment(v).Format(time.DateOnly))
			}
			got = strings.Join(days, " ")
			if got != c.want {
				t.Errorf("%s: %s, want %s", c.cells, got, c.want)
			}
		}
	}
}
