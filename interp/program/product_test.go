package program

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/interp/program/product"
	"github.com/nvsd-kernel/nvsd-kernel/interp/program/product/compiled"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
)

var (
	productAll    = flag.Bool("product", false, "try the whole product of expressions and contexts, which needs the toolchain")
	productSeed   = flag.Uint64("product-seed", 1, "the seed of types and of random cases")
	productTypes  = flag.Int("product-types", 2, "how many types each context and kind for any type is tried with")
	productRandom = flag.Int("product-random", 20000, "how many random cases there are beside")
	productEvery  = flag.Int("product-every", 1, "take one of so many cases")
	productOnly   = flag.String("product-only", "", "take cases whose names have this")
	productReport = flag.String("product-report", "", "write what differs to files that begin with this name")
)

const (
	productGolden      = "testdata/product.golden"
	productDifferences = "testdata/product.txt"
	sampled            = 151 // one of so many is in the sample
	together           = 150 // cases in one program
)

// TestProduct compares a sample of the cases of package product, which cross the
// kinds of expressions with the contexts in which they stand, with what Go prints,
// which -update asks the toolchain. testdata/product.txt has the names of cases that
// differ, or patterns of names, and reasons. A case that differs and is not there
// fails, and so does an entry that stands for cases of which none differs; -update
// takes such entries out, and puts in what differs now.
func TestProduct(t *testing.T) {
	if golden.Update() {
		writeSample(t)
	}
	printed, err := txtar.ParseFile(productGolden)
	if err != nil {
		t.Fatal(err)
	}
	var cases []product.Case
	want := map[string]string{}
	for _, f := range printed.Files {
		c, err := product.Named(f.Name)
		if err != nil {
			t.Fatalf("%v: write %s with -update", err, productGolden)
		}
		cases = append(cases, c)
		want[c.Name] = string(f.Data)
	}
	compareProduct(t, product.InMain, cases, want)
	for i, layout := range []product.Layout{product.Imported, product.Initialised} {
		compareProduct(t, layout, oneIn(2, i, cases), want)
	}
}

// TestProductWhole compares all cases, and one of eight in the layouts other than that of main.
func TestProductWhole(t *testing.T) {
	if !*productAll {
		t.Skip("takes long: make product")
	}
	taken := product.Cases(symbols.Importer(), product.Choice{
		Seed: *productSeed, Types: *productTypes, Random: *productRandom, Every: *productEvery, Only: *productOnly,
	})
	want, err := compiled.Outputs(t.Context(), taken)
	if err != nil {
		t.Fatal(err)
	}
	all := len(taken)
	taken = slices.DeleteFunc(taken, func(c product.Case) bool { _, ok := want[c.Name]; return !ok })
	t.Logf("%d cases; %d more do not end, or not always alike, in Go", len(taken), all-len(taken))
	compareProduct(t, product.InMain, taken, want)
	for i, layout := range []product.Layout{product.Imported, product.Initialised} {
		compareProduct(t, layout, oneIn(8, i, taken), want)
	}
}

// oneIn returns one of so many cases, from one on.
func oneIn(many, from int, cases []product.Case) (some []product.Case) {
	for i, c := range cases {
		if i%many == from {
			some = append(some, c)
		}
	}
	return some
}

// writeSample writes the sample, with what Go prints. A case that is in it stays, since
// it may be the one that shows a form; what the choice of today has is added.
func writeSample(t *testing.T) {
	printed, err := txtar.ParseFile(productGolden)
	if err != nil {
		t.Fatal(err)
	}
	var cases []product.Case
	in := map[string]bool{}
	add := func(c product.Case) {
		if !in[c.Name] {
			cases, in[c.Name] = append(cases, c), true
		}
	}
	for _, f := range printed.Files {
		if c, err := product.Named(f.Name); err == nil {
			add(c)
		}
	}
	for _, c := range product.Cases(symbols.Importer(), product.Choice{Seed: 1, Types: 2, Random: 20000, Every: sampled}) {
		add(c)
	}
	outputs, err := compiled.Outputs(t.Context(), cases)
	if err != nil {
		t.Fatal(err)
	}
	var a txtar.Archive
	for _, c := range cases {
		if out, ok := outputs[c.Name]; ok {
			a.Files = append(a.Files, txtar.File{Name: c.Name, Data: []byte(out)})
		}
	}
	golden.Write(t, productGolden, string(txtar.Format(&a)))
}

