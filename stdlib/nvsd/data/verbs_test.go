package data

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func texts(f *Frame, name string) string {
	cells, err := f.Texts(name)
	if err != nil {
		return err.Error()
	}
	return strings.Join(cells, " ")
}

func TestVerbs(t *testing.T) {
	f := readTrees(t)
	for what, c := range map[string]struct {
		make  func() (*Frame, error)
		trees string // the column "id" of the result
		x     string // the columns of X
	}{
		"head": {func() (*Frame, error) { return f.Head(2) }, "t1 t2", "species=(missing) species=beech species=oak species=pine old girth"},
		"tail": {func() (*Frame, error) { return f.Tail(2) }, "t5 t6", "species=(missing) species=beech species=oak species=pine old girth"},
		"all":  {func() (*Frame, error) { return f.Head(100) }, "t1 t2 t3 t4 t5 t6", "species=(missing) species=beech species=oak species=pine old girth"},
		"where": {func() (*Frame, error) {
			return f.Where(func(r Row) bool { return r.Bool("old") && r.Float("girth") > 9 })
		}, "t4 t6", "species=(missing) species=beech species=oak species=pine old girth"},
		"a date": {func() (*Frame, error) { return f.Where(func(r Row) bool { return r.Time("day").Day() == 9 }) }, "t4", "species=(missing) species=beech species=oak species=pine old girth"},
		"text": {func() (*Frame, error) {
			return f.Where(func(r Row) bool { return r.Text("species") == "oak" && r.Index() > 0 })
		}, "t3", "species=(missing) species=beech species=oak species=pine old girth"},
		"missing": {func() (*Frame, error) { return f.Where(func(r Row) bool { return r.Missing("girth") }) }, "t2", "species=(missing) species=beech species=oak species=pine old girth"},
		"with": {func() (*Frame, error) {
			return f.With("month", func(r Row) float64 { return float64(r.Time("day").Month()) })
		}, "t1 t2 t3 t4 t5 t6", "species=(missing) species=beech species=oak species=pine old girth month"},
		"replaced":     {func() (*Frame, error) { return f.With("species", func(r Row) float64 { return 1 }) }, "t1 t2 t3 t4 t5 t6", "species old girth"},
		"select":       {func() (*Frame, error) { return f.Select("girth", "id", "species") }, "t1 t2 t3 t4 t5 t6", "girth species=(missing) species=beech species=oak species=pine"},
		"drop":         {func() (*Frame, error) { return f.Drop("species", "day") }, "t1 t2 t3 t4 t5 t6", "old girth"},
		"rename":       {func() (*Frame, error) { return f.Rename("species", "kind", "girth", "old", "old", "girth") }, "t1 t2 t3 t4 t5 t6", "kind=(missing) kind=beech kind=oak kind=pine girth old"},
		"sort":         {func() (*Frame, error) { return f.Sort("species", "-height") }, "t4 t5 t2 t1 t3 t6", "species=(missing) species=beech species=oak species=pine old girth"},
		"missing last": {func() (*Frame, error) { return f.Sort("-girth") }, "t6 t5 t4 t3 t1 t2", "species=(missing) species=beech species=oak species=pine old girth"},
		"no missing":   {func() (*Frame, error) { return f.DropMissing() }, "t1 t3 t4 t5 t6", "species=(missing) species=beech species=oak species=pine old girth"},
	} {
		g, err := c.make()
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if got, x := texts(g, "id"), strings.Join(g.Names(), " "); got != c.trees || x != c.x {
			t.Errorf("%s: trees %s with the inputs %s, want %s with %s", what, got, x, c.trees, c.x)
		}
		if n, d := g.X().Dims(); n != g.N() || d != g.D() {
			t.Errorf("%s: X is %d x %d", what, n, d)
		}
	}
	if f.N() != 6 || texts(f, "id") != "t1 t2 t3 t4 t5 t6" {
		t.Error("the Frame itself was changed")
	}
}

