package compiled

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/program/product"
)

// A case that does not compile, one that fails before main begins, one that ends its
// process and one that does not end leave the others what they print.
func TestOutputs(t *testing.T) {
	compiled, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOCACHE", strings.TrimSpace(string(compiled))) // that of the outputs alone is empty
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	outputs, err := Outputs(t.Context(), []product.Case{
		{Name: "a/first/int", Body: "show(1)"},
		{Name: "a/unused/int", Body: "n := 1"},
		{Name: "a/early/int", Decl: "var early = failing(\"early\", 1)", Body: "show(early)"},
		{Name: "a/exit/int", Body: "go panic(1)\nselect {}"},
		{Name: "a/endless/int", Body: "for { gInt++ }"},
		{Name: "a/last/int", Body: "show(2)"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(outputs) != 2 || outputs["a/first/int"] != "1 int 1\n" || outputs["a/last/int"] != "2 int 2\n" {
		t.Errorf("%q", outputs)
	}
}
