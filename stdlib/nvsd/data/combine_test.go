package data

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// tableOf reads a table without a target.
func tableOf(tb testing.TB, text string, opts ...ReadOption) *Frame {
	f, err := Read(strings.NewReader(text), "table", append(opts, NoTarget())...)
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

func TestBindPutsTogether(t *testing.T) {
	a := tableOf(t, "kind,size,day\nred,1,2024-01-01\nblue,2,2024-01-02\n")
	b := tableOf(t, "size,day,kind\n0.5,2024-01-03,green\n2.5,2024-01-04,blue\n")
	g, err := a.Bind(b)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"kind": "red blue green blue", "size": "1 2 0.5 2.5", "day": "2024-01-01 2024-01-02 2024-01-03 2024-01-04"} {
		if got := texts(g, name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := strings.Join(g.Names(), " "); got != "kind=blue kind=green kind=red size" {
		t.Errorf("inputs %s", got)
	}
	if k, _ := g.Kind("size"); k != Numeric {
		t.Errorf("whole numbers and numbers are %v", k)
	}
}

// What is cut into pieces and bound again is what it was.
func TestBindUndoesHeadAndTail(t *testing.T) {
	f := readTrees(t)
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 5).Draw(t, "k")
		a, err := f.Head(k)
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.Tail(6 - k)
		if err != nil {
			t.Fatal(err)
		}
		if g, err := a.Bind(b); err != nil || !same(f, g) {
			t.Fatalf("%v (%v)", g, err)
		}
	})
}

// TestBindOfManyKeys: a key has no columns in X, so that it may have more levels than an input.
func TestBindOfManyKeys(t *testing.T) {
	text := "id,a\n"
	for i := range maxLevels + 5 {
		text += fmt.Sprintf("key %d,%d\n", i, i)
	}
	f := tableOf(t, text, Key("id"))
	g, err := f.Bind(tableOf(t, "a,id\n7,key x\n8,key 3\n", Key("id")))
	if err != nil {
		t.Fatal(err)
	}
	if last, err := g.Tail(3); err != nil || texts(last, "id") != fmt.Sprintf("key %d key x key 3", maxLevels+4) {
		t.Errorf("%v, %v", texts(last, "id"), err)
	}
}

// TestBindOfNothing: a column whose cells are all missing goes with one of any kind.
func TestBindOfNothing(t *testing.T) {
	empty := tableOf(t, "a,b,c,d\n,,,\n", AllowMissing())
	full := tableOf(t, "a,b,c,d\n1.5,x,2024-03-01,no\n2,y,2024-03-02,yes\n", AllowMissing())
	for _, c := range []struct{ f, g *Frame }{{empty, full}, {full, empty}} {
		h, err := c.f.Bind(c.g)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(h.Names(), " "); got != "a b=y d" {
			t.Errorf("inputs %s", got)
		}
		h, err = h.DropMissing("a", "b", "c", "d")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range full.Columns() {
			kind, _ := h.Kind(name)
			if want, _ := full.Kind(name); kind != want || texts(h, name) != texts(full, name) {
				t.Errorf("%s: %v, %s", name, kind, texts(h, name))
			}
		}
	}
}

func TestJoin(t *testing.T) {
	people := tableOf(t, "name,city,age\nann,rome,31\nbob,oslo,45\ncid,paris,27\n", Key("name"))
	cities := tableOf(t, "city,country,lat\nrome,it,41.9\noslo,no,59.9\noslo,ny,1\n", Key("country"))
	g, err := people.Join(cities, "city")
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(g, "name") + "; " + texts(g, "lat"); got != "ann bob bob; 41.9 59.9 1" {
		t.Errorf("joined: %s", got)
	}
	if got := strings.Join(g.Names(), " "); got != "city=oslo city=paris city=rome age lat" {
		t.Errorf("inputs %s", got)
	}
	if got := g.roles.Keys; !slices.Equal(got, []string{"name", "country"}) {
		t.Errorf("keys %q", got)
	}
	left, err := people.LeftJoin(cities, "city")
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(left, "name") + "; " + texts(left, "lat"); got != "ann bob bob cid; 41.9 59.9 1 " {
		t.Errorf("joined from the left: %s", got)
	}
}

// A join is the pairs of equal keys, in the order of the rows, found by looking at all pairs.
func TestJoinIsAllPairs(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		frame := func(name string) (*Frame, []int) {
			n := rapid.IntRange(1, 12).Draw(r, "n")
			keys := numbersUpTo(r, name, n, 5)
			k, v := column{name: "key", kind: Integer}, column{name: name, kind: Integer}
			for i, key := range keys {
				k.values, v.values = append(k.values, float64(key)), append(v.values, float64(i))
			}
			f := &Frame{n: n, columns: []column{k, v}, inputs: []term{{1, asNumber}}}
			f.lay()
			return f, keys
		}
		f, a := frame("a")
		g, b := frame("b")
		var want [][2]float64
		for i, k := range a {
			for j, l := range b {
				if k == l {
					want = append(want, [2]float64{float64(i), float64(j)})
				}
			}
		}
		h, err := f.Join(g, "key")
		if (err != nil) != (len(want) == 0) {
			r.Fatalf("%v, for %d pairs", err, len(want))
		}
		if err != nil {
			return
		}
		var got [][2]float64
		for i := range h.N() {
			got = append(got, [2]float64{h.X().At(i, 0), h.X().At(i, 1)})
		}
		if !slices.Equal(got, want) {
			r.Fatalf("pairs %v, want %v", got, want)
		}
	})
}

func TestCombineRefuses(t *testing.T) {
	a := tableOf(t, "k,u\n1,2\n2,3\n")
	for want, combine := range map[string]func() (*Frame, error){
		"Bind: no Frame is given":                                                 func() (*Frame, error) { return a.Bind() },
		"Bind: Frame 1 is nil":                                                    func() (*Frame, error) { return a.Bind(nil) },
		`Bind: Frame 1 has a column "v", which the first has not`:                 func() (*Frame, error) { return a.Bind(tableOf(t, "k,u,v\n1,2,3\n")) },
		`Bind: Frame 1 has no column "u"`:                                         func() (*Frame, error) { return a.Bind(tableOf(t, "k\n1\n")) },
		`Bind: Frame 1 has "u" as categorical, and the first as integer`:          func() (*Frame, error) { return a.Bind(tableOf(t, "k,u\n1,b\n")) },
		"Join: there is no second Frame":                                          func() (*Frame, error) { return a.Join(nil, "k") },
		"Join: no key is named":                                                   func() (*Frame, error) { return a.Join(a) },
		`Join: there is no column "z"`:                                            func() (*Frame, error) { return a.Join(a, "z") },
		"(in the second Frame)":                                                   func() (*Frame, error) { return a.Join(tableOf(t, "l\n1\n"), "k") },
		`Join: both have a column "u": rename one by Rename("u", ...)`:            func() (*Frame, error) { return a.Join(a, "k") },
		`the key "k" is integer in the first Frame and categorical in the second`: func() (*Frame, error) { return a.Join(tableOf(t, "k,w\nb,1\n"), "k") },
		`no row of the two Frames has the same "k"`:                               func() (*Frame, error) { return a.Join(tableOf(t, "k,w\n7,1\n"), "k") },
	} {
		if _, err := combine(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
