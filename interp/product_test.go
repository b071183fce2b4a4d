package interp

import (
	"flag"
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nvsd-kernel/nvsd-kernel/interp/program/product"
	"github.com/nvsd-kernel/nvsd-kernel/interp/program/product/compiled"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
)

var (
	productAll    = flag.Bool("product", false, "try the whole product of expressions and contexts as cells, which needs the toolchain")
	productSeed   = flag.Uint64("product-seed", 1, "the seed of types and of random cases")
	productTypes  = flag.Int("product-types", 1, "how many types each context and kind for any type is tried with")
	productRandom = flag.Int("product-random", 20000, "how many cases are drawn beside")
	productEvery  = flag.Int("product-every", 1, "take one of so many cases")
	productOnly   = flag.String("product-only", "", "take cases whose names have this")
	productReport = flag.String("product-report", "", "write what differs to this file")
)

const (
	productDifferences = "testdata/product.txt"
	sessionCases       = 150 // of one session
	sampledCells       = 2   // one of so many of the sample is run
)

// TestProductAsCells runs a sample of the cases of package product as cells, each
// after those that declare what it needs, and compares what they print with what Go
// prints. testdata/product.txt has the names of those that differ, or patterns, with
// reasons, beside those of the list of package program.
func TestProductAsCells(t *testing.T) {
	var cases []product.Case
	want := map[string]string{}
	if *productAll {
		cases = product.Cases(symbols.Importer(), product.Choice{
			Seed: *productSeed, Types: *productTypes, Random: *productRandom, Every: *productEvery, Only: *productOnly,
		})
		var err error
		want, err = compiled.Outputs(t.Context(), cases)
		if err != nil {
			t.Fatal(err)
		}
		cases = slices.DeleteFunc(cases, func(c product.Case) bool { _, ok := want[c.Name]; return !ok })
	} else {
		golden, err := txtar.ParseFile("program/testdata/product.golden")
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range golden.Files {
			if i%sampledCells > 0 {
				continue
			}
			c, err := product.Named(f.Name)
			if err != nil {
				t.Fatal(err)
			}
			cases = append(cases, c)
			want[c.Name] = string(f.Data)
		}
	}
	cases = sample(cases)
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	got := map[string]cellsOutcome{}
	t.Run("sessions", func(t *testing.T) {
		results := make(chan map[string]cellsOutcome, len(cases)/sessionCases+1)
		t.Cleanup(func() {
			close(results)
			for some := range results {
				for name, o := range some {
					got[name] = o
				}
			}
		})
		for batch := range slices.Chunk(cases, sessionCases) {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				results <- runCells(t, batch)
			})
		}
	})
	judgeCells(t, cases, got, want)
}

var whereInCell = regexp.MustCompile(`^In\[\d+\](:\d+)?: (runtime error: )?`)

// keeps matches declarations of what may keep a change from one run of a cell to the next.
var keeps = regexp.MustCompile(`(?m)^(var |func init\b)`)

// A cellsOutcome is what the cells of a case printed, and how they failed.
type cellsOutcome struct{ out, failed string }

// runCells runs cases in one session, and begins it again where it dies.
func runCells(t *testing.T, cases []product.Case) map[string]cellsOutcome {
	got := map[string]cellsOutcome{}
	n := open(t)
	declare := func() {
		if o := n.run(product.Declared()); o.failure != nil {
			t.Fatalf("declarations: %s", o.fail())
		}
	}
	declare()
	for _, c := range cases {
		var r cellsOutcome
		cells := c.Cells()
		if !keeps.MatchString(c.Decl) {
			cells = append(cells, cells[len(cells)-1]) // again: it prints the same
		}
		for _, code := range cells {
			o := n.run(code)
			r.out = o.out // the native build, too, tells nothing of what a declaration prints
			if o.failure != nil && o.failure.Name == "panic" && !strings.Contains(o.fail(), "CFG post-order") {
				r.out += "panic: " + whereInCell.ReplaceAllString(o.fail(), "") + "\n"
			} else if o.failure != nil {
				r.failed = o.failure.Name + ": " + o.failure.Value
			}
			if o.died != "" {
				r.failed = o.died
				declare()
			}
			if o.failure != nil {
				break
			}
		}
		got[c.Name] = r
	}
	return got
}

// judgeCells holds what differs to the lists.
func judgeCells(t *testing.T, cases []product.Case, got map[string]cellsOutcome, want map[string]string) {
	own := readList(t, productDifferences)
	programs := readList(t, "program/"+productDifferences)
	met, differs := map[string]bool{}, map[string]bool{}
	count := map[string]int{}
	var report strings.Builder
	for _, c := range cases {
		o := got[c.Name]
		kind := ""
		switch {
		case o.failed != "":
			kind = "loud"
		case inCell(o.out) != inCell(want[c.Name]):
			kind = "silent"
		}
		count[kind]++
		entry := listed(own, c.Name)
		if entry != "" {
			met[entry] = true
		}
		if kind == "" {
			continue
		}
		fmt.Fprintf(&report, "== %s %s\n-- got: %.600s %.600s\n-- want: %.600s\n-- code:\n%s\n", kind, c.Name, o.out, o.failed, want[c.Name], strings.Join(c.Cells(), "\n// %%\n"))
		switch {
		case entry != "":
			differs[entry] = true
		case listed(programs, c.Name) == "":
			t.Errorf("%s: %s: %.300q %.300s, want %.300q", c.Name, kind, o.out, o.failed, want[c.Name])
		}
	}
	for entry := range met {
		if !differs[entry] {
			t.Errorf("%s is in %s, and no case of it differs now", entry, productDifferences)
		}
	}
	t.Logf("%d of %d cases print what Go prints; loud: %d, silent: %d", count[""], len(cases), count["loud"], count["silent"])
	if *productReport != "" {
		if err := os.WriteFile(*productReport, []byte(report.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// inCell is a text as a cell shows it, which says of a panic where it was and not that
// it is an error of the runtime.
func inCell(text string) string {
	return string([]rune(strings.ReplaceAll(text, "panic: runtime error: ", "panic: ")))
}

// readList reads the entries of a list, which are before the tab of each line.
func readList(t *testing.T, file string) []string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for line := range strings.Lines(string(text)) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
		list = append(list, name)
	}
	return list
}

// listed is the entry of a list of names and patterns that stands for a name.
func listed(list []string, name string) string {
	for _, entry := range list {
		if ok, _ := path.Match(entry, name); ok {
			return entry
		}
	}
	return ""
}
