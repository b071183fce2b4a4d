package procedure

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// TestLargeTables: of a table whose rows or inputs the search does not see all, the answer predicts a test
// table that has the selected inputs alone, and so does the model that is written.
func TestLargeTables(t *testing.T) {
	for name, size := range map[string][2]int{"many rows": {650, 3}, "many inputs": {80, 130}} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(9, 1))
			n, of := size[0], map[string]func(int) float64{}
			column := func(name string) []float64 {
				v := make([]float64, n)
				for i := range v {
					v[i] = rng.NormFloat64()
				}
				of[name] = func(i int) float64 { return v[i] }
				return v
			}
			for a := range size[1] - 2 {
				column(fmt.Sprintf("n%d", a))
			}
			p, q, noise := column("p"), column("q"), column("y")
			of["y"] = func(i int) float64 { return math.Sin(2*p[i]) + q[i] + 0.1*noise[i] }
			x := []float64{-1, -0.3, 0.4, 1.2}
			test := drawn(len(x), map[string]func(int) float64{
				"p": func(i int) float64 { return x[i] }, "q": func(i int) float64 { return -x[i] },
				"y": func(i int) float64 { return math.Sin(2*x[i]) - x[i] },
			})
			a := answer(t, Request{Target: "y", Criterion: LeaveOneOut, Level: 0.9, Train: drawn(n, of), Test: &test})
			slices.Sort(a.Selected)
			if !slices.Equal(a.Selected, []string{"p", "q"}) || a.N != n || len(a.Inputs) != size[1] || len(a.Scores) != size[1] || len(a.Evidence.Worth) != size[1] {
				t.Fatalf("%+v", a)
			}
			if *a.RMSE > 0.2 || a.HeldOut == nil || *a.HeldOut.Error > 0.3 {
				t.Errorf("error %v, %+v", *a.RMSE, *a.HeldOut)
			}
			var file bytes.Buffer
			if err := a.WriteModel(&file); err != nil {
				t.Fatal(err)
			}
			m, err := nvsd.ReadModel(&file)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := data.Read(bytes.NewReader(test.Text), "test.csv", data.Target("y"))
			if err != nil {
				t.Fatal(err)
			}
			v, err := m.PredictFrame(rows)
			if err != nil || !slices.Equal(v, a.Predictions) {
				t.Errorf("the model that is written predicts %v, and the answer %v; %v", v, a.Predictions, err)
			}
		})
	}
}

// TestStreamedTables: a file of more rows than are read as a whole is read in parts, which is told before; one that is
// wrong is refused with its line.
func TestStreamedTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	const rows = nvsd.StreamedRows + 5000
	var b bytes.Buffer
	b.WriteString("x,y\n")
	for range rows {
		fmt.Fprintf(&b, "%.4f,%.4f\n", rng.NormFloat64(), rng.NormFloat64())
	}
	path := filepath.Join(t.TempDir(), "many.csv")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	var told []string
	r := Request{Train: Table{Name: path}, Target: "y", Criterion: LeaveOneOut, Level: 0.9, Seed: 1}
	a, err := Run(t.Context(), r, Progress{Every: time.Hour, Tell: func(line string) { told = append(told, line) }}, "test")
	if err != nil {
		t.Fatal(err)
	}
	if a.N != rows || a.Found || !strings.Contains(a.Spec, "nvsd.FindIn(train)") || !strings.Contains(a.Spec, "data.OpenStream(") {
		t.Errorf("%d rows, %v\n%s", a.N, a.Selected, a.Spec)
	}
	if len(told) != 1 || !strings.HasPrefix(told[0], "many.csv: about 5") || !strings.HasSuffix(told[0], "rows of 2 columns are read in parts, twice; memory about 0.3 GB") {
		t.Errorf("told: %q", told)
	}
	b.WriteString("seven,0\n")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	r.Train = Table{Name: path}
	if _, err := Run(t.Context(), r, Progress{}, "test"); err == nil || !strings.HasPrefix(err.Error(), path+`: line 55002, column "x": "seven" is not a number`) || !strings.Contains(err.Error(), `--drop "x"`) {
		t.Errorf("a wrong cell: %v", err)
	}
}
