package viz

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

func TestIntervalsGolden(t *testing.T) {
	f, err := Intervals("Norms among samples", NormsAxis, "on all rows", "90% of the samples", []Interval{
		{Name: "age", Value: 0, Low: 0, High: 2.1}, {Name: "bmi", Value: 24.1, Low: 17.2, High: 30.4}, {Name: "s5", Value: 22.7, Low: 19, High: 29}, {Name: strings.Repeat("long ", 20), Value: 3, Low: 4, High: 9},
	})
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/intervals.svg", f.SVG())
	inside(t, f)
	if want := "bmi 24.1 (17.2 to 30.4)"; !strings.Contains(f.String(), want) {
		t.Errorf("%v does not tell %s", f, want)
	}
}

func TestIntervalsLeaveOut(t *testing.T) {
	f := must(t)(Intervals("t", "x", "point", "line", []Interval{
		{Name: "a", Value: 1, High: 2}, {Name: "b", Value: math.NaN()}, {Name: "c", Value: 1, High: math.Inf(1)}, {Name: "d", Low: math.NaN(), High: 1},
	}))
	legible(t, f)
	if want := "Intervals of 1 input. The largest: a 1 (0 to 2). 3 intervals are left out"; !strings.Contains(f.String(), want) {
		t.Errorf("in words: %v", f)
	}
}

func TestIntervalsSayWhatTheyLeaveOut(t *testing.T) {
	all := make([]Interval, 33)
	for i := range all {
		all[i].Name = fmt.Sprint("x", i)
	}
	f, err := Intervals("t", "x", "point", "line", all)
	if err != nil {
		t.Fatal(err)
	}
	inside(t, f)
	if !hasText(t, f, "and 3 more") {
		t.Error("no line says what is left out")
	}
}

func TestIntervalsRefuse(t *testing.T) {
	for _, all := range [][]Interval{nil, {{Name: "a", Value: -1, Low: 0, High: 1}}, {{Name: "a", Value: math.NaN(), Low: 0, High: 1}}, {{Name: "a", Value: 1, Low: 2, High: 1}}, {{Name: "a", Value: 1, Low: 0, High: math.Inf(1)}}, {{Name: "a", Value: 1, Low: math.NaN(), High: 1}}} {
		if _, err := Intervals("t", "x", "point", "line", all); err == nil {
			t.Errorf("%v is drawn", all)
		}
	}
}
