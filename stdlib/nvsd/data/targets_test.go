package data

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

const wells = "site,a,x,b,kind,c\nu,1,0.5,10,p,7\nu,2,1.5,20,q,8\nv,3,2.5,30,p,6\nv,4,0.25,45,q,5\n"

// readWells reads the table of wells.
func readWells(t testing.TB, opts ...ReadOption) *Frame {
	t.Helper()
	f, err := Read(strings.NewReader(wells), "wells.csv", opts...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// sayTargets returns the targets and the inputs of a Frame, in a phrase.
func sayTargets(f *Frame) string {
	return strings.Join(f.Targets(), " ") + " of " + strings.Join(f.Names(), " ")
}

// Several targets are no inputs, and stay so whatever is done with the Frame.
func TestTargets(t *testing.T) {
	f := readWells(t, Targets("c", "a"), Group("site"))
	if got := sayTargets(f); got != "c a of x b kind=q" || f.Target() != "c" || !slices.Equal(f.Y(), []float64{7, 8, 6, 5}) {
		t.Fatalf("read %s, Y %v", got, f.Y())
	}
	if y := f.TargetMatrix(); !mat.Equal(y, mat.NewDense(4, 2, []float64{7, 1, 8, 2, 6, 3, 5, 4})) {
		t.Errorf("the targets are %v", mat.Formatted(y))
	}
	if text := f.String(); !strings.Contains(text, "targets c, a") {
		t.Errorf("%s", text)
	}
	split, err := f.Split(Train(2), Test(2), Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	for want, made := range map[string]func() (*Frame, error){
		"c a of x b kind=q":         func() (*Frame, error) { return f.Rows(3, 0) },
		"c a of x b kind=q ":        func() (*Frame, error) { return split.Train, nil },
		"c a of x b kind=q  ":       func() (*Frame, error) { return f.Bind(f) },
		"c a of x":                  func() (*Frame, error) { return f.Inputs("x") },
		"c depth of x b kind=q":     func() (*Frame, error) { return f.Rename("a", "depth") },
		"a of x b kind=q":           func() (*Frame, error) { return f.Drop("c") },
		"c of x b kind=q":           func() (*Frame, error) { return f.Drop("a") },
		" of x b kind=q":            func() (*Frame, error) { return f.Drop("a", "c") },
		"c a of b":                  func() (*Frame, error) { return f.Select("a", "b", "c") },
		"a of x b kind=q ":          func() (*Frame, error) { return f.WithTarget("a") },
		"c of x b kind=q  ":         func() (*Frame, error) { return f.WithTarget("c") },
		"b of x kind=q":             func() (*Frame, error) { return f.WithTarget("b") },
		"b x of kind=q":             func() (*Frame, error) { return f.WithTargets("b", "x") },
		"a b c of x kind=q":         func() (*Frame, error) { return f.WithTargets("a", "b", "c") },
		"c a of x b kind=q   ":      func() (*Frame, error) { g, _, err := f.Filled(); return g, err },
		"c a of x b kind=q    ":     func() (*Frame, error) { return f.WithPermutedTarget(1), nil },
		"c a of x b kind=q     ":    func() (*Frame, error) { return f.WithPermutedGroups(1) },
		"c a of x b kind=q      ":   func() (*Frame, error) { return f.WithExpr("a", "a + 1") },
		"c a of x b kind=q       ":  func() (*Frame, error) { return f.AsValues().Rebuild("") },
		"c a of x b kind=q        ": func() (*Frame, error) { return f.DropMissing() },
	} {
		g, err := made()
		if err != nil {
			t.Errorf("%s: %v", want, err)
			continue
		}
		if got := sayTargets(g); got != strings.TrimRight(want, " ") {
			t.Errorf("made %s, want %s", got, want)
		}
	}
	if scaling, err := f.Scaling(); err != nil || !slices.Equal(scaling.Names, []string{"x", "b"}) {
		t.Errorf("%v are scaled, %v", scaling.Names, err)
	}
	permuted := f.WithPermutedTarget(3).TargetMatrix()
	for i := range 4 {
		row := permuted.RawRowView(i)
		if at := slices.Index(f.Y(), row[0]); f.columns[f.find("a")].values[at] != row[1] {
			t.Errorf("row %d of the permuted targets is %v", i, row)
		}
	}
	one := readWells(t, Target("c"))
	if got := sayTargets(one); got != "c of site=v a x b kind=q" {
		t.Errorf("one target: %s", got)
	}
	both, err := one.WithTargets("c", "a")
	if err != nil || sayTargets(both) != "c a of site=v x b kind=q" {
		t.Errorf("%v, %v", both, err)
	}
	other, err := one.WithTargets("a", "b")
	if err != nil || sayTargets(other) != "a b of site=v x kind=q c" {
		t.Errorf("%v, %v", other, err)
	}
	if got := sayTargets(readWells(t, Targets("a", "b"), Target("c"))); got != "c of site=v a x b kind=q" {
		t.Errorf("the last option says the target: %s", got)
	}
	none := readWells(t, NoTarget())
	if none.Targets() != nil || none.TargetMatrix() != nil {
		t.Errorf("without a target there are %v", none.Targets())
	}
}

// A Frame of several targets is read again from its origin, and from a file that it has written.
func TestTargetsAgain(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "wells.csv"), []byte(wells), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := CSV(filepath.Join(dir, "wells.csv"), Targets("b", "a"), Drop("site"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.WithTargets("a", "c")
	if err != nil {
		t.Fatal(err)
	}
	for _, made := range []*Frame{f, g} {
		raw, err := json.Marshal(made.Origin())
		if err != nil {
			t.Fatal(err)
		}
		var origin Origin
		if err := json.Unmarshal(raw, &origin); err != nil {
			t.Fatal(err)
		}
		again, err := origin.Rebuild("")
		if err != nil || sayTargets(again) != sayTargets(made) || !mat.Equal(again.TargetMatrix(), made.TargetMatrix()) {
			t.Errorf("%s: %v, %v", sayTargets(made), again, err)
		}
		raw, err = json.Marshal(made.AsValues())
		if err != nil {
			t.Fatal(err)
		}
		var values Origin
		if err := json.Unmarshal(raw, &values); err != nil {
			t.Fatal(err)
		}
		again, err = values.Rebuild("")
		if err != nil || sayTargets(again) != sayTargets(made) || !mat.Equal(again.TargetMatrix(), made.TargetMatrix()) {
			t.Errorf("by values: %v, %v", again, err)
		}
	}
	path := filepath.Join(dir, "again.csv")
	if err := f.WriteCSV(path); err != nil {
		t.Fatal(err)
	}
	again, err := CSV(path, Targets(f.Targets()...))
	if err != nil || !mat.Equal(again.TargetMatrix(), f.TargetMatrix()) || !mat.Equal(again.X(), f.X()) {
		t.Errorf("%v, %v", again, err)
	}
}

// What cannot be several targets is refused, with what to do.
func TestTargetRefusals(t *testing.T) {
	for want, opts := range map[string][]ReadOption{
		`the target "a" is named twice`:                            {Targets("a", "b", "a")},
		`"d" is not among the columns`:                             {Targets("a", "d")},
		`is also dropped`:                                          {Targets("a", "b"), Drop("b")},
		`"a" is both an input and the target`:                      {Targets("b", "a"), Inputs("x", "a")},
		`two of the roles`:                                         {Targets("a", "b"), Group("b")},
		`"p" is not a number`:                                      {Targets("a", "kind")},
		`"u" is not a number`:                                      {Targets("site", "a")},
		`there are 2 targets, which are numbers, and data.Classes`: {Targets("a", "kind"), Classes("p", "q")},
		`the target "b" cannot be a factor`:                        {Targets("a", "b"), Factor("b")},
	} {
		if _, err := Read(strings.NewReader(wells), "wells.csv", opts...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if _, err := Read(strings.NewReader("x,a,b\n1,2,3\n2,,4\n3,5,5\n"), "w.csv", Targets("b", "a")); err == nil || !strings.Contains(err.Error(), `"a"`) {
		t.Errorf("a missing target: %v", err)
	}
	left, err := Read(strings.NewReader("x,a,b\n1,2,3\n2,,4\n3,5,5\n"), "w.csv", Targets("b", "a"), DropMissing())
	if err != nil || left.N() != 2 {
		t.Errorf("without rows that lack a target: %v, %v", left, err)
	}
	f := readWells(t, Targets("a", "b"))
	for want, call := range map[string]func() (*Frame, error){
		`WithTargets: there is no column "d"`: func() (*Frame, error) { return f.WithTargets("a", "d") },
		`WithTargets: no column`:              func() (*Frame, error) { return f.WithTargets() },
		`"kind" is categorical`:               func() (*Frame, error) { return f.WithTargets("a", "kind") },
		`"b" is the target`:                   func() (*Frame, error) { return f.WithGroup("b") },
		`take one of them`:                    func() (*Frame, error) { return f.WithClasses(1, 2) },
	} {
		if _, err := call(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
