package worker

import (
	"fmt"
	"reflect"
	"testing"
)

// stringer is a wrapper as the interpreter fills it.
type stringer struct {
	IValue  any
	WString func() string
}

func (s stringer) String() string { return s.WString() }

func TestRevealPrintsAsGoWould(t *testing.T) {
	type embedded struct{ Xa int }
	f := newFieldNames()
	f.declare([]string{"Xtrain"})
	hot := stringer{1.5, func() string { return "hot" }}
	for _, c := range []struct {
		format string
		v      any
		want   string
	}{
		{"%+v", struct{ Xa, B, Xtrain, X, XY, X1 int }{1, 2, 3, 4, 5, 6}, "{a:1 B:2 Xtrain:3 X:4 XY:5 X1:6}"},
		{"%+v", &struct{ Xa []struct{ Xb int } }{[]struct{ Xb int }{{1}}}, "&{a:[{b:1}]}"},
		{"%+v", map[struct{ Xk string }][1]struct{ Xv int }{{"x"}: {{1}}}, "map[{k:x}:[{v:1}]]"},
		{"%+v", struct{ Tᐧ2 int }{1}, "{T:1}"},
		{"%+v", embedded{1}, "{Xa:1}"}, // compiled
		{"%v", nil, "<nil>"},
		{"%v", 3, "3"},
		{"%v", hot, "hot"},
		{"%+v", hot, "hot"},
		{"%q", hot, `"hot"`},
		{"%5s|", hot, "  hot|"},
		{"%.2f", hot, "1.50"},
		{"%#v", hot, "1.5"},
	} {
		if got := fmt.Sprintf(c.format, f.reveal(c.v)); got != c.want {
			t.Errorf("%s of %T prints %q, want %q", c.format, c.v, got, c.want)
		}
	}
}

func TestRestoreSharesWhatIsPointedTo(t *testing.T) {
	v := &struct{ Xn int }{1}
	shown := newFieldNames().restore(v)
	v.Xn = 2
	if got := reflect.ValueOf(shown).Elem().Field(0).Int(); got != 2 {
		t.Errorf("shows %d, want 2", got)
	}
}