// compareProduct runs cases in a layout and holds what differs to the list.
func compareProduct(t *testing.T, layout product.Layout, cases []product.Case, want map[string]string) {
	t.Helper()
	cases = slices.DeleteFunc(slices.Clone(cases), func(c product.Case) bool { return !layout.Takes(c) })
	listed := readTable(t, productDifferences)
	got := runProduct(t, layout, cases, listed)
	met, differs := map[string]bool{}, map[string]bool{} // entries of the list
	contexts, kinds, count := map[string]int{}, map[string]int{}, map[string]int{}
	var report strings.Builder
	for _, c := range cases {
		contexts[c.Context]++
		kinds[c.Kind]++
		o := got[c.Name]
		kind := ""
		switch {
		case o.err != nil:
			kind = "loud"
		case o.out != want[c.Name]:
			kind = "silent"
		}
		count[kind]++
		entry := entryOf(listed, c.Name)
		if entry != "" {
			met[entry] = true
		}
		if kind == "" {
			continue
		}
		fmt.Fprintf(&report, "== %s %s %s\n-- got: %.600s %v\n-- want: %.600s\n-- code:\n%s\n", layout, kind, c.Name, o.out, o.err, want[c.Name], c.Source())
		if entry == "" && golden.Update() {
			entry = c.Name
			listed[entry] = kind
		}
		if entry != "" {
			differs[entry] = true
			continue
		}
		t.Errorf("%s: %s: %s: %.300q %v, want %.300q", layout, c.Name, kind, o.out, o.err, want[c.Name])
	}
	for entry := range met {
		switch {
		case differs[entry], layout != product.InMain: // the list is that of this layout
		case golden.Update():
			delete(listed, entry)
		default:
			t.Errorf("%s is in %s, and no case of it differs now", entry, productDifferences)
		}
	}
	if golden.Update() {
		writeTable(t, productDifferences, listed)
	}
	t.Logf("%s: %d of %d cases print what Go prints, of %d contexts and %d kinds; loud: %d, silent: %d",
		layout, count[""], len(cases), len(contexts), len(kinds), count["loud"], count["silent"])
	if *productAll {
		t.Logf("contexts: %v", contexts)
		t.Logf("kinds: %v", kinds)
	}
	if *productReport != "" {
		if err := os.WriteFile(*productReport+string(layout), []byte(report.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// writeTable writes what readTable reads.
func writeTable(t *testing.T, file string, table map[string]string) {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(table)) {
		b.WriteString(name + "\t" + table[name] + "\n")
	}
	golden.Write(t, file, b.String())
}

// entryOf is the first entry of a list of names and patterns that stands for a name.
func entryOf(listed map[string]string, name string) string {
	if _, ok := listed[name]; ok {
		return name
	}
	for _, entry := range slices.Sorted(maps.Keys(listed)) {
		if ok, _ := path.Match(entry, name); ok {
			return entry
		}
	}
	return ""
}

// runProduct runs cases, many in a program; those of the list are apart.
func runProduct(t *testing.T, layout product.Layout, cases []product.Case, listed map[string]string) map[string]outcome {
	var good, doubtful []product.Case
	for _, c := range cases {
		if entryOf(listed, c.Name) == "" {
			good = append(good, c)
		} else {
			doubtful = append(doubtful, c)
		}
	}
	dir := t.TempDir()
	got := map[string]outcome{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	work := make(chan []product.Case)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for batch := range work {
				some := runBatch(t, dir, layout, batch)
				mu.Lock()
				for name, o := range some {
					got[name] = o
				}
				mu.Unlock()
			}
		})
	}
	for batch := range slices.Chunk(good, together) {
		work <- batch
	}
	for batch := range slices.Chunk(doubtful, 4) {
		work <- batch
	}
	close(work)
	wg.Wait()
	return got
}

// runBatch runs cases in one program; those of a program that does not begin, or
// ends too early, in smaller ones.
func runBatch(t *testing.T, dir string, layout product.Layout, cases []product.Case) map[string]outcome {
	folder, err := os.MkdirTemp(dir, "")
	if err != nil {
		t.Error(err)
		return nil
	}
	for name, text := range layout.Files(cases) {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Error(err)
			return nil
		}
	}
	text, failed := run(t, filepath.Join(folder, "main.go"), time.Minute)
	outs, last := product.Outputs(layout.AsMain(text))
	got := map[string]outcome{}
	if failed == nil {
		for name, out := range outs {
			got[name] = outcome{out: out}
		}
		return got
	}
	var parts [][]product.Case
	at := slices.IndexFunc(cases, func(c product.Case) bool { return c.Name == last })
	switch {
	case len(cases) == 1:
		return map[string]outcome{cases[0].Name: {text, failed}}
	case at < 0:
		parts = slices.Collect(slices.Chunk(cases, (len(cases)+3)/4))
	default:
		for _, c := range cases[:at] {
			got[c.Name] = outcome{out: outs[c.Name]}
		}
		got[last] = outcome{outs[last], failed}
		if at+1 < len(cases) {
			parts = append(parts, cases[at+1:])
		}
	}
	for _, part := range parts {
		for name, o := range runBatch(t, dir, layout, part) {
			got[name] = o
		}
	}
	return got
}
