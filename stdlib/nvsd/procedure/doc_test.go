package procedure

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestDocumented: every field of the answer is on its page.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/select.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{Answer{}, Evidence{}, Null{}, Standing{}, Posterior{}, Dates{}, Knockoffs{}, Interactions{}} {
		for f := range reflect.TypeOf(v).Fields() {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && !strings.Contains(string(page), "\n| `"+name+"`") {
				t.Errorf("docs/select.md has no row for %s", name)
			}
		}
	}
}
