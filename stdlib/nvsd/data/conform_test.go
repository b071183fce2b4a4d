package data

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// readText reads a table without a target.
func readText(t *testing.T, text string, opts ...ReadOption) *Frame {
	t.Helper()
	f, err := Read(strings.NewReader(text), "t.csv", append(opts, NoTarget())...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Only what is needed is looked at, and what is no input here is said to be what it is.
func TestConformSaysWhatAColumnIs(t *testing.T) {
	train := readText(t, "a,kind,b\n1.5,u,0\n2,v,1\n3,w,1\n")
	for text, c := range map[string]struct {
		opts []ReadOption
		want string
	}{
		"kind,b\nu,1\n":                         {nil, `there is no input "a"`},
		"a,kind,b\n1,u,1\n":                     {[]ReadOption{Key("a")}, `"a" is the key of these data`},
		"a,kind,b\n2,u,1\n":                     {[]ReadOption{Time("a")}, `"a" is the time of these data`},
		"a,b\n1,1\n":                            {nil, `there is no input "kind"`},
		"a,kind,b\n3,x,1\n":                     {nil, `row 1 of "kind" is the text "x", and the model learned the levels "u", "v", "w"`},
		"a,kind,b\n3,?,1\n4,7,1\n":              {[]ReadOption{AllowMissing()}, `row 2 of "kind" is the number 7, and the model learned the levels`},
		"a,kind,b\n4,u,true\n":                  {nil, ""},
		"a,kind,b\n,,\n":                        {[]ReadOption{AllowMissing()}, ""},
		"b,kind,a\n1,w,5\n":                     {nil, ""},
		"a,kind,b,c\n6,w,0,x\n":                 {nil, ""},
		"a,kind=u,kind=v,kind=w,b\n6,0,0,1,0\n": {nil, ""},
		"a,kind=u,kind=v,kind=w,b\n6,0,3,1,0\n": {nil, `row 1 of "kind=v" is 3, and the model learned a level there`},
		"a,kind,b\n1.5,u,0\n7,w,2\n8,w,1\n":     {nil, ""},
	} {
		g, err := readText(t, text, c.opts...).Conform(train, nil)
		switch {
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%q: %v, want %q", text, err, c.want)
		case c.want == "" && err != nil:
			t.Errorf("%q: %v", text, err)
		case c.want == "" && !slices.Equal(g.Names(), train.Names()):
			t.Errorf("%q: the inputs are %q", text, g.Names())
		}
		if strings.HasPrefix(text, "a,kind") && strings.Contains(text, "u,1") {
			continue
		}
		if _, err := readText(t, text, append(c.opts, AllowMissing())...).Conform(train, make([]bool, train.D())); err != nil {
			t.Errorf("%q, of which nothing is needed: %v", text, err)
		}
	}
	f, err := Read(strings.NewReader("kind,b,a\nu,1,2\n"), "t.csv")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Conform(train, nil); err == nil || !strings.Contains(err.Error(), `"a" is the target of these data`) {
		t.Errorf("an input that is the target: %v", err)
	}
}

// A Frame that has the inputs as they are is the Frame itself, and another one has its numbers where
// training has them.
func TestConformMovesNumbers(t *testing.T) {
	train := readText(t, "a,kind,b\n1.5,u,0\n2,v,1\n3,w,1\n")
	if g, err := train.Conform(train, nil); err != nil || g != train {
		t.Errorf("the same data became others (%v)", err)
	}
	g, err := readText(t, "z,kind,b,a\n9,w,true,7\n9,,false,\n", AllowMissing()).Conform(train, []bool{true, false, false, true, true})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"a", "kind=w", "b"}; !slices.Equal(g.Names(), want) {
		t.Errorf("the inputs are %q, want %q", g.Names(), want)
	}
	nan := math.NaN()
	if x := mat.DenseCopyOf(g.X()).RawMatrix().Data; !sameNumbers(x, []float64{7, 1, 1, nan, nan, 0}) {
		t.Errorf("X is %v", x)
	}
}

// A categorical column with no cell but missing ones gets levels as any other one.
func TestLevelsOfAColumnWithoutAny(t *testing.T) {
	f := readText(t, "kind,b\n,1\n,2\n", AllowMissing(), Factor("kind"))
	g, err := f.WithLevels("kind", "u", "v", "w")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"b", "kind=u", "kind=v", "kind=w"}; !slices.Equal(g.Names(), want) || g.MissingCells() != 2 {
		t.Errorf("the inputs are %q, and %d cells are missing", g.Names(), g.MissingCells())
	}
}
