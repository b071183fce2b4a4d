package program

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/interp/program/gen"
)

var fuzzTime = flag.Duration("fuzztime-programs", 0, "how long to compare programs that are made at random with the Go toolchain")

const (
	fuzzGolden = "testdata/fuzz.golden"
	fixedSeeds = 40
	batch      = 60 // programs in one build
)

// TestFuzz compares programs made at random with what Go prints: those of a few
// fixed seeds, whose outputs -update asks the toolchain; with -fuzztime-programs,
// which needs the toolchain, also those of new seeds. A difference fails, unless
// the program is refused with an error. It is shown with the smallest program that
// still has it.
func TestFuzz(t *testing.T) {
	fixed := seeds(0, fixedSeeds)
	if golden.Update() {
		outputs := native(t, fixed)
		var a txtar.Archive
		for _, in := range fixed {
			a.Files = append(a.Files, txtar.File{Name: in.name, Data: []byte(outputs[in.name])})
		}
		golden.Write(t, fuzzGolden, string(txtar.Format(&a)))
	}
	printed, err := txtar.ParseFile(fuzzGolden)
	if err != nil || len(printed.Files) != len(fixed) {
		t.Fatalf("%s: %v: write it with -update", fuzzGolden, err)
	}
	for i, f := range printed.Files {
		fixed[i].want = string(f.Data)
	}
	finds, refused := differing(t, fixed)
	for _, in := range finds {
		t.Errorf("%s differs: %s", in.name, in.said)
	}
	first := uint64(time.Now().UnixNano()) >> 20
	programs := 0
	for begin := time.Now(); time.Since(begin) < *fuzzTime && len(finds) == 0; programs += batch {
		list := seeds(first+uint64(programs), batch)
		outputs := native(t, list)
		for i := range list {
			list[i].want = outputs[list[i].name]
		}
		var no int
		finds, no = differing(t, list)
		refused += no
		for _, in := range finds {
			t.Logf("%s is %s: %s", in.name, in.kind, in.said)
		}
		if len(finds) > 0 {
			small := shrink(t, finds[0])
			t.Errorf("%s is %s: %s\nsmallest program:\n%s", small.name, small.kind, small.said, small.program)
		}
	}
	t.Logf("%d fixed programs and %d new ones, from seed %d; refused: %d", len(fixed), programs, first, refused)
}

// A find is a program whose output differs.
type find struct {
	idiom
	kind, said string
}

// seeds are the programs of n seeds.
func seeds(first uint64, n int) []idiom {
	var list []idiom
	for seed := first; seed < first+uint64(n); seed++ {
		list = append(list, idiom{name: fmt.Sprintf("seed%d", seed), program: gen.Source(seed)})
	}
	return list
}

// differing runs programs and returns those whose output is not Go's, but for those
// that are refused with an error, which it counts.
func differing(t *testing.T, programs []idiom) (finds []find, refused int) {
	got := runIdioms(t, programs)
	for _, in := range programs {
		switch kind, said := in.judge(got[in.name]); kind {
		case "":
		case "refused":
			refused++
		default:
			finds = append(finds, find{in, kind, said})
		}
	}
	return finds, refused
}
