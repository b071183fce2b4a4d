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
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"
)

// waveText is a CSV table of one input and y, for searches that take little time. Some targets are wild.
func waveText(rows int, wild float64) string {
	rng := rand.New(rand.NewPCG(6, uint64(rows)))
	var b strings.Builder
	b.WriteString("x0,y\n")
	for range rows {
		x := rng.NormFloat64()
		y := math.Sin(2*x) + 0.3*rng.NormFloat64()
		if rng.Float64() < wild {
			y += 30 * float64(2*rng.IntN(2)-1)
		}
		fmt.Fprintf(&b, "%.4f,%.4f\n", x, y)
	}
	return b.String()
}

// sumShards does the shards with these numbers of so many.
func sumShards(t *testing.T, s *data.Stream, dir string, of int, numbers ...int) []search.ShardSums {
	t.Helper()
	var done []search.ShardSums
	for _, k := range numbers {
		done = append(done, fixture.Must[search.ShardSums](t)(search.SumShardOfSome(fixture.Ctx, s, search.Shard{Dir: dir, Number: k, Of: of}, drawn)))
	}
	return done
}

// TestShards: the merge of shards that are done in any order, by two divisions, has the bits of FindIn.
func TestShards(t *testing.T) {
	text := waveText(6*drawn, 0.03)
	s, dir := streamOf(t, "t.csv", text), filepath.Join(t.TempDir(), "sums")
	done := append(sumShards(t, s, dir, 3, 3, 1), sumShards(t, s, dir, 64, 64)...)
	done = append(done, sumShards(t, s, dir, 2, 2)...)
	want := []search.ShardSums{
		{First: 6145, Last: 9000, Rows: 9000, Found: true}, {First: 1, Last: 3072, Rows: 9000, Found: true},
		{First: 8193, Last: 9000, Rows: 9000, Found: true}, {First: 4097, Last: 9000, Rows: 9000, Found: true},
	}
	if !slices.Equal(done, want) {
		t.Errorf("the shards are %+v", done)
	}
	if _, err := search.MergeShardsOfSome(fixture.Ctx, s, dir, drawn); err == nil || !strings.Contains(err.Error(), "the sums of rows 3073 to 4096 of 9000: they are missing") {
		t.Errorf("a shard is missing: %v", err)
	}
	sumShards(t, s, dir, 3, 2)
	got, whole := fixture.Must[*search.Finding](t)(search.MergeShardsOfSome(fixture.Ctx, s, dir, drawn)), findIn(t, s)
	if got.String() != whole.String() || !reflect.DeepEqual(got.Scores(), whole.Scores()) || !slices.Equal(got.LeftOut(), whole.LeftOut()) || got.N() != whole.N() || got.N() > 8900 {
		t.Errorf("shards give\n%v\nwant\n%v", got, whole)
	}
	all := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(text), "t.csv", data.Target("y")))
	if !slices.Equal(fixture.Must[[]float64](t)(got.PredictFrame(all)), fixture.Must[[]float64](t)(whole.PredictFrame(all))) {
		t.Error("shards predict other values")
	}
}

// TestShardsInTheWay: what is missing, broken or of something else is told, with the rows, and can be done again.
func TestShardsInTheWay(t *testing.T) {
	text := waveText(6*drawn, 0)
	s := streamOf(t, "t.csv", text)
	dir := t.TempDir()
	merge := func(s *data.Stream, want string) {
		t.Helper()
		if _, err := search.MergeShardsOfSome(fixture.Ctx, s, dir, drawn); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
	if _, err := (search.FindPlan{}).MergeShards(fixture.Ctx, s, dir); err == nil || !strings.Contains(err.Error(), "no shards") {
		t.Errorf("an empty folder: %v", err)
	}
	sumShards(t, s, dir, 1, 1)
	broken := filepath.Join(dir, "sums-05")
	whole := fixture.Must[[]byte](t)(os.ReadFile(broken))
	if err := os.WriteFile(broken, whole[:len(whole)-1], 0o600); err != nil {
		t.Fatal(err)
	}
	merge(s, "rows 4097 to 5120 of 9000: "+broken+": it is broken")
	if err := os.WriteFile(filepath.Join(dir, "sums-05"), fixture.Must[[]byte](t)(os.ReadFile(filepath.Join(dir, "sums-06"))), 0o600); err != nil {
		t.Fatal(err)
	}
	merge(s, "of another search")
	sumShards(t, s, dir, 1, 1)
	if again := fixture.Must[[]byte](t)(os.ReadFile(broken)); !slices.Equal(again, whole) {
		t.Error("what was broken is not as before")
	}

	merge(streamOf(t, "t.csv", text+"1,1\n"), "the sample of another table")
	if err := os.WriteFile(filepath.Join(dir, "sample"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	fixture.Must[*search.Finding](t)(search.MergeShardsOfSome(fixture.Ctx, s, dir, drawn)) // the sample is drawn again
}

// TestShardIsRefused: a shard that there is not is refused before anything is read.
func TestShardIsRefused(t *testing.T) {
	s := streamOf(t, "t.csv", waveText(30, 0))
	for want, shard := range map[string]search.Shard{
		"folder":         {Number: 1, Of: 2},
		"from 1 to 64":   {Dir: "x", Number: 1},
		"65 shards":      {Dir: "x", Number: 1, Of: 65},
		"shard 0 of 2":   {Dir: "x", Of: 2},
		"the last 2":     {Dir: "x", Number: 3, Of: 2},
		"shard -1 of 64": {Dir: "x", Number: -1, Of: 64},
	} {
		if _, err := (search.FindPlan{}).SumShard(fixture.Ctx, s, shard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", shard, err, want)
		}
	}
	if _, err := os.Stat("x"); err == nil {
		t.Error("a folder is made")
	}
}

// TestShardsOfASmallTable: a table that the sample has whole, and one in which nothing is found, need no sums.
func TestShardsOfASmallTable(t *testing.T) {
	text := waveText(300, 0)
	for name, text := range map[string]string{"small": text, "of noise": noiseText(drawn + 1)} {
		s, dir := streamOf(t, "t.csv", text), t.TempDir()
		done := sumShards(t, s, dir, 2, 1)
		got := fixture.Must[*search.Finding](t)(search.MergeShardsOfSome(fixture.Ctx, s, dir, drawn))
		if want := findIn(t, s); got.String() != want.String() || done[0].Found != want.Found() {
			t.Errorf("%s: %+v and\n%v\nwant\n%v", name, done, got, want)
		}
	}
}

// TestInterruptedShard: a shard that is interrupted keeps the parts that it has done, and goes on with the others.
func TestInterruptedShard(t *testing.T) {
	s, dir := streamOf(t, "t.csv", waveText(6*drawn, 0)), t.TempDir()
	sumShards(t, s, dir, 9, 1)
	ctx, stop := context.WithCancel(fixture.Ctx)
	stop()
	if _, err := search.SumShardOfSome(ctx, s, search.Shard{Dir: dir, Number: 1, Of: 1}, drawn); err == nil {
		t.Error("there is no error")
	}
	kept := fixture.Must[os.FileInfo](t)(os.Stat(filepath.Join(dir, "sums-01"))).ModTime()
	if got := sumShards(t, s, dir, 1, 1)[0].String(); got != fmt.Sprintf("rows 1 to %d of %[1]d are summed", 6*drawn) {
		t.Error(got)
	}
	if again := fixture.Must[os.FileInfo](t)(os.Stat(filepath.Join(dir, "sums-01"))).ModTime(); !again.Equal(kept) {
		t.Error("what was done is done again")
	}
}
