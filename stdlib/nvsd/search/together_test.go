package search

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A belonging is a table of inputs and a target by row and unit.
type belonging func(rng *rand.Rand, row, unit int, x, effect []float64, level float64) float64

// read returns a table of n rows in units of so many, as a column of subjects or of times.
func read(t *testing.T, n, each int, option data.ReadOption, of belonging) *data.Frame {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 5))
	const d = 6
	text := "x0,x1,x2,x3,x4,x5,y,subject,time\n"
	effect, x, level := make([]float64, d), make([]float64, d), 0.0
	for i := range n {
		if i%each == 0 {
			for a := range effect {
				effect[a] = rng.NormFloat64()
			}
			level = 2 * rng.NormFloat64()
		}
		y := of(rng, i, i/each, x, effect, level)
		for _, v := range x {
			text += fmt.Sprintf("%v,", v)
		}
		text += fmt.Sprintf("%v,s%d,%d\n", y, i/each, i)
	}
	f, err := data.Read(strings.NewReader(text), "a.csv", data.Target("y"), data.Inputs("x0", "x1", "x2", "x3", "x4", "x5"), option)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestRowsThatBelongTogether: what depends on the subject or the time alone is found where nobody says so, and not where the
// table does; an effect of inputs is found beside it.
func TestRowsThatBelongTogether(t *testing.T) {
	noise := func(rng *rand.Rand, _, _ int, x, effect []float64, level float64) float64 {
		for a := range x {
			x[a] = effect[a] + 0.1*rng.NormFloat64()
		}
		return level + 0.5*rng.NormFloat64()
	}
	signal := func(rng *rand.Rand, _, _ int, x, effect []float64, level float64) float64 {
		for a := range x {
			x[a] = effect[a] + rng.NormFloat64()
		}
		return 3*math.Sin(x[0]) + 2*x[1] + level/2 + 0.5*rng.NormFloat64()
	}
	walk := 0.0
	walking := func(rng *rand.Rand, row, _ int, x, _ []float64, _ float64) float64 {
		if row == 0 {
			walk = 0
			clear(x)
		}
		for a := range x {
			x[a] += rng.NormFloat64()
		}
		walk += rng.NormFloat64()
		return walk
	}
	moving := func(rng *rand.Rand, row, _ int, x, _ []float64, _ float64) float64 {
		if row == 0 {
			walk = 0
			clear(x)
		}
		for a := range x {
			x[a] = 0.6*x[a] + 0.8*rng.NormFloat64()
		}
		walk = 0.8*walk + 0.6*rng.NormFloat64()
		return 3*math.Sin(x[0]) + 2*x[1] + walk
	}
	group, time := data.Group("subject"), data.Time("time")
	for name, c := range map[string]struct {
		of     belonging
		option data.ReadOption
		found  bool
	}{
		"noise of subjects":        {noise, data.Key("subject"), true},
		"noise of subjects, named": {noise, group, false},
		"effects in subjects":      {signal, group, true},
		"a random walk":            {walking, data.Key("time"), true},
		"a random walk, named":     {walking, time, false},
		"effects over time":        {moving, time, true},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Find(t.Context(), read(t, 150, 10, c.option, c.of))
			if err != nil {
				t.Fatal(err)
			}
			if f.Found() != c.found {
				t.Errorf("found %v, want %v:\n%v", f.SelectedNames(), c.found, f)
			}
			if c.found && f.HeldOut.Units > 0 && !(f.Selected()[0] && f.Selected()[1]) {
				t.Errorf("it depends on %v, and should on x0 and x1", f.SelectedNames())
			}
			if f.Background() != nil && f.sight.table.TimeColumn()+f.sight.table.GroupColumn() != "" {
				t.Error("there is a background, which is judged by single rows")
			}
		})
	}
}

// TestLargeTablesHoldUnitsOut: no group of a large table is on both sides, and nothing is held out before the last row that is seen.
func TestLargeTablesHoldUnitsOut(t *testing.T) {
	plain := func(rng *rand.Rand, row, unit int, x, _ []float64, _ float64) float64 {
		for a := range x {
			x[a] = rng.NormFloat64()
		}
		return x[0]
	}
	for _, option := range []data.ReadOption{data.Group("subject"), data.Time("time")} {
		table := read(t, 700, 35, option, plain)
		s, err := FindPlan{Seed: 1}.see(t.Context(), table)
		if err != nil {
			t.Fatal(err)
		}
		unit := func(i int) int { return i / 35 }
		held := map[int]bool{}
		for _, i := range s.held {
			held[unit(i)] = true
		}
		for _, rows := range s.drawn {
			if held[unit(rows[0])] || table.TimeColumn() != "" && rows[0] > s.held[0] {
				t.Errorf("row %d may be drawn, and rows of %v are held out", rows[0], held)
			}
		}
		if n := float64(len(s.held)); n < 700/8 || n > 700/3 {
			t.Errorf("%d of 700 rows are held out", len(s.held))
		}
	}
}

// TestUnitsThatAreRefused: targets that cannot be permuted as a whole, and files that are read in parts.
func TestUnitsThatAreRefused(t *testing.T) {
	plain := func(rng *rand.Rand, row, _ int, x, _ []float64, _ float64) float64 {
		x[0] = rng.NormFloat64()
		return float64(row % 13)
	}
	for want, table := range map[string]*data.Frame{
		"of different sizes":   read(t, 45, 10, data.Group("subject"), plain),
		"are not exchangeable": read(t, 45, 10, data.Time("time"), plain),
	} {
		_, err := FindPlan{Permuted: 2}.Find(t.Context(), table)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte("x,y,s\n1,2,3\n2,3,3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := data.OpenStream(path, data.Target("y"), data.Group("s"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := FindIn(t.Context(), s); err == nil || !strings.Contains(err.Error(), "Sample") {
		t.Errorf("a stream of groups: %v", err)
	}
}
