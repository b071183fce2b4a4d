package data_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// What is listed can be loaded, and is what the list says. The papers' data sets are looked at
// where NVSD_DATA has them.
func TestRegistryKeepsItsWord(t *testing.T) {
	for _, s := range data.List() {
		if s.Description == "" || s.Source == "" || s.Licence == "" || s.Citation == "" || s.Shipped != (s.Papers == "") {
			t.Errorf("%s lacks a description, source, licence, citation or paper", s.Name)
		}
		if s.N == 0 || s.D == 0 || s.Target == "" {
			t.Errorf("%s is listed as %d x %d, target %q", s.Name, s.N, s.D, s.Target)
		}
		if !s.Shipped && os.Getenv("NVSD_DATA") == "" {
			continue
		}
		f, err := data.Load(s.Name)
		if err != nil {
			t.Error(err)
			continue
		}
		if f.N() != s.N || f.D() != s.D || f.Target() != s.Target || f.Source() != s.Name || f.MissingCells() != s.Missing {
			t.Errorf("%s holds %v with %d missing cells, is listed as %d x %d, target %s, %d missing", s.Name, f, f.MissingCells(), s.N, s.D, s.Target, s.Missing)
		}
		again, err := f.Origin().Rebuild("")
		if err != nil {
			t.Error(err)
		} else if !sameCells(again, f) {
			t.Errorf("%s is rebuilt as another Frame", s.Name)
		}
	}
	if _, err := data.Load("none"); err == nil || !strings.Contains(err.Error(), `"diabetes"`) {
		t.Errorf("an unknown name: %v", err)
	}
}

// sameCells compares Frames in which cells may be missing.
func sameCells(f, g *data.Frame) bool {
	return fmt.Sprint(f.Plain()) == fmt.Sprint(g.Plain())
}

// The data sets that ship have the kinds of columns that they are there for.
func TestShippedSets(t *testing.T) {
	f, err := data.Load("penguins")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []data.Kind{data.Numeric, data.Integer, data.Boolean} {
		if !slices.Contains(f.Plain().Kinds, k) {
			t.Errorf("penguins has no input that is %v", k)
		}
	}
	if _, err := f.Column("egg_date"); err != nil || len(f.Categories()) != 3 {
		t.Errorf("penguins has the categories %v; dates: %v", f.Categories(), err)
	}
	whole, err := f.DropMissing()
	if err != nil {
		t.Fatal(err)
	}
	if whole.N() != 324 || whole.MissingCells() != 0 {
		t.Errorf("without missing cells: %v", whole)
	}
	cars, err := data.Load("mpg", data.Inputs("drive", "displacement"))
	if err != nil {
		t.Fatal(err)
	}
	if c := cars.Categories(); len(c) != 1 || !slices.Equal(c[0].Levels, []string{"all", "front", "rear"}) || cars.D() != 4 {
		t.Errorf("%v, %v", cars, c)
	}
}

// A data set of the papers that is nowhere is told with the command that gets it; the folder that
// NVSD_DATA names comes before the cache.
func TestLoadFindsTheNearestFile(t *testing.T) {
	given, cache := t.TempDir(), t.TempDir()
	t.Setenv("NVSD_DATA", given)
	t.Setenv("NVSD_CACHE", cache)
	_, err := data.Load("stock")
	want := fmt.Sprintf("data: the data set \"stock\" is not on this computer (it was looked for at %q, %q): get it by: nvsd-kernel data fetch stock",
		filepath.Join(given, "stock.csv"), filepath.Join(cache, "data", "stock.csv"))
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
	write := func(dir, text string) {
		t.Helper()
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "stock.csv"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	load := func() *data.Frame {
		t.Helper()
		f, err := data.Load("stock")
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	write(filepath.Join(cache, "data"), "a,y\n1,2\n")
	cached := load()
	write(given, "a,y\n3,4\n")
	if f := load(); cached.Y()[0] != 2 || f.Y()[0] != 4 {
		t.Errorf("the cache has %v, the folder %v", cached.Y(), f.Y())
	}
	if _, err := cached.Origin().Rebuild(""); err == nil || !strings.Contains(err.Error(), "has changed since: its SHA-256 is ") {
		t.Errorf("a file that was another one: %v", err)
	}
}

// The published moments of the target: mean 152.13, standard deviation 77.09.
func TestDiabetes(t *testing.T) {
	f, err := data.Load("diabetes")
	if err != nil {
		t.Fatal(err)
	}
	s := f.Describe()
	y := s.Columns[len(s.Columns)-1]
	if w := f.Warnings(); w != nil {
		t.Errorf("%v", w)
	}
	if math.Abs(y.Mean-152.1335) > 1e-4 || math.Abs(y.SD-77.0930) > 1e-3 || y.Min != 25 || y.Max != 346 || !y.IsTarget {
		t.Errorf("target %+v", y)
	}
}

func ExampleLoad() {
	d, err := data.Load("diabetes")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d)
	s, err := d.Split(data.Train(200), data.Valid(121), data.Test(data.Rest), data.Seed(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Train.N(), s.Valid.N(), s.Test.N())
	// Output:
	// diabetes: 442 observations of 10 inputs (age, sex, bmi, bp, tc, ldl, hdl, tch, ltg, glu), target progression
	// 200 121 121
}

func ExampleRead() {
	table := "age,weight,height\n31,70,1.80\n45,,1.75\n"
	_, err := data.Read(strings.NewReader(table), "people.csv")
	fmt.Println(err)
	d, err := data.Read(strings.NewReader(table), "people.csv", data.Drop("weight"), data.Target("height"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(d.Describe())
	// Output:
	// data: people.csv: line 3, column "weight": the cell is empty: if the mean of the training rows is to stand for such cells, say data.Impute(data.Mean); if such rows are to be left out, say data.DropMissing("weight"); if the column is to be left out, say data.Drop("weight"); or else mend the file
	// people.csv: 2 observations of 1 input
	// column           count    mean       sd    min   max  distinct
	// age                  2  38      9.899    31     45           2
	// height (target)      2   1.775  0.03536   1.75   1.8         2
}
