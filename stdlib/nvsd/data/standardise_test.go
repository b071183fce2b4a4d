package data

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

// What is scaled by its own Scaling has mean 0 and standard deviation 1, and undone it is what
// it was, up to rounding.
func TestScalingIsUndone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := numbered(rapid.IntRange(2, 40).Draw(t, "n"))
		a, b := rapid.Float64Range(-1e6, 1e6).Draw(t, "a"), rapid.Float64Range(1e-3, 1e6).Draw(t, "b")
		f, err := f.With("u", func(r Row) float64 { return a + b*math.Sin(float64(r.Index())) })
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.Scaling()
		if err != nil || !slices.Equal(s.Names, []string{"x1", "u"}) {
			t.Fatalf("%v (%v)", s, err)
		}
		g, err := s.Apply(f)
		if err != nil {
			t.Fatal(err)
		}
		room := 1e-9 * (1 + math.Abs(a)/b)
		for _, name := range s.Names {
			v, _ := g.Column(name)
			if mean, sd := stat.MeanStdDev(v, nil); math.Abs(mean) > room || math.Abs(sd-1) > room {
				t.Fatalf("%s has mean %v and standard deviation %v", name, mean, sd)
			}
		}
		back, err := s.Undo(g)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range s.Names {
			v, _ := f.Column(name)
			w, _ := back.Column(name)
			for i := range v {
				if math.Abs(v[i]-w[i]) > 1e-12*(math.Abs(a)+b+float64(f.N())) {
					t.Fatalf("row %d of %s was %v and is %v", i, name, v[i], w[i])
				}
			}
		}
	})
}

// A Scaling is that of the rows that told it, and others are scaled by it too.
func TestScalingIsRemembered(t *testing.T) {
	f := tableOf(t, "a,b,c\n1,5,u\n3,5,v\n8,,u\n", AllowMissing())
	train, err := f.Head(2)
	if err != nil {
		t.Fatal(err)
	}
	s, err := train.Scaling()
	if err != nil {
		t.Fatal(err)
	}
	g, err := s.Apply(f)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := texts(g, "a"), texts(g, "b"); a != "-0.7071067811865475 0.7071067811865475 4.242640687119285" || b != "0 0 " {
		t.Errorf("scaled: %s and %s", a, b)
	}
}

func TestScalingRefuses(t *testing.T) {
	f := tableOf(t, "a,b,c\n1,,u\n3,,v\n8,,u\n", AllowMissing())
	for want, err := range map[string]error{
		`Scaling: there is no column "z"`:                   second(f.Scaling("z")),
		`Scaling: the column "c" is categorical`:            second(f.Scaling("c")),
		`all cells of the column "b" are missing`:           second(f.Scaling("b")),
		`Scaling.Apply: there is no column "z"`:             second(Scaling{[]string{"z"}, []float64{1}, []float64{1}}.Apply(f)),
		`Scaling.Apply: the column "c" is categorical here`: second(Scaling{[]string{"c"}, []float64{1}, []float64{1}}.Apply(f)),
		"Scaling.Apply: there is no Frame (nil)":            second(Scaling{}.Apply(nil)),
		"Scaling.Undo: the Scaling has 1 name, 0 means":     second(Scaling{Names: []string{"a"}}.Undo(f)),
		"mean 1 and standard deviation 0: both must be":     second(Scaling{[]string{"a"}, []float64{1}, []float64{0}}.Apply(f)),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func second[T any](_ T, err error) error { return err }
