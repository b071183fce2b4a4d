package advice_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/advice"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
)

// named matches a name of a package in a text.
var named = regexp.MustCompile(`\b(nvsd|data|kern|penalty|baseline|math|display|fmt|slices|stat|floats)\.([A-Z]\w*)`)

// TestAdviceNamesWhatThereIs: every name of a package that the advice tells someone to write is
// one of that package.
func TestAdviceNamesWhatThereIs(t *testing.T) {
	found := 0
	for _, text := range advice.Texts() {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			found++
			pkg, err := symbols.Importer().Import(symbols.Packages()[m[1]])
			if err != nil {
				t.Fatal(err)
			}
			if pkg.Scope().Lookup(m[2]) == nil {
				t.Errorf("%q names %s, which there is not", text, m[0])
			}
		}
		if strings.HasSuffix(text, ".") {
			t.Errorf("%q ends with a full stop", text)
		}
	}
	if found < 20 {
		t.Errorf("only %d names were found", found)
	}
}
