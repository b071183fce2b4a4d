package symbols

import (
	"go/types"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols/internal/table"
)

func TestExpectedSymbols(t *testing.T) {
	all := Exports()
	for _, want := range []struct{ pkg, name string }{
		{"fmt/fmt", "Println"}, {"fmt/fmt", "_Stringer"}, {"math/math", "Sqrt"}, {"os/os", "Args"},
		{"math/rand/v2/rand", "New"}, {"sort/sort", "_Interface"}, {"errors/errors", "Is"},
		{"gonum.org/v1/gonum/mat/mat", "NewDense"}, {"gonum.org/v1/gonum/mat/mat", "_Matrix"},
		{"gonum.org/v1/gonum/stat/stat", "Mean"}, {"gonum.org/v1/gonum/stat/distuv/distuv", "Normal"},
		{"gonum.org/v1/plot/plot", "New"}, {"gonum.org/v1/plot/plotter/plotter", "NewScatter"},
		{module + "stdlib/nvsd/nvsd", "Spec"}, {module + "stdlib/nvsd/data/data", "CSV"},
		{module + "stdlib/nvsd/solve/solve", "_Kernel"}, {module + "stdlib/nvsd/solve/solve", "_Penalty"},
	} {
		if !all[want.pkg][want.name].IsValid() {
			t.Errorf("%s has no %s", want.pkg, want.name)
		}
	}
}

// What the checker accepts must exist when the cell runs.
func TestTypesAndSymbolsAgree(t *testing.T) {
	im, all := Importer(), Exports()
	for _, path := range table.Paths() {
		pkg, err := im.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		symbols := all[path+"/"+pkg.Name()]
		for _, name := range pkg.Scope().Names() {
			obj := pkg.Scope().Lookup(name)
			if !obj.Exported() {
				continue
			}
			if tn, ok := obj.(*types.TypeName); ok {
				if i, ok := tn.Type().Underlying().(*types.Interface); ok && !i.IsMethodSet() {
					continue // constraints appear in type parameters only
				}
			}
			if symbols[name].IsValid() || isGeneric(obj) { // of which lowering has the source
				continue
			}
			t.Errorf("%s.%s is known to the checker only", path, name)
		}
	}
}

func isGeneric(obj types.Object) bool {
	switch typ := obj.Type().(type) {
	case *types.Signature:
		return typ.TypeParams().Len() > 0
	case *types.Named:
		return typ.TypeParams().Len() > 0
	}
	return false
}

// The packages share what they say about each other, in whatever order they
// are read.
func TestImporterIdentity(t *testing.T) {
	for _, order := range [][]string{
		{"gonum.org/v1/plot", "gonum.org/v1/plot/vg", "io"},
		{"io", "gonum.org/v1/plot/vg", "gonum.org/v1/plot"},
	} {
		im := Importer()
		for _, path := range order {
			if _, err := im.Import(path); err != nil {
				t.Fatal(err)
			}
		}
		plot, _ := im.Import("gonum.org/v1/plot")
		io, _ := im.Import("io")
		save, _, _ := types.LookupFieldOrMethod(types.NewPointer(plot.Scope().Lookup("Plot").Type()), true, nil, "WriterTo")
		got := save.Type().(*types.Signature).Results().At(0).Type()
		if want := io.Scope().Lookup("WriterTo").Type(); !types.Identical(got, want) {
			t.Errorf("%v: WriterTo gives %v, not %v", order, got, want)
		}
	}
}

func TestImporterUnknown(t *testing.T) {
	_, err := Importer().Import("net/http")
	if err == nil || !strings.Contains(err.Error(), "net/http") {
		t.Errorf("got %v", err)
	}
}

func TestPackages(t *testing.T) {
	known := Packages()
	for name, want := range map[string]string{
		"mat": "gonum.org/v1/gonum/mat", "rand": "math/rand/v2", "template": "text/template",
		"interp": "gonum.org/v1/gonum/interp", "nvsd": module + "stdlib/nvsd", "display": module + "display",
	} {
		if known[name] != want {
			t.Errorf("%s is %q, want %q", name, known[name], want)
		}
	}
}

func BenchmarkExports(b *testing.B) {
	for b.Loop() {
		Exports()
	}
}

func BenchmarkImport(b *testing.B) {
	for b.Loop() {
		im := Importer()
		for _, path := range []string{"fmt", "math", "gonum.org/v1/gonum/mat", "gonum.org/v1/plot", module + "stdlib/nvsd"} {
			if _, err := im.Import(path); err != nil {
				b.Fatal(err)
			}
		}
	}
}
