package data

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const trees = `id,day,species,old,site,girth,height
t1,2024-03-01,oak,yes,north,8.25,70
t2,2024-03-02,beech,no,north,,65
t3,2024-03-05,oak,no,south,8.75,63
t4,2024-03-09,,yes,south,10.5,72
t5,2024-03-07,beech,no,east,10.75,81
t6,2024-03-11,pine,yes,east,11,83
`

// treesFile returns the path of a file with columns of all kinds, and options to read it by.
func treesFile(tb testing.TB) (string, []ReadOption) {
	path := filepath.Join(tb.TempDir(), "trees.csv")
	if err := os.WriteFile(path, []byte(trees), 0o600); err != nil {
		tb.Fatal(err)
	}
	return path, []ReadOption{Key("id"), Group("site"), Impute(Mean), Impute(MissingLevel)}
}

// readTrees returns the frame of a file with columns of all kinds.
func readTrees(tb testing.TB) *Frame {
	path, opts := treesFile(tb)
	f, err := CSV(path, opts...)
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// same reports whether two frames hold the same to the bit, X included.
func same(f, g *Frame) bool {
	f.X()
	g.X()
	a, errA := json.Marshal(f.values())
	b, errB := json.Marshal(g.values())
	return errA == nil && errB == nil && string(a) == string(b) && reflect.DeepEqual(f.names, g.names) && reflect.DeepEqual(f.categories, g.categories)
}

// rebuilt returns the frame of an origin that went through JSON.
func rebuilt(f *Frame) (*Frame, error) {
	text, err := json.Marshal(f.Origin())
	if err != nil {
		return nil, err
	}
	var o Origin
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, err
	}
	return o.Rebuild("")
}

// TestOriginsAreOwn: what is done to the arguments afterwards changes no Frame and no Origin.
func TestOriginsAreOwn(t *testing.T) {
	f := readTrees(t)
	head, err := f.Head(2)
	if err != nil {
		t.Fatal(err)
	}
	others := []*Frame{head}
	g, err := f.Bind(others...)
	if err != nil {
		t.Fatal(err)
	}
	others[0] = f
	if again, err := rebuilt(g); err != nil || !same(g, again) {
		t.Errorf("bound: %v", err)
	}
	o := numbered(3).AsValues()
	h, err := o.Rebuild("")
	if err != nil {
		t.Fatal(err)
	}
	o.Values.Columns[0].Cells[0] = 99
	if x := h.X().At(0, 0); x != 0 {
		t.Errorf("the Frame has changed to %v", x)
	}
}

