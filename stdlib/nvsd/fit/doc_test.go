package fit

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestDocumented: every name of the contract is on its page.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/fit.md")
	if err != nil {
		t.Fatal(err)
	}
	names := append(fields[:], annotations[:]...)
	for _, k := range kinds() {
		names = append(append(names, k.name), k.fields...)
	}
	for _, f := range forms() {
		names = append(names, f.name)
	}
	for _, m := range methods() {
		names = append(names, m.name)
	}
	names = append(names, requestFields[1:]...)
	for _, d := range doors() {
		names = append(names, d.name)
	}
	for _, v := range []any{Report{}, Entry{}} {
		for f := range reflect.TypeOf(v).Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			names = append(names, name)
		}
	}
	for _, name := range names {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("docs/fit.md does not tell of %s", name)
		}
	}
}
