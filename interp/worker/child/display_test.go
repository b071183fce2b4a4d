package child

import (
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
)

// What a cell gets in the place of a function of package display is called as that
// is.
func TestDisplayExports(t *testing.T) {
	exports := displayExports(nil)
	if len(exports) == 0 {
		t.Error("nothing takes the place of functions of package display")
	}
	for path, functions := range exports {
		compiled := symbols.Values(path)
		if len(functions) == 0 {
			t.Errorf("nothing takes the place of functions of %s", path)
		}
		for name, f := range functions {
			if g, ok := compiled[name]; !ok || g.Type() != f.Type() {
				t.Errorf("%s of a cell is a %v, and package display has %v", name, f.Type(), g)
			}
		}
	}
}