func TestVerbsRefuse(t *testing.T) {
	f := readTrees(t)
	for want, verb := range map[string]func() (*Frame, error){
		"Head: 0 rows are asked for":                        func() (*Frame, error) { return f.Head(0) },
		"Tail: -1 rows are asked for":                       func() (*Frame, error) { return f.Tail(-1) },
		"holds for none of the 6 rows":                      func() (*Frame, error) { return f.Where(func(Row) bool { return false }) },
		`Where: there is no column "girht": is it "girth"?`: func() (*Frame, error) { return f.Where(func(r Row) bool { return r.Float("girht") > 1 }) },
		`With: the column "day" is date, which Float does not read: use Time`: func() (*Frame, error) {
			return f.With("x", func(r Row) float64 { return r.Float("day") })
		},
		`row 3 of "x" is +Inf: every value must be finite`: func() (*Frame, error) {
			return f.With("x", func(r Row) float64 { return 1 / float64(2-r.Index()) })
		},
		`row 2 of "height" is missing`: func() (*Frame, error) {
			return f.With("height", func(r Row) float64 { return r.Float("girth") })
		},
		"With: the new column has no name":                func() (*Frame, error) { return f.With("", func(Row) float64 { return 1 }) },
		"Where: there is no function (nil)":               func() (*Frame, error) { return f.Where(nil) },
		`Select: there is no column "gith"`:               func() (*Frame, error) { return f.Select("gith") },
		"is a level of the categorical column":            func() (*Frame, error) { return f.Drop("species=oak") },
		`the column "girth" is named twice`:               func() (*Frame, error) { return f.Select("girth", "girth") },
		"Drop: no column would be left":                   func() (*Frame, error) { return f.Drop(f.Columns()...) },
		"give pairs of an old and a new name":             func() (*Frame, error) { return f.Rename("girth") },
		`are both named "old"`:                            func() (*Frame, error) { return f.Rename("girth", "old") },
		`Sort: there is no column "gith": is it "girth"?`: func() (*Frame, error) { return f.Sort("-gith") },
		"Sample: 7 rows of 6 are asked for":               func() (*Frame, error) { return f.Sample(7, 1) },
		`the column "species" is categorical, for which there is no mean: give data.MissingLevel`: func() (*Frame, error) { return f.Impute(Mean, "species") },
		`"middle" is no way to fill in`:                     func() (*Frame, error) { return f.Impute("middle") },
		`WithTime: the column "species" is categorical`:     func() (*Frame, error) { return f.WithTime("species") },
		`"height" is the target: name another target first`: func() (*Frame, error) { return f.WithKey("height") },
		`WithTarget: the column "day" is date`:              func() (*Frame, error) { return f.WithTarget("day") },
		`WithTarget: row 2 of "girth" is missing`:           func() (*Frame, error) { return f.WithTarget("girth") },
	} {
		if _, err := verb(); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "data: ") {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A sample has no row twice, and is the same for the same seed. A frame that is sorted has the
// rows that it had, and its column in order.
func TestSampleAndSort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := numbered(rapid.IntRange(1, 50).Draw(t, "n"))
		n, seed := rapid.IntRange(1, f.N()).Draw(t, "of"), rapid.Uint64().Draw(t, "seed")
		g, err := f.Sample(n, seed)
		if err != nil {
			t.Fatal(err)
		}
		again, err := f.Sample(n, seed)
		if err != nil || !slices.Equal(g.Y(), again.Y()) {
			t.Fatalf("drawn %v and %v (%v)", g.Y(), again.Y(), err)
		}
		sorted, err := g.Sort("y")
		if err != nil || len(slices.Compact(sorted.Y())) != n || !slices.IsSorted(sorted.Y()) {
			t.Fatalf("%v sorted is %v (%v)", g.Y(), sorted.Y(), err)
		}
		back, err := g.Sort("-y")
		down := back.Y()
		slices.Reverse(down)
		if err != nil || !slices.Equal(down, sorted.Y()) {
			t.Fatalf("%v falling is %v (%v)", g.Y(), back.Y(), err)
		}
	})
}

// TestTextsHaveAllDigits: of dates too, as WriteCSV has them.
func TestTextsHaveAllDigits(t *testing.T) {
	f := tableOf(t, "d,a\n2024-03-01T10:00:00.25Z,1\n2024-03-02T10:00:00Z,2\n")
	if got := texts(f, "d"); got != "2024-03-01T10:00:00.25Z 2024-03-02T10:00:00Z" {
		t.Error(got)
	}
}

func TestDatesAreMoments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := time.UnixMicro(rapid.Int64Range(-6e16, 2e17).Draw(t, "microseconds") / 8 * 8).UTC()
		if math.Abs(seconds(at)) < 1<<31 && !moment(seconds(at)).Equal(at) {
			t.Fatalf("%v became %v", at, moment(seconds(at)))
		}
	})
}

// large is a frame of a million rows for benchmarks.
func large(b *testing.B) *Frame {
	x := column{name: "x", values: make([]float64, 1_000_000)}
	y := column{name: "y", values: make([]float64, len(x.values))}
	g := column{name: "g", kind: Categorical, values: make([]float64, len(x.values)), levels: []string{"a", "b", "c"}}
	for i := range x.values {
		x.values[i], y.values[i], g.values[i] = math.Sin(float64(i)), float64(i), float64(i%3)
	}
	f := &Frame{n: len(x.values), columns: []column{x, g, y}, target: "y"}
	f.inputs = append(f.terms(0), f.terms(1)...)
	f.lay()
	return f
}

func BenchmarkVerbs(b *testing.B) {
	f := large(b)
	for _, c := range []struct {
		name string
		verb func() error
	}{
		{"Where", func() error {
			_, err := f.Where(func(r Row) bool { return r.Float("x") > 0.5 && r.Text("g") == "b" })
			return err
		}},
		{"WhereExpr", func() error { _, err := f.WhereExpr(`x > 0.5 && g == "b"`); return err }},
		{"With", func() error { _, err := f.With("z", func(r Row) float64 { return 2 * r.Float("x") }); return err }},
		{"WithExpr", func() error { _, err := f.WithExpr("z", "2 * x"); return err }},
		{"Sort", func() error { _, err := f.Sort("g", "-x"); return err }},
		{"GroupBy", func() error { _, err := f.GroupBy("g").Mean("x"); return err }},
		{"Select", func() error { _, err := f.Select("x", "y"); return err }},
		{"Split", func() error { _, err := f.Split(Fractions(0.5, 0.25, 0.25)); return err }},
	} {
		b.Run(fmt.Sprintf("%s/n=%d", c.name, f.N()), func(b *testing.B) {
			for b.Loop() {
				if err := c.verb(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
