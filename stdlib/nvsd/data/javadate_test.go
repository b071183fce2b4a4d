package data

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestJavaPatterns: the values are those that Java's documentation of SimpleDateFormat gives to
// the letters, without leniency.
func TestJavaPatterns(t *testing.T) {
	for _, c := range []struct{ pattern, text, want string }{
		{"M/d/yyyy", "3/4/2021", "2021-03-04T00:00:00Z"},
		{"M/d/yyyy", "12/31/2021", "2021-12-31T00:00:00Z"},
		{"MM/dd/yyyy", "3/4/2021", "2021-03-04T00:00:00Z"},
		{"d.M.yy", "5.6.98", "1998-06-05T00:00:00Z"},
		{"d.M.y", "5.6.07", "2007-06-05T00:00:00Z"},
		{"yyyyMMdd", "20210304", "2021-03-04T00:00:00Z"},
		{"yyyyMMddHHmmss", "20210304050607", "2021-03-04T05:06:07Z"},
		{"d MMM yyyy", "4 mar 2021", "2021-03-04T00:00:00Z"},
		{"d MMM yyyy", "4 March 2021", "2021-03-04T00:00:00Z"},
		{"EEE, d MMM yyyy HH:mm:ss Z", "Thu, 4 Mar 2021 05:06:07 +0200", "2021-03-04T03:06:07Z"},
		{"EEEE d MMMM yyyy", "Thursday 4 March 2021", "2021-03-04T00:00:00Z"},
		{"EEE d MMM yyyy", "Fri 4 Mar 2021", ""},
		{"h:mm a, d/M/yyyy", "12:05 am, 1/2/2021", "2021-02-01T00:05:00Z"},
		{"h:mm a, d/M/yyyy", "12:05 PM, 1/2/2021", "2021-02-01T12:05:00Z"},
		{"h:mm a, d/M/yyyy", "13:05 PM, 1/2/2021", ""},
		{"K:mm a d/M/yyyy", "0:05 PM 1/2/2021", "2021-02-01T12:05:00Z"},
		{"k:mm d/M/yyyy", "24:05 1/2/2021", "2021-02-01T00:05:00Z"},
		{"yyyy-MM-dd'T'HH:mm:ss.SSS", "2021-03-04T05:06:07.089", "2021-03-04T05:06:07.089Z"},
		{"ss:SSS", "07:5", "1970-01-01T00:00:07.005Z"},
		{"yyyy-MM-dd'T'HH:mm:ssXXX", "2021-03-04T05:06:07-01:30", "2021-03-04T06:36:07Z"},
		{"yyyy-MM-dd'T'HH:mm:ssX", "2021-03-04T05:06:07Z", "2021-03-04T05:06:07Z"},
		{"yyyy-MM-dd HH:mm z", "2021-03-04 05:06 PST", "2021-03-04T13:06:00Z"},
		{"yyyy-MM-dd HH:mm z", "2021-03-04 05:06 GMT+2:00", "2021-03-04T03:06:00Z"},
		{"yyyy-MM-dd HH:mm z", "2021-03-04 05:06 IST", ""},
		{"yyyy-D", "2024-366", "2024-12-31T00:00:00Z"},
		{"yyyy-D", "2023-366", ""},
		{"h 'o''clock' a", "5 o'clock PM", "1970-01-01T17:00:00Z"},
		{"y G", "144 BC", "-0143-01-01T00:00:00Z"},
		{"M/d/yyyy", "2/29/2021", ""},
		{"M/d/yyyy", "13/1/2021", ""},
		{"M/d/yyyy", "1/2/2021 10:00", ""},
		{"M/d/yyyy", "1-2-2021", ""},
		{"M/d/yyyy", "", ""},
	} {
		p, says := newJavaPattern(c.pattern)
		if says != "" {
			t.Errorf("%s: %s is not read", c.pattern, says)
			continue
		}
		got := ""
		if at, ok := p.read(c.text); ok {
			got = at.Format(time.RFC3339Nano)
		}
		if got != c.want {
			t.Errorf("%q in the pattern %q is %q, want %q", c.text, c.pattern, got, c.want)
		}
	}
}

// TestJavaPatternsOfDates: what package time writes is read, to the second, in patterns that
// say the same.
func TestJavaPatternsOfDates(t *testing.T) {
	pairs := [][2]string{
		{"M/d/yyyy H:m:s", "1/2/2006 15:4:5"}, {"yyyyMMdd HHmmss", "20060102 150405"}, {"d-MMM-yyyy h:mm:ss a", "2-Jan-2006 3:04:05 PM"},
		{"EEEE, MMMM d, yyyy HH:mm:ss", "Monday, January 2, 2006 15:04:05"}, {"yyyy-MM-dd'T'HH:mm:ssXXX", "2006-01-02T15:04:05-07:00"}, {"D/yyyy HH:mm:ss", "__2/2006 15:04:05"},
	}
	rapid.Check(t, func(r *rapid.T) {
		pair := rapid.SampledFrom(pairs).Draw(r, "pattern")
		at := time.Unix(rapid.Int64Range(-60000000000, 200000000000).Draw(r, "seconds"), 0).UTC()
		text := strings.TrimLeft(at.Format(pair[1]), " ")
		p, says := newJavaPattern(pair[0])
		if got, ok := p.read(text); says != "" || !ok || !got.Equal(at) {
			r.Fatalf("%q in the pattern %q is %v (%v %s), want %v", text, pair[0], got, ok, says, at)
		}
	})
}

// TestARFFDates: a column of dates by a pattern is one of moments, and is written in the shortest
// form that has all of them.
func TestARFFDates(t *testing.T) {
	for pattern, want := range map[string]string{"M/d/yyyy": "2021-03-04", "M/d/yyyy h:mm a": "2021-03-04 17:06"} {
		text := map[string]string{"M/d/yyyy": "3/4/2021", "M/d/yyyy h:mm a": "3/4/2021 5:06 PM"}[pattern]
		f, err := Read(strings.NewReader(fmt.Sprintf("@attribute d date %q\n@attribute x real\n@attribute y real\n@data\n%q,1,2\n?,1,2\n", pattern, text)), "d.arff")
		if err != nil || f.columns[0].kind != Date || f.columns[0].text(0) != want || f.columns[0].text(1) != "" {
			t.Errorf("%s: %v, %v, want %s", pattern, f, err, want)
		}
	}
	f, err := Read(strings.NewReader("@attribute d date 'YYYY'\n@attribute x real\n@attribute y real\n@data\n2021,1,2\n"), "d.arff", DateLayout("2006", "d"))
	if err != nil || f.columns[0].text(0) != "2021" {
		t.Errorf("a pattern that is not read, with data.DateLayout: %v, %v", f, err)
	}
}