// verbs are the calls of methods that return a frame. Every one of them is rebuilt.
func verbs() map[string]func(*Frame) (*Frame, error) {
	return map[string]func(*Frame) (*Frame, error){
		"Rows":    func(f *Frame) (*Frame, error) { return f.Rows(3, 1, 1) },
		"Inputs":  func(f *Frame) (*Frame, error) { return f.Inputs("girth", "species") },
		"a level": func(f *Frame) (*Frame, error) { return f.Inputs("girth", "species=oak") },
		"Factor":  func(f *Frame) (*Frame, error) { return f.Factor("old") },
		"WithLevels": func(f *Frame) (*Frame, error) {
			return f.WithLevels("species", "(missing)", "pine", "oak", "beech", "elm")
		},
		"WithClasses": func(f *Frame) (*Frame, error) {
			f, err := f.Rows(0, 1)
			if err != nil {
				return nil, err
			}
			return f.WithClasses(70, 65)
		},
		"WithPermuted":       func(f *Frame) (*Frame, error) { g, _, err := f.WithPermuted(4); return g, err },
		"WithKnockoffs":      func(f *Frame) (*Frame, error) { g, _, err := f.WithKnockoffs(Equicorrelated, 4); return g, err },
		"WithPermutedTarget": func(f *Frame) (*Frame, error) { return f.WithPermutedTarget(4), nil },
		"WithPermutedGroups": func(f *Frame) (*Frame, error) {
			f, err := f.WithGroup("species")
			if err != nil {
				return nil, err
			}
			f, err = f.DropMissing("species")
			if err != nil {
				return nil, err
			}
			return f.WithPermutedGroups(4)
		},
		"WithKey":   func(f *Frame) (*Frame, error) { return f.WithKey("old", "day") },
		"WithGroup": func(f *Frame) (*Frame, error) { return f.WithGroup("species") },
		"WithTime":  func(f *Frame) (*Frame, error) { return f.WithTime("day") },
		"WithWeight": func(f *Frame) (*Frame, error) {
			f, err := f.DropMissing("girth")
			if err != nil {
				return nil, err
			}
			return f.WithWeight("girth")
		},
		"WithTarget": func(f *Frame) (*Frame, error) {
			f, err := f.DropMissing("girth")
			if err != nil {
				return nil, err
			}
			return f.WithTarget("girth")
		},
		"Impute":      func(f *Frame) (*Frame, error) { return f.Impute(Median, "girth") },
		"DropMissing": func(f *Frame) (*Frame, error) { return f.DropMissing() },
		"Head":        func(f *Frame) (*Frame, error) { return f.Head(3) },
		"Tail":        func(f *Frame) (*Frame, error) { return f.Tail(9) },
		"WhereExpr":   func(f *Frame) (*Frame, error) { return f.WhereExpr(`height > 66 || missing(girth)`) },
		"WithExpr":    func(f *Frame) (*Frame, error) { return f.WithExpr("volume", "girth * girth * height") },
		"Select":      func(f *Frame) (*Frame, error) { return f.Select("height", "site", "species", "girth") },
		"Drop":        func(f *Frame) (*Frame, error) { return f.Drop("day", "old") },
		"Rename":      func(f *Frame) (*Frame, error) { return f.Rename("girth", "height", "height", "girth", "id", "tree") },
		"Sort":        func(f *Frame) (*Frame, error) { return f.Sort("species", "-girth") },
		"Sample":      func(f *Frame) (*Frame, error) { return f.Sample(4, 9) },
		"Count":       func(f *Frame) (*Frame, error) { return f.GroupBy("site", "old").Count() },
		"Median":      func(f *Frame) (*Frame, error) { return f.GroupBy("species").Median("height", "girth") },
		"Bind":        func(f *Frame) (*Frame, error) { return f.Bind(f, f) },
		"Join": func(f *Frame) (*Frame, error) {
			means, err := f.GroupBy("site").Mean("height")
			if err != nil {
				return nil, err
			}
			means, err = means.Rename("height", "of site")
			if err != nil {
				return nil, err
			}
			return f.Join(means, "site")
		},
		"Split": func(f *Frame) (*Frame, error) {
			s, err := f.Split(Train(2), Valid(2), Test(Rest), Seed(7))
			return s.Test, err
		},
	}
}

// Every verb is taken again from the origin alone, with the same numbers to the bit, from a
// file and from numbers.
func TestEveryVerbIsRebuilt(t *testing.T) {
	for name, verb := range verbs() {
		f := readTrees(t)
		bare := *f
		bare.lineage = nil
		for from, base := range map[string]*Frame{"file": f, "numbers": &bare} {
			want, err := verb(base)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			got, err := rebuilt(want)
			if err != nil || !same(got, want) {
				t.Errorf("%s, of a %s: rebuilt as %v, want %v (%v)", name, from, got, want, err)
			}
			if o := want.Origin(); (o.File == nil) != (from == "numbers") {
				t.Errorf("%s, of a %s: origin %+v", name, from, o)
			}
		}
	}
}

// Several verbs after one another are rebuilt too.
func TestChainsAreRebuilt(t *testing.T) {
	f := readTrees(t)
	all := verbs()
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	rapid.Check(t, func(t *rapid.T) {
		g := f
		for range rapid.IntRange(1, 4).Draw(t, "verbs") {
			if next, err := all[rapid.SampledFrom(names).Draw(t, "verb")](g); err == nil {
				g = next
			}
		}
		if h, err := rebuilt(g); err != nil || !same(g, h) {
			t.Fatalf("%v was rebuilt as %v (%v)", g, h, err)
		}
	})
}

