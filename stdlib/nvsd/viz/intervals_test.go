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
		{"age", 0, 0, 2.1}, {"bmi", 24.1, 17.2, 30.4}, {"s5", 22.7, 19, 29}, {strings.Repeat("long ", 20), 3, 4, 9},
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
	for _, all := range [][]Interval{nil, {{"a", -1, 0, 1}}, {{"a", math.NaN(), 0, 1}}, {{"a", 1, 2, 1}}, {{"a", 1, 0, math.Inf(1)}}, {{"a", 1, math.NaN(), 1}}} {
		if _, err := Intervals("t", "x", "point", "line", all); err == nil {
			t.Errorf("%v is drawn", all)
		}
	}
}
