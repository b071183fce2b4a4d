package viz

import (
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestClip(t *testing.T) {
	box := vg.Rectangle{Max: vg.Point{X: 10, Y: 10}}
	for _, tc := range []struct {
		from, to, enter, leave vg.Point
		ok                     bool
	}{
		{vg.Point{X: -5, Y: 5}, vg.Point{X: 15, Y: 5}, vg.Point{X: 0, Y: 5}, vg.Point{X: 10, Y: 5}, true},
		{vg.Point{X: 2, Y: 2}, vg.Point{X: 8, Y: 8}, vg.Point{X: 2, Y: 2}, vg.Point{X: 8, Y: 8}, true},
		{vg.Point{X: 5, Y: 5}, vg.Point{X: 5, Y: 20}, vg.Point{X: 5, Y: 5}, vg.Point{X: 5, Y: 10}, true},
		{vg.Point{X: -5, Y: 11}, vg.Point{X: 15, Y: 11}, vg.Point{}, vg.Point{}, false},
		{vg.Point{X: 11, Y: 0}, vg.Point{X: 20, Y: 5}, vg.Point{}, vg.Point{}, false},
	} {
		enter, leave, ok := clip(tc.from, tc.to, box)
		if ok != tc.ok || ok && (enter != tc.enter || leave != tc.leave) {
			t.Errorf("from %v to %v: %v to %v, %v", tc.from, tc.to, enter, leave, ok)
		}
	}
}

// A label stands in the middle of a straight contour, off the points, and short contours and
// those of which every place is taken have none.
func TestPlaceLabels(t *testing.T) {
	inside := vg.Rectangle{Max: vg.Point{X: 300, Y: 100}}
	along := func(length vg.Length) contourLine {
		l := contourLine{text: "10", colour: uponLight}
		for x := vg.Length(1); x <= length; x += 3 {
			l.points = append(l.points, vg.Point{X: x, Y: 50})
		}
		return l
	}
	middle := func(l contourLabel) vg.Length { return (l.box.Min.X + l.box.Max.X) / 2 }
	if got := placeLabels([]contourLine{along(290)}, nil, inside); len(got) != 1 || middle(got[0]) < 140 || middle(got[0]) > 150 {
		t.Errorf("on a free contour: %v", got)
	}
	if got := placeLabels([]contourLine{along(290)}, []vg.Point{{X: 145, Y: 50}}, inside); len(got) != 1 || !free(got[0].box, nil, []vg.Point{{X: 145, Y: 50}}) {
		t.Errorf("beside a point: %v", got)
	}
	if got := placeLabels([]contourLine{along(40)}, nil, inside); len(got) != 0 {
		t.Errorf("on a short contour: %v", got)
	}
	two := placeLabels([]contourLine{along(290), along(290)}, nil, inside)
	if len(two) != 2 || !free(two[1].box, two[:1], nil) {
		t.Errorf("on two contours in one place: %v", two)
	}
}
