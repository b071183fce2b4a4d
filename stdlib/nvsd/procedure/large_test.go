package procedure

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

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
