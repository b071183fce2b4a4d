package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What ships is in the program, and the rest says how to get it.
func TestDataList(t *testing.T) {
	t.Setenv("NVSD_DATA", "")
	t.Setenv("NVSD_CACHE", t.TempDir())
	got := command("data", "list")
	for _, want := range []string{
		"NAME            ROWS   INPUTS  TARGET          WHERE\n",
		"\npenguins        344    13      body_mass_g     in the program\n",
		"\nhouse_16H       22784  16      target          nvsd-kernel data fetch house_16H\n",
	} {
		if got.status != 0 || !strings.Contains(got.out, want) {
			t.Errorf("no line %q in\n%s", want, got.out)
		}
	}
}

func TestDataInfo(t *testing.T) {
	got := command("data", "info", "penguins")
	for _, want := range []string{
		"penguins\n  description  Body mass in grams of 344 penguins near Palmer Station, Antarctica, from species,\n               island,",
		"\n  licence      CC0\n",
		"\n  citation     K. B. Gorman,",
		"\n  missing      46 cells\n",
	} {
		if got.status != 0 || !strings.Contains(got.out, want) {
			t.Errorf("no %q in\n%s", want, got.out)
		}
	}
	if got := command("data", "info", "penguin"); got.status != exitUsage || !strings.Contains(got.err, `is it "penguins"?`) {
		t.Errorf("status %d: %s", got.status, got.err)
	}
}

// A file of another table is refused with what is wrong with it, and nothing is kept.
func TestDataFetchRefuses(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("NVSD_CACHE", cache)
	file := filepath.Join(t.TempDir(), "stock.csv")
	if err := os.WriteFile(file, []byte("a,b\n1,2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	got := command("data", "fetch", "stock", "--from", file)
	want := "nvsd-kernel: data: the data set \"stock\" could not be had\n  " + file + ": it has 1 rows, and the data set has 950\nIf you have a file of it, from another computer or another source, give it by: nvsd-kernel data fetch stock --from FILE\n"
	if got.status != exitFailed || got.err != want {
		t.Errorf("status %d: %s\nwant %s", got.status, got.err, want)
	}
	if files, _ := filepath.Glob(filepath.Join(cache, "*", "*")); len(files) > 0 {
		t.Errorf("the cache has %v", files)
	}
	for _, args := range [][]string{{"fetch"}, {"fetch", "none"}, {"fetch", "stock", "--from", ""}} {
		if got := command(append([]string{"data"}, args...)...); got.status != exitUsage {
			t.Errorf("%q: status %d: %s", args, got.status, got.err)
		}
	}
}

// A file of the data set is found to be it, and loaded from then on.
func TestDataFetchFromFile(t *testing.T) {
	dir := os.Getenv("NVSD_DATA")
	if dir == "" {
		t.Skip("NVSD_DATA does not name a folder with the papers' data sets")
	}
	cache := t.TempDir()
	t.Setenv("NVSD_CACHE", cache)
	t.Setenv("NVSD_DATA", "")
	file := filepath.Join(cache, "data", "stock.csv")
	got := command("data", "fetch", "stock", "--from", filepath.Join(dir, "stock.csv"))
	if want := "fetched: " + file + "\nfrom: " + filepath.Join(dir, "stock.csv") + "\nverified: its canonical table has the digest "; got.status != 0 || !strings.HasPrefix(got.out, want) {
		t.Fatalf("status %d: %s%s", got.status, got.out, got.err)
	}
	if got := command("data", "fetch", "stock"); !strings.HasPrefix(got.out, "there already: "+file+"\n") {
		t.Errorf("%s", got.out)
	}
	if got := command("data", "list"); !strings.Contains(got.out, file) {
		t.Errorf("%s", got.out)
	}
}
