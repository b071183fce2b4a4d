package search_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"
)

// largeText is a CSV table of x0 to x2, a level and y, of which some targets are wild and some cells are missing. A
// level is in the last rows alone.
func largeText(rows int, wild, missing float64) string {
	rng := rand.New(rand.NewPCG(5, uint64(rows)))
	var b strings.Builder
	b.WriteString("x0,x1,x2,kind,y\n")
	for i := range rows {
		x := [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		kind := "abc"[rng.IntN(3)]
		y := math.Sin(2*x[0]) + x[1]*x[2] + 0.3*rng.NormFloat64()
		switch {
		case i > rows-40:
			kind = 'z'
		case kind == 'b':
			y++
		}
		if rng.Float64() < wild {
			y += 30 * float64(2*rng.IntN(2)-1)
		}
		for a, v := range x {
			if a == 1 && rng.Float64() < missing {
				b.WriteString(",")
				continue
			}
			fmt.Fprintf(&b, "%.4f,", v)
		}
		fmt.Fprintf(&b, "%c,%.4f\n", kind, y)
	}
	return b.String()
}

func streamOf(t *testing.T, name, text string, opts ...data.ReadOption) *data.Stream {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return fixture.Must[*data.Stream](t)(data.OpenStream(path, append(opts, data.Target("y"))...))
}

// drawn is the number of rows that the tests' searches draw.
const drawn = 1500

func findIn(t *testing.T, s *data.Stream) *search.Finding {
	t.Helper()
	return fixture.Must[*search.Finding](t)(search.FindInSome(fixture.Ctx, s, drawn))
}

// TestFindInWholeStream: FindIn gives the answer of Find on a table that is drawn as a whole.
func TestFindInWholeStream(t *testing.T) {
	text := largeText(300, 0, 0)
	got := findIn(t, streamOf(t, "t.csv", text))
	want := find(t, nvsd.FindPlan{}, fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(text), "t.csv", data.Target("y"))))
	if got.N() != 300 || got.String() != want.String() || !reflect.DeepEqual(got.Scores(), want.Scores()) {
		t.Errorf("in parts\n%v\nwant\n%v", got, want)
	}
}

// TestNeedsInStream: a stream takes the memory of its parts, and longer than a table of as many rows that is in memory. A
// reporter is told of it.
func TestNeedsInStream(t *testing.T) {
	s := streamOf(t, "t.csv", largeText(2000, 0, 0))
	of, table := (nvsd.FindPlan{}).NeedsIn(s), (nvsd.FindPlan{}).Needs(s.RowsAbout(), s.Columns()-1)
	if of.Bytes != float64(nvsd.StreamMemory(s)) || !(of.Seconds > table.Seconds) || !of.Large() {
		t.Errorf("in parts %v, as a whole %v", of, table)
	}
	ctx, cancel := context.WithCancel(fixture.Ctx)
	var told atomic.Bool
	_, err := nvsd.FindIn(nvsd.WithReporter(ctx, func(p nvsd.Progress) {
		if strings.Contains(p.String(), of.Note()) {
			told.Store(true)
			cancel()
		}
	}), s)
	cancel()
	if err == nil || !told.Load() {
		t.Errorf("a reporter is not told that %q: %v", of.Note(), err)
	}
}

// TestFindInStream: of more rows, the function is fitted to all but those that are held out, and its error
// is nearly the noise. It knows a level of the last rows alone.
func TestFindInStream(t *testing.T) {
	const rows = 4 * drawn
	text := largeText(rows, 0, 0)
	f := findIn(t, streamOf(t, "t.csv", text))
	if got := selectedOf(&nvsd.Finding{Finding: f}); !slices.Equal(got, []string{"kind", "x0", "x1", "x2"}) || f.N() != rows {
		t.Fatalf("it finds %v in %d rows\n%v", got, f.N(), f)
	}
	if h := f.HeldOut; h.RMSE > 0.35 || h.RMSE < 0.25 || h.Mean < 1 {
		t.Errorf("the errors are %+v", *h)
	}
	if r := f.Predictor().Reduced; r == nil || r.Rows != rows-drawn/5 || !math.IsNaN(r.Gap) {
		t.Errorf("the function is of %+v", r)
	}
	for _, want := range []string{fmt.Sprintf("500 of %d rows, drawn at random", rows), fmt.Sprintf("kernels at 500 rows, fitted to %d rows; nu", rows-drawn/5)} {
		if !strings.Contains(f.String(), want) {
			t.Errorf("there is no %q in\n%s", want, f)
		}
	}
	whole := nvsd.Finding{Finding: f}
	if r := fixture.Reread(t, whole.Predictor()).Reduced(); r == nil || !math.IsNaN(r.Gap) || r.Rows != rows-drawn/5 || r.Posterior != f.Predictor().Reduced.Posterior {
		t.Errorf("read from a file it is %+v", r)
	}
}

// TestFindInUncleanStream: wild targets of all rows are left out, and missing cells filled in.
func TestFindInUncleanStream(t *testing.T) {
	const rows = 4 * drawn
	f := findIn(t, streamOf(t, "t.csv", largeText(rows, 0.03, 0.02), data.Impute(data.Mean), data.Drop("kind")))
	left := len(f.LeftOut())
	if left < rows*25/1000 || left > rows*38/1000 || f.N() != rows-left || !slices.IsSorted(f.LeftOut()) {
		t.Errorf("%d rows are left out of %d, and %d used", left, rows, f.N())
	}
	if got := selectedOf(&nvsd.Finding{Finding: f}); !slices.Equal(got, []string{"x0", "x1", "x2"}) || f.HeldOut.RMSE > 0.7 {
		t.Errorf("it finds %v, with the errors %+v", got, *f.HeldOut)
	}
}

// noiseText is a CSV table of a, b and y that have nothing to do with one another.
func noiseText(rows int) string {
	rng := rand.New(rand.NewPCG(8, 8))
	var b strings.Builder
	b.WriteString("a,b,y\n")
	for range rows {
		fmt.Fprintf(&b, "%.4f,%.4f,%.4f\n", rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())
	}
	return b.String()
}

// TestFindNothingInStream: a target of noise is the mean.
func TestFindNothingInStream(t *testing.T) {
	f := findIn(t, streamOf(t, "t.csv", noiseText(drawn+1)))
	if f.Found() || f.N() != drawn+1 {
		t.Errorf("%d rows: %v", f.N(), f)
	}
}
