package symbols

import (
	"go/types"
	"reflect"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols/internal/table"
)

func TestExpectedSymbols(t *testing.T) {
	for _, want := range []struct{ pkg, name string }{
		{"fmt", "Println"}, {"fmt", "_Stringer"}, {"math", "Sqrt"}, {"os", "Args"},
		{"math/rand/v2", "New"}, {"sort", "_Interface"}, {"errors", "Is"},
		{"net", "Dial"}, {"net/http", "Get"}, {"net/http", "_Handler"}, {"net/http", "_Flusher"},
		{"net/http/httptest", "NewServer"}, {"net/netip", "ParseAddr"}, {"net/mail", "ParseAddress"},
		{"mime/multipart", "NewReader"}, {"mime/quotedprintable", "NewReader"},
		{"crypto/aes", "NewCipher"}, {"crypto/cipher", "_Block"}, {"crypto/x509", "CreateCertificate"},
		{"go/constant", "MakeInt64"}, {"go/scanner", "Scanner"}, {"go/printer", "Fprint"}, {"go/doc", "New"},
		{"testing/fstest", "MapFS"}, {"testing/slogtest", "TestHandler"},
		{"gonum.org/v1/gonum/mat", "NewDense"}, {"gonum.org/v1/gonum/mat", "_Matrix"},
		{"gonum.org/v1/gonum/stat", "Mean"}, {"gonum.org/v1/gonum/stat/distuv", "Normal"},
		{"gonum.org/v1/gonum/graph", "_Graph"}, {"gonum.org/v1/gonum/graph/path", "DijkstraFrom"},
		{"gonum.org/v1/gonum/spatial/kdtree", "_Interface"}, {"gonum.org/v1/gonum/spatial/curve", "Hilbert2D"},
		{"gonum.org/v1/gonum/num/dual", "Sin"}, {"gonum.org/v1/gonum/unit", "New"},
		{"gonum.org/v1/plot", "New"}, {"gonum.org/v1/plot/plotter", "NewScatter"},
		{module + "stdlib/nvsd", "Spec"}, {module + "stdlib/nvsd/data", "CSV"},
		{module + "stdlib/nvsd/kern", "_Kernel"}, {module + "stdlib/nvsd/penalty", "_Penalty"},
	} {
		if !Values(want.pkg)[want.name].IsValid() {
			t.Errorf("%s has no %s", want.pkg, want.name)
		}
	}
}

// Everything that the checker accepts must exist when the cell runs.
func TestTypesAndSymbolsAgree(t *testing.T) {
	im := Importer()
	agreed := 0
	for _, path := range table.Paths() {
		pkg, err := im.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		symbols := Values(path)
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
			if symbols[name].IsValid() || isGeneric(obj) { // lowering has its source
				agreed++
				continue
			}
			t.Errorf("%s.%s is known to the checker only", path, name)
		}
	}
	if agreed < 5000 {
		t.Errorf("only %d names are looked at", agreed)
	}
}

// Package rt looks up the wrapper of an interface by its type, whatever its name.
func TestWrappersAreFoundByType(t *testing.T) {
	wrap := Interfaces().Wrapper
	for _, path := range table.Paths() {
		values := Values(path)
		for name, wrapper := range values {
			if !strings.HasPrefix(name, "_") {
				continue
			}
			iface := values[name[1:]].Type().Elem()
			switch found := wrap(iface); {
			case found == nil:
				t.Errorf("no wrapper of %s, which is %s.%s", iface, path, name[1:])
			case !found.Implements(iface):
				t.Errorf("%s does not implement %s", wrapper.Type().Elem(), iface)
			}
		}
	}
	if w := wrap(reflect.TypeFor[interface{ Unnamed() }]()); w != nil {
		t.Errorf("an interface without a name has the wrapper %s", w)
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

// The packages share their types, in whatever order they are read.
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
	_, err := Importer().Import("net/rpc")
	if err == nil || !strings.Contains(err.Error(), "net/rpc") {
		t.Errorf("got %v", err)
	}
}

func TestPackages(t *testing.T) {
	known := Packages()
	for name, want := range map[string]string{
		"mat": "gonum.org/v1/gonum/mat", "rand": "math/rand/v2", "template": "text/template", "http": "net/http",
		"scanner": "text/scanner", "palette": "gonum.org/v1/plot/palette", "constant": "gonum.org/v1/gonum/unit/constant",
		"path": "path", "draw": "image/draw", "encoding": "encoding", "ast": "go/ast",
		"interp": "gonum.org/v1/gonum/interp", "nvsd": module + "stdlib/nvsd", "display": module + "display",
	} {
		if known[name] != want {
			t.Errorf("%s is %q, want %q", name, known[name], want)
		}
	}
}

// An interpreter gets these with the first package that a cell imports.
func BenchmarkWrappers(b *testing.B) {
	for b.Loop() {
		Wrappers()
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