func TestGeneratorsAndSetsAreRebuilt(t *testing.T) {
	problem := func(q interface{ Problem() (*Problem, error) }) func() (*Frame, error) {
		return func() (*Frame, error) {
			p, err := q.Problem()
			if err != nil {
				return nil, err
			}
			return p.Draw(5, 1<<60+1)
		}
	}
	for from, draws := range map[string][]func() (*Frame, error){
		"UAI": {
			func() (*Frame, error) { return E1(5, 1) }, func() (*Frame, error) { return E2(5, 2) },
			func() (*Frame, error) { return E3(5, 3) }, problem(UAI{Experiment: 3, Noise: NoNoise, MeasurementNoise: 0.2}),
		},
		"Friedman": {
			func() (*Frame, error) { return Friedman1(5, 6, 3) }, func() (*Frame, error) { return Friedman2(5, 6, 3) },
			func() (*Frame, error) { return Friedman3(5, 6, 3) },
		},
		"JMLRTable":        {func() (*Frame, error) { return JMLR(JMLRRadial, 5, 6, 3) }},
		"AISTATS":          {problem(AISTATS{Function: 2})},
		"Interactions":     {problem(Interactions{})},
		"Monomials":        {problem(Monomials{Features: 3})},
		"Marginal":         {problem(Marginal{})},
		"CompoundSymmetry": {problem(CompoundSymmetry{})},
		"diabetes":         {func() (*Frame, error) { return Load("diabetes") }},
	} {
		for _, draw := range draws {
			f, err := draw()
			if err != nil {
				t.Fatalf("%s: %v", from, err)
			}
			if o := f.Origin(); o.Generator != from && o.Set != from {
				t.Errorf("%v comes from %+v", f, o)
			}
			if g, err := rebuilt(f); err != nil || !same(f, g) || g.Source() != f.Source() {
				t.Errorf("%v was rebuilt as %v (%v)", f, g, err)
			}
		}
	}
}

func TestRebuildRefuses(t *testing.T) {
	path, opts := treesFile(t)
	f, err := CSV(path, opts...)
	if err != nil {
		t.Fatal(err)
	}
	if o := f.Origin(); o.File.Path != path || o.File.Bytes != int64(len(trees)) || len(o.File.SHA256) != 64 {
		t.Errorf("the origin of a file is %+v", o.File)
	}
	o := f.Origin()
	if err := os.WriteFile(path, []byte(strings.Replace(trees, "8.25", "8.26", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		origin Origin
		want   string
	}{
		"changed": {o, "has changed since: its SHA-256 is"},
		"gone":    {Origin{File: &File{Path: path + "x"}, Format: "csv", Options: o.Options}, "no such file"},
		"format":  {Origin{File: o.File, Format: "xls", Options: o.Options}, `no format "xls"`},
		"options": {Origin{File: o.File, Format: "csv", Options: json.RawMessage("7")}, "its options cannot be read"},
		"longer":  {Origin{File: &File{Path: path, Bytes: 1}, Format: "csv", Options: o.Options}, "has changed since: it has"},
		"folder":  {Origin{File: &File{Path: filepath.Dir(path)}, Format: "csv", Options: o.Options}, "is no regular file"},
		"rows":    {Origin{Generator: "Friedman", Problem: json.RawMessage(`{"Equation":1,"D":10}`), N: 2_000_000_000}, "2000000000 rows of 10 inputs are more than is drawn again"},
		"inputs":  {Origin{Generator: "Friedman", Problem: json.RawMessage(`{"Equation":1,"D":1000000000}`), N: 300}, "300 rows of 1000000000 inputs are more than is drawn again"},
		"maker":   {Origin{Generator: "E9", Problem: json.RawMessage("{}")}, `no generator "E9"`},
		"nothing": {Origin{}, "names no file"},
		"verb":    {Origin{Set: "diabetes", Steps: []Step{{Verb: "Fly"}}}, "step 1 (Fly): this program knows no such step"},
		"lacking": {Origin{Set: "diabetes", Steps: []Step{{Verb: "WithLevels"}}}, "it lacks arguments"},
		"column":  {Origin{Set: "diabetes", Steps: []Step{{Verb: "Inputs", Names: []string{"bpp"}}}}, `is it "bp"?`},
	} {
		if _, err := c.origin.Rebuild(""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", what, err, c.want)
		}
	}
	_, err = Origin{Set: "diabetes", Steps: []Step{{Verb: "With", Code: true}}}.Rebuild("")
	if code, ok := errors.AsType[*CodeError](err); !ok || code.Verb != "With" || code.Step != 1 {
		t.Errorf("a step of code: %v", err)
	}
}

// What an option sets is kept in an origin only if it is exported.
func TestOptionsAreKept(t *testing.T) {
	for _, options := range []any{readOptions{}, splitOptions{}, classes{}, missingRule{}, roles{}} {
		for _, field := range reflect.VisibleFields(reflect.TypeOf(options)) {
			if field.Name == "looks" || field.Name == "remarks" {
				continue // a file that is read again has the row numbers that it had, and remarks are no option
			}
			if !field.IsExported() || field.Tag.Get("json") == "" {
				t.Errorf("the field %s of %T is not written as JSON", field.Name, options)
			}
		}
	}
}
