package interp

import (
	"os"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/testdata/traits"
)

// TestTraitsInterpretedAndCompiled: what penalties, kernels and losses say of themselves
// is heard alike where they are compiled, imported as source, and declared in a
// cell.
func TestTraitsInterpretedAndCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("one cell after the other: the race detector sees nothing here")
	}
	want := traits.Report()
	for _, heard := range []string{
		"plain: solve: the dual method needs a convex penalty",
		"declared: converged",
		"not for 3 inputs",
		"the width is no width",
		"rough, grouped: converged, approximate true",
		"bell on 100 x 400: solve: the operator",
		"radial on 100 x 400: <nil>",
		"AtHalfSquare is the kernel",
		"Blocks add up to Value",
		"soft: <nil>, converged",
		"Conjugate keeps the inequality",
		"moves the fitted value away from the target",
		"picky: solve: not for 24 targets",
		"there is no such loss",
	} {
		if !strings.Contains(want, heard) {
			t.Errorf("compiled, %q is not heard:\n%s", heard, want)
		}
	}
	source, err := os.ReadFile("testdata/traits/traits.go")
	if err != nil {
		t.Fatal(err)
	}
	_, cell, _ := strings.Cut(string(source), "\n)\n")
	for name, code := range map[string]string{
		"as source": "import \"./traits\"\nfmt.Print(traits.Report())",
		"in a cell": cell + "\nfmt.Print(Report())",
	} {
		n := open(t, func(o *Options) { o.Dir = "testdata" })
		o := n.run(code)
		if o.failure != nil {
			t.Fatalf("%s: %v", name, traceback(o.failure))
		}
		if o.out != want {
			t.Errorf("%s it is\n%s\ncompiled it is\n%s", name, o.out, want)
		}
	}
}
