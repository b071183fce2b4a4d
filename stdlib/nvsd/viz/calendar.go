package viz

import (
	"math"
	"time"

	"gonum.org/v1/plot"
)

// A calendarStep is the distance of two ticks of an axis of dates.
type calendarStep struct {
	years, months, days int
	clock               time.Duration
	layout              string // of the dates, as package time writes layouts
}

// calendarSteps lists the steps from the shortest to one year.
var calendarSteps = func() []calendarStep {
	var steps []calendarStep
	for _, seconds := range []time.Duration{1, 2, 5, 10, 15, 30} {
		steps = append(steps, calendarStep{clock: seconds * time.Second, layout: "15:04:05"})
	}
	for _, minutes := range []time.Duration{1, 2, 5, 10, 15, 30, 60, 2 * 60, 3 * 60, 6 * 60, 12 * 60} {
		steps = append(steps, calendarStep{clock: minutes * time.Minute, layout: "15:04"})
	}
	for _, days := range []int{1, 2, 7, 14} {
		steps = append(steps, calendarStep{days: days, layout: time.DateOnly})
	}
	for _, months := range []int{1, 2, 3, 6} {
		steps = append(steps, calendarStep{months: months, layout: "2006-01"})
	}
	return append(steps, calendarStep{years: 1, layout: "2006"})
}()

// approximate returns the length of a step in seconds, roughly.
func (s calendarStep) approximate() float64 {
	const day = 24 * 60 * 60
	return day*(365.2425*float64(s.years)+30.44*float64(s.months)+float64(s.days)) + s.clock.Seconds()
}

// before returns the last time up to t at which there may be a tick. Those of weeks are Mondays.
func (s calendarStep) before(t time.Time) time.Time {
	year, month, _ := t.Date()
	switch {
	case s.years > 0:
		return time.Date(year-((year%s.years)+s.years)%s.years, 1, 1, 0, 0, 0, 0, time.UTC)
	case s.months > 0:
		return time.Date(year, month-(month-1)%time.Month(s.months), 1, 0, 0, 0, 0, time.UTC)
	case s.days > 0:
		const monday = 4 // days after the beginning of 1970
		days := int64(math.Floor(float64(t.Unix()) / (24 * 60 * 60)))
		return time.Unix((days-(((days-monday)%int64(s.days))+int64(s.days))%int64(s.days))*24*60*60, 0).UTC()
	}
	return t.Truncate(s.clock)
}

// isDate reports whether a number of seconds since 1970 is a date of a year with four digits.
func isDate(seconds float64) bool {
	const first, end = -62135596800, 253402300800 // of the year 1, and of the year 10000
	return seconds >= first && seconds < end
}

// moment returns the time that is so many seconds after the beginning of 1970.
func moment(seconds float64) time.Time { return time.Unix(int64(math.Floor(seconds)), 0).UTC() }

// dateTicks returns at most seven ticks at dates that are easily read. Where the axis lies within a
// few days and its ticks are times of day, that of midnight, or else the first, has the date too.
func dateTicks(lo, hi float64) []plot.Tick {
	if !isDate(lo) || !isDate(hi) {
		return steps{}.Ticks(lo, hi)
	}
	const most = 6
	step := calendarSteps[0]
	for _, s := range calendarSteps {
		step = s
		if (hi-lo)/s.approximate() <= most {
			break
		}
	}
	for factors := []int{2, 5, 10}; (hi-lo)/step.approximate() > most; {
		power := step.years
		for _, f := range factors {
			step.years = power * f
			if (hi-lo)/step.approximate() <= most {
				break
			}
		}
	}
	var ticks []plot.Tick
	for t := step.before(moment(lo)); float64(t.Unix()) <= hi; t = t.AddDate(step.years, step.months, step.days).Add(step.clock) {
		if at := float64(t.Unix()); at >= lo {
			label := t.Format(step.layout)
			if step.clock > 0 && (len(ticks) == 0 || t.Truncate(24*time.Hour).Equal(t)) {
				label = t.Format(time.DateOnly + " " + step.layout)
			}
			ticks = append(ticks, plot.Tick{Value: at, Label: label})
		}
	}
	return ticks
}

// written returns a number of the axis in words.
func (s scale) written(v float64) string {
	if !s.dates || !isDate(v) {
		return number(v)
	}
	layout := time.DateOnly
	if s.hi-s.lo < 10*24*60*60 {
		layout += " 15:04"
	}
	return moment(v).Format(layout)
}
