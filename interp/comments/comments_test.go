package comments

import (
	"maps"
	"testing"
)

func TestParse(t *testing.T) {
	got := Parse(`
// Frob frobs.
//
// Twice.
func Frob() {}

// point is where something is.
type point struct {
	x float64 // from the left
	// y is from below.
	y float64
	z, w float64
}

// Norm is the length.
func (p *point) Norm() float64 { return 0 }

// Len is of another cell's type.
func (l list[T]) Len() int { return 0 }

type shape interface {
	// Area is in square metres.
	Area() float64
}

// Colours.
const (
	red  = iota
	blue // like the sky
)

// limit is the most.
var limit = 3
`)
	want := map[string]string{
		"Frob": "Frob frobs.\n\nTwice.", "point": "point is where something is.", "point.x": "from the left",
		"point.y": "y is from below.", "point.Norm": "Norm is the length.", "list.Len": "Len is of another cell's type.", "shape.Area": "Area is in square metres.",
		"red": "Colours.", "blue": "like the sky", "limit": "limit is the most.",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got := Parse("func f( {"); len(got) > 0 {
		t.Errorf("what is not Go has comments: %q", got)
	}
}
