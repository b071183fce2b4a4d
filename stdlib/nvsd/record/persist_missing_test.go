package record_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"pgregory.net/rapid"
)

// gappy are columns of each kind by name, and what may stand for their missing cells.
var gappy = []struct {
	name     string
	cells    []string
	fillings []data.Filling
}{
	{"number", nil, []data.Filling{data.Mean, data.Median}},
	{"whole", []string{"0", "3", "4", "8", "15"}, []data.Filling{data.Mean, data.Median}},
	{"truth", []string{"true", "false"}, []data.Filling{data.Mean, data.Median}},
	{"two", []string{"oak", "elm"}, []data.Filling{data.MostFrequent, data.MissingLevel}},
	{"three", []string{"p", "q", "r"}, []data.Filling{data.MostFrequent, data.MissingLevel}},
}

// gappyTable draws a table with missing cells. Without whole, every cell of a column may be missing.
func gappyTable(t *rapid.T, n int, whole bool) string {
	var b strings.Builder
	for _, c := range gappy {
		b.WriteString(c.name + ",")
	}
	b.WriteString("y\n")
	for i := range n {
		y := 0.0
		for j, c := range gappy {
			cell := fmt.Sprint(math.Sin(float64(7*i + j)))
			if c.cells != nil {
				k := rapid.IntRange(0, len(c.cells)-1).Draw(t, "cell")
				if whole && i < 2*len(c.cells) { // each of them, and twice
					k = i % len(c.cells)
				}
				cell = c.cells[k]
				y += float64(k)
			}
			if (i >= 10 || !whole) && rapid.IntRange(0, 3).Draw(t, "missing") == 0 {
				cell = []string{"", "NA"}[i%2]
			}
			b.WriteString(cell + ",")
		}
		fmt.Fprintf(&b, "%v\n", y+math.Sin(float64(7*i)))
	}
	return b.String()
}

// need is must for drawn data.
func need[T any](t *rapid.T) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// A model that was saved and read predicts, on every frame, what it did: missing cells in columns of
// every kind, in some rows, in all, and frames of one row are among them. So do its errors and its scores.
func TestReadModelPredictsMissingCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var impute []data.ReadOption
		learned, ownLevel := 0, false
		for _, c := range gappy {
			if rapid.IntRange(0, 9).Draw(t, "imputed") > 0 {
				how := rapid.SampledFrom(c.fillings).Draw(t, "filling")
				impute = append(impute, data.Impute(how, c.name))
				learned, ownLevel = learned+1, ownLevel || how == data.MissingLevel
			}
		}
		all := need[*data.Frame](t)(data.Read(strings.NewReader(gappyTable(t, 26, true)), "train.csv", append(impute, data.AllowMissing())...))
		train := all
		if learned < len(gappy) {
			train = need[*data.Frame](t)(all.DropMissing())
		}
		m := savedKinds(t, train)
		var file bytes.Buffer
		if err := m.Write(&file); err != nil {
			t.Fatal(err)
		}
		read := need[*nvsd.Model](t)(nvsd.ReadModel(&file))
		opts := append([]data.ReadOption{data.AllowMissing()}, impute...)
		if rapid.Bool().Draw(t, "plainly") {
			opts = []data.ReadOption{data.AllowMissing()}
		}
		rows := need[*data.Frame](t)(data.Read(strings.NewReader(gappyTable(t, rapid.IntRange(1, 4).Draw(t, "rows"), false)), "rows.csv", append(opts, data.Target("y"))...))
		for what, f := range map[string]*data.Frame{"its own rows": train, "rows": rows} {
			want, wantErr := m.PredictFrame(f)
			got, err := read.PredictFrame(f)
			if fmt.Sprint(err) != fmt.Sprint(wantErr) || !slices.Equal(got, want) {
				t.Fatalf("%s: predicted %v (%v), and before it was saved %v (%v)", what, got, err, want, wantErr)
			}
			if wantErr == nil && slices.ContainsFunc(got, math.IsNaN) {
				t.Fatalf("%s: predicted %v", what, got)
			}
			score, wantErr := m.Score(fixture.Ctx, f)
			again, err := read.Score(fixture.Ctx, f)
			if fmt.Sprint(err) != fmt.Sprint(wantErr) || fmt.Sprint(again.Rows) != fmt.Sprint(score.Rows) {
				t.Fatalf("%s: scores\n%v(%v)\nand before it was saved\n%v(%v)", what, again, err, score, wantErr)
			}
			if learned == len(gappy) && !ownLevel && wantErr != nil { // a level of its own is learned where a cell is missing
				t.Fatalf("%s: what stands for a missing cell was learned in every column, and %v", what, wantErr)
			}
		}
	})
}

