package portable

import (
	"go/token"
	"testing"

	"pgregory.net/rapid"
)

func TestPackageName(t *testing.T) {
	for text, want := range map[string]string{
		"score": "score", "My model-2": "mymodel2", "2nd": "predict2nd", "func": "predictfunc", "": "predict", "_": "predict_", "größe": "größe", "...": "predict",
	} {
		if got := PackageName(text); got != want {
			t.Errorf("PackageName(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestPackageNamesAreValidAndStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := PackageName(rapid.String().Draw(t, "text"))
		if !token.IsIdentifier(name) || PackageName(name) != name {
			t.Fatalf("%q is no name of a package, or becomes %q", name, PackageName(name))
		}
	})
}
