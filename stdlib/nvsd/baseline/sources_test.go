package baseline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A reference is what the reference files of systems have in common, with solutions of type
// S.
type reference[S any] struct {
	X, XTest  *mat.Dense
	Y         []float64
	Names     []string
	Solutions []S
}

// readReference reads a reference file, which lies beside the data, or skips the test.
func readReference[S any](t *testing.T, name string) *reference[S] {
	t.Helper()
	var file struct {
		X         [][]float64
		XTest     [][]float64 `json:"X_test"`
		Y         []float64
		Solutions []S
	}
	parseReference(t, referenceFiles(t, name)[0], &file)
	ref := &reference[S]{X: dense(file.X), XTest: dense(file.XTest), Y: file.Y, Solutions: file.Solutions}
	ref.Names = numbered(len(file.X[0]))
	return ref
}

// eachFile runs a test on every reference file of a pattern, parsed into a new T.
func eachFile[T any](t *testing.T, pattern string, run func(t *testing.T, file *T)) {
	for _, name := range referenceFiles(t, pattern) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			file := new(T)
			parseReference(t, name, file)
			run(t, file)
		})
	}
}

// referenceFiles returns the reference files of a pattern, and skips the test where there
// are none.
func referenceFiles(t *testing.T, pattern string) []string {
	t.Helper()
	dir := os.Getenv("NVSD_DATA")
	if dir == "" {
		t.Skip("NVSD_DATA is not set: the reference files are looked for beside the folder that it names")
	}
	folder := filepath.Join(dir, "..", "reference", "baselines")
	if _, err := os.Stat(folder); err != nil {
		t.Skip(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no reference file %s in %s: %v", pattern, folder, err)
	}
	return files
}

// parseReference reads a file, and skips the test where that is not allowed.
func parseReference(t *testing.T, name string, to any) {
	t.Helper()
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrPermission) {
		t.Skip(err)
	}
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func dense(rows [][]float64) *mat.Dense {
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		m.SetRow(i, row)
	}
	return m
}

// numbered are the names x0, x1, ...
func numbered(d int) []string {
	names := make([]string, d)
	for a := range names {
		names[a] = fmt.Sprintf("x%d", a)
	}
	return names
}

// prepared is a problem of a system, which must have one.
func prepared(t failing, s system, X *mat.Dense, y []float64) problem {
	_, d := X.Dims()
	p, err := s.prepare(context.Background(), X, y, numbered(d))
	if err != nil {
		t.Fatal(s, err)
	}
	return p
}

// on is prepared, by the type that the problem of the system has.
func on[P problem](t failing, s system, X *mat.Dense, y []float64) P {
	return prepared(t, s, X, y).(P)
}

// failing is a test, of package testing or of rapid.
type failing interface{ Fatal(...any) }

// fitAt is the fit of a system at a weight, which may not have converged.
func fitAt(t failing, s system, X *mat.Dense, y []float64, weight float64) *fitted {
	f, err := prepared(t, s, X, y).solve(context.Background(), weight, nil)
	if err != nil {
		t.Fatal(s, err)
	}
	return f
}

// solved is the fit of a problem at a weight, which must converge.
func solved(t testing.TB, p problem, weight float64) *fitted {
	t.Helper()
	f, err := p.solve(t.Context(), weight, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !f.converged {
		t.Errorf("weight %v: not converged after %d iterations: objective %v, gap %v", weight, f.iterations, f.objective, f.gap)
	}
	return f
}

// additiveSample draws n points of d inputs in [0, 1], and targets that are a sum of
// functions of the first three with noise.
func additiveSample(n, d int, seed uint64) (*mat.Dense, []float64) {
	rng := rand.New(rand.NewPCG(seed, 7))
	X, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range y {
		x := X.RawRowView(i)
		for a := range x {
			x[a] = rng.Float64()
		}
		y[i] = 3 + 2*math.Sin(6*x[0]) + 0.3*rng.NormFloat64()
		if d > 1 {
			y[i] += 4 * (x[1] - 0.5) * (x[1] - 0.5)
		}
		if d > 2 {
			y[i] += 2 * x[2]
		}
	}
	return X, y
}

// off is the largest difference between two vectors.
func off(a, b []float64) float64 { return floats.Distance(a, b, math.Inf(1)) }

func wantClose(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d numbers, want %d", what, len(got), len(want))
		return
	}
	if d := off(got, want); !(d <= tol) {
		t.Errorf("%s differs by %.3g, more than %.3g: %v, want %v", what, d, tol, got, want)
	}
}

func wantNear(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s is %v, want %v within %.3g", what, got, want, tol)
	}
}

// which are the indices of what is true.
func which(in []bool) []int {
	list := []int{}
	for j, b := range in {
		if b {
			list = append(list, j)
		}
	}
	return list
}

// contextEnded is a context that has ended.
func contextEnded() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx, cancel
}

// benchmarkPath fits a system at 30 weights, each fit from the one before, and reports the
// largest gap.
func benchmarkPath(b *testing.B, s system, n, d int) {
	X, y := additiveSample(n, d, 1)
	names := numbered(d)
	var gap float64
	for b.Loop() {
		p, err := s.prepare(b.Context(), X, y, names)
		if err != nil {
			b.Fatal(err)
		}
		var last *fitted
		gap = 0
		for i := range 30 {
			last, err = p.solve(b.Context(), p.top()*math.Pow(5e-3, float64(i)/29), last)
			if err != nil {
				b.Fatal(err)
			}
			gap = max(gap, last.gap/last.objective)
		}
	}
	b.ReportMetric(math.Log10(gap), "log10(gap/objective)")
}
