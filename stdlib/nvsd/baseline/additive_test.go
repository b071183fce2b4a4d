package baseline

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// points are the data of a reference file.
type points struct {
	X     [][]float64
	Y     []float64
	XTest [][]float64 `json:"X_test"`
}

func (p *points) names() []string {
	names := make([]string, len(p.X[0]))
	for a := range names {
		names[a] = fmt.Sprintf("x%d", a)
	}
	return names
}

func matrix(rows [][]float64) *mat.Dense {
	X := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		X.SetRow(i, row)
	}
	return X
}

// noisy returns n points of d inputs in [0, 1] whose first two matter.
func noisy(n, d int, seed uint64) (*mat.Dense, []float64) {
	rng := rand.New(rand.NewPCG(seed, 7))
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for a := range d {
			X.Set(i, a, rng.Float64())
		}
		y[i] = 3 + 5*X.At(i, 0) + math.Sin(2*math.Pi*X.At(i, d/2)) + 0.3*rng.NormFloat64()
	}
	return X, y
}

func letters(d int) []string {
	names := make([]string, d)
	for a := range names {
		names[a] = strings.Repeat("x", a/26) + string(rune('a'+a%26))
	}
	return names
}

// eachFile runs a test on every reference file of a pattern, parsed into a new T.
func eachFile[T any](t *testing.T, pattern string, run func(t *testing.T, file *T)) {
	dir := os.Getenv("NVSD_DATA")
	if dir == "" {
		t.Skip("NVSD_DATA is not set: the reference files are looked for beside the folder that it names")
	}
	files, err := filepath.Glob(filepath.Join(dir, "..", "reference", "baselines", pattern))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("no reference file %s beside %s", pattern, dir)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Skip(err)
			}
			file := new(T)
			if err := json.Unmarshal(text, file); err != nil {
				t.Fatal(err)
			}
			run(t, file)
		})
	}
}

// far returns the largest difference.
func far(t *testing.T, got, want []float64) float64 {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d numbers, want %d", len(got), len(want))
	}
	return floats.Distance(got, want, math.Inf(1))
}

// within fails where a difference is more than tol, NaN included.
func within(t *testing.T, what string, difference, tol float64) {
	t.Helper()
	if !(difference <= tol) {
		t.Errorf("%s differs by %.2g, more than %.2g", what, difference, tol)
	} else {
		t.Logf("%s differs by %.1g", what, difference)
	}
}
