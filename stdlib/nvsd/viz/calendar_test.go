package viz

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestDateTicks(t *testing.T) {
	for _, tc := range []struct{ from, to, want string }{
		{"2024-03-01 00:00", "2024-03-11 00:00", "2024-03-02|2024-03-04|2024-03-06|2024-03-08|2024-03-10"},
		{"2007-11-11 00:00", "2009-12-01 00:00", "2008-01|2008-07|2009-01|2009-07"},
		{"1950-06-01 00:00", "2024-03-11 00:00", "1960|1980|2000|2020"},
		{"2024-02-26 00:00", "2024-04-01 00:00", "2024-02-26|2024-03-04|2024-03-11|2024-03-18|2024-03-25|2024-04-01"}, // Mondays
		{"2024-03-01 21:10", "2024-03-02 05:50", "2024-03-01 22:00|2024-03-02 00:00|02:00|04:00"},
		{"2024-03-01 09:00", "2024-03-01 09:01", "2024-03-01 09:00:00|09:00:10|09:00:20|09:00:30|09:00:40|09:00:50|09:01:00"},
		{"1969-12-20 00:00", "1970-01-12 00:00", "1969-12-22|1969-12-29|1970-01-05|1970-01-12"},
	} {
		at := func(text string) float64 {
			moment, err := time.Parse("2006-01-02 15:04", text)
			if err != nil {
				t.Fatal(err)
			}
			return float64(moment.Unix())
		}
		var labels []string
		for _, tick := range dateTicks(at(tc.from), at(tc.to)) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, "|"); got != tc.want {
			t.Errorf("from %s to %s: %s, want %s", tc.from, tc.to, got, tc.want)
		}
	}
}

// Ticks of every range of dates rise, lie within it, are few, and stand where their labels say.
func TestDateTicksAreWhereTheySay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-6e10, 2e11).Draw(t, "from")
		hi := lo + rapid.OneOf(rapid.Float64Range(1, 1e4), rapid.Float64Range(1e4, 1e8), rapid.Float64Range(1e8, 5e10)).Draw(t, "length")
		ticks := dateTicks(lo, hi)
		if len(ticks) > 8 {
			t.Fatalf("there are %d ticks", len(ticks))
		}
		for k, tick := range ticks {
			if tick.Value < lo || tick.Value > hi || k > 0 && tick.Value <= ticks[k-1].Value {
				t.Fatalf("tick %d of %v is not in order, or beyond %v to %v", k, ticks, lo, hi)
			}
			if layout := "2006-01-02"[:min(10, len(tick.Label))]; tick.Label[:min(10, len(tick.Label))] != moment(tick.Value).Format(layout) && !strings.Contains(tick.Label, ":") {
				t.Fatalf("the tick at %v is labelled %s", moment(tick.Value), tick.Label)
			}
		}
	})
}