// savedKinds draws a model of one of the ways there are to make one.
func savedKinds(t *rapid.T, train *data.Frame) *nvsd.Model {
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1), Tol: 1e-3, RidgeNus: []float64{1e-2}}
	switch rapid.IntRange(0, 3).Draw(t, "way") {
	case 0:
		return need[*nvsd.Model](t)(spec.Fit(fixture.Ctx, train, nvsd.TauFrac(0.05)))
	case 1:
		spec.Refit = nvsd.KeepKernel
		return need[*nvsd.Model](t)(need[*nvsd.Path](t)(spec.Path(fixture.Ctx, train, 3)).Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	case 2:
		return need[*nvsd.Model](t)(nvsd.Mean(train))
	}
	return need[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, train, nvsd.ByLeaveOneOut()))
}

// What a model has learned of missing cells fills them in by hand, too: rows of which all cells of a
// category are missing are predicted as rows that have the level.
func TestRowsWithoutAnyLevel(t *testing.T) {
	train := fixture.Gaps(t, 40, data.Impute(data.Median), data.Impute(data.MostFrequent))
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, train, nvsd.TauFrac(0.3)))
	counts, most := map[string]int{}, ""
	for i := range 40 {
		if i%7 != 3 {
			level := []string{"u", "v", "w"}[(i+i*i/4)%3]
			counts[level]++
			if counts[level] > counts[most] || counts[level] == counts[most] && level < most {
				most = level
			}
		}
	}
	text := "a,b,c\n0.25,0.5,%s\n"
	want := fixture.Must[[]float64](t)(m.PredictFrame(fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(fmt.Sprintf(text, most)), "row.csv", data.NoTarget()))))
	for name, opts := range map[string][]data.ReadOption{
		"missing":              {data.AllowMissing()},
		"a factor":             {data.AllowMissing(), data.Factor("c")},
		"as in training":       {data.Impute(data.Median), data.Impute(data.MostFrequent)},
		"as in training, by c": {data.Impute(data.MostFrequent, "c")},
		"a factor, by c":       {data.Impute(data.MostFrequent, "c"), data.Factor("c")},
	} {
		f := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(fmt.Sprintf(text, "")), "row.csv", append(opts, data.NoTarget())...))
		for which, m := range map[string]*nvsd.Model{"fitted": m, "read": fixture.Reread(t, m)} {
			if got := fixture.Must[[]float64](t)(m.PredictFrame(f)); got[0] != want[0] {
				t.Errorf("%s, %s: %v, want %v as for %q", name, which, got, want, most)
			}
		}
	}
}

// A file of version 8 has what stands for missing cells, and no rule: its model predicts as it did.
func TestVersionEightFillsIn(t *testing.T) {
	train := fixture.Gaps(t, 40, data.Impute(data.Median), data.Impute(data.MostFrequent))
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, train, nvsd.TauFrac(0.3)))
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	var body map[string]any
	if err := json.Unmarshal([]byte(modelIn(file.String())), &body); err != nil {
		t.Fatal(err)
	}
	kept := body["train"].(map[string]any)
	if kept["missing"] == nil || kept["fillings"] == nil {
		t.Fatal("the file does not say which cells are missing, and what stands for them")
	}
	delete(kept, "missing")
	delete(kept, "fillings")
	old := fixture.Must[*nvsd.Model](t)(nvsd.ReadModel(strings.NewReader(sealed(string(fixture.Must[[]byte](t)(json.Marshal(body)))))))
	if got, want := fixture.Must[[]float64](t)(old.PredictFrame(train)), fixture.Must[[]float64](t)(m.PredictFrame(train)); !slices.Equal(got, want) {
		t.Errorf("predicted %v, want %v", got, want)
	}
}
