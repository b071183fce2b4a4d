package resample

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
	"gonum.org/v1/gonum/mat"
)

// A wrapper is a type that holds penalties and is one, or holds kernels and is one.
// What the value in it says of itself must be heard through it, trait by trait, but for
// the traits that it answers for itself.
type wrapper[T any] struct {
	wrap func(T) T
	own  map[string]string // why, by the name of the trait
}

func penaltyWrappers() map[string]wrapper[penalty.Penalty] {
	return map[string]wrapper[penalty.Penalty]{
		"penalty.wrapped":       {wrap: func(p penalty.Penalty) penalty.Penalty { return penalty.Named("named", p) }},
		"penalty.Scaled":        {wrap: func(p penalty.Penalty) penalty.Penalty { return penalty.Scaled{Factor: 2, P: p} }},
		"problem.sharedPenalty": {wrap: problem.SharePenalty},
		"resample.doubledPenalty": {
			wrap: func(p penalty.Penalty) penalty.Penalty { return doubledPenalty{p, inputs} },
			own:  map[string]string{"penalty.Resolver": "it is made of a penalty that is resolved"},
		},
	}
}

func kernelWrappers() map[string]wrapper[kern.Kernel] {
	const (
		mixed   = "the other part has none of this structure, and so the whole has none"
		scaled  = "parts may be stretched by other widths, and so the whole is not"
		widened = "the structure is that of Base on x/Widths, which Unstretched returns"
	)
	return map[string]wrapper[kern.Kernel]{
		"kern.composite": {
			wrap: func(k kern.Kernel) kern.Kernel { return kern.Sum(k, quietKernel{}) },
			own:  map[string]string{"trait.DotProduct": mixed, "trait.Isotropic": mixed, "trait.Stretched": scaled},
		},
		"kern.dotComposite": {
			wrap: func(k kern.Kernel) kern.Kernel { return kern.Sum(k, kern.Linear{}) },
			own:  map[string]string{"trait.Isotropic": mixed, "trait.Stretched": scaled},
		},
		"kern.isotropicComposite": {
			wrap: func(k kern.Kernel) kern.Kernel { return kern.Product(k, kern.Gaussian{Width: kern.Sigma(1)}) },
			own:  map[string]string{"trait.DotProduct": mixed, "trait.Stretched": scaled},
		},
		"kern.ARD": {
			wrap: func(k kern.Kernel) kern.Kernel { return kern.ARD{Base: k, Widths: []float64{1, 2}} },
			own:  map[string]string{"trait.DotProduct": widened, "trait.Isotropic": widened, "trait.Stretched": widened},
		},
	}
}

// inputs is the number of inputs of the penalties and kernels below.
const inputs = 2

// A probe is a value that has a trait, and how to hear of it.
type probe[T any] struct {
	loud  T
	heard func(T) bool
}

func penaltyProbes() map[string]probe[penalty.Penalty] {
	return map[string]probe[penalty.Penalty]{
		"trait.Convex": {loudPenalty{}, func(p penalty.Penalty) bool { return trait.IsConvex(p) }},
		"trait.Fits":   {loudPenalty{}, func(p penalty.Penalty) bool { return trait.CheckInputs(p, inputs) != nil }},
		"trait.Blocks": {loudPenalty{}, func(p penalty.Penalty) bool {
			groups, _, _ := trait.PartsOf(p, inputs)
			return groups != nil
		}},
		"penalty.Resolver": {loudPenalty{}, func(p penalty.Penalty) bool {
			u := make([]float64, 2*inputs)
			resolved, err := penalty.Resolve(p, []string{"a", "b"})
			_, bare := p.(loudPenalty)
			kept := bare || reflect.TypeOf(resolved) == reflect.TypeOf(p)
			return err == nil && kept && resolved.Value(u) != p.Value(u)
		}},
	}
}

func kernelProbes() map[string]probe[kern.Kernel] {
	x := make([]float64, inputs)
	return map[string]probe[kern.Kernel]{
		"trait.Checked":    {loudKernel{}, func(k kern.Kernel) bool { return trait.CheckParameters(k) != nil }},
		"trait.Certified":  {loudKernel{}, func(k kern.Kernel) bool { return !trait.IsCertified(k) }},
		"trait.DotProduct": {dotKernel{}, func(k kern.Kernel) bool { return trait.Find(k, new(trait.DotProduct)) }},
		"trait.Isotropic":  {isotropicKernel{}, func(k kern.Kernel) bool { return trait.Find(k, new(trait.Isotropic)) }},
		"trait.Stretched":  {stretchedKernel{}, func(k kern.Kernel) bool { return trait.Find(k, new(trait.Stretched)) }},
		"kern.Resolver": {ruledKernel{}, func(k kern.Kernel) bool {
			resolved, err := kern.Resolve(k, mat.NewDense(1, inputs, nil))
			return err == nil && resolved.Eval(x, x) != k.Eval(x, x)
		}},
	}
}

// TestWrappersHandOn: every trait is heard through every wrapper, also through two, and
// not of a value that does not have it.
func TestWrappersHandOn(t *testing.T) {
	handOn(t, penaltyWrappers(), penaltyProbes(), penalty.Penalty(quietPenalty{}))
	handOn(t, kernelWrappers(), kernelProbes(), kern.Kernel(quietKernel{}))
}

func handOn[T any](t *testing.T, wrappers map[string]wrapper[T], probes map[string]probe[T], quiet T) {
	for name, w := range wrappers {
		made := false
		for what, p := range probes {
			if !p.heard(p.loud) || p.heard(quiet) {
				t.Fatalf("%s is not heard of %T, or is of %T", what, p.loud, quiet)
			}
			once := w.wrap(p.loud)
			made = made || fmt.Sprintf("%T", once) == name
			if w.own[what] != "" {
				continue
			}
			if !p.heard(once) {
				t.Errorf("%s is not heard through %s", what, name)
			}
			if !p.heard(w.wrap(once)) {
				t.Errorf("%s is not heard through two of %s", what, name)
			}
			if p.heard(w.wrap(quiet)) {
				t.Errorf("%s is heard of a %s around a value that does not have it", what, name)
			}
		}
		if !made {
			t.Errorf("the row of %s makes none", name)
		}
	}
}

// quietPenalty and quietKernel have no traits, those below one or more.
type (
	quietPenalty    struct{}
	loudPenalty     struct{ quietPenalty }
	resolvedPenalty struct{ quietPenalty }

	quietKernel     struct{}
	loudKernel      struct{ quietKernel }
	dotKernel       struct{ quietKernel }
	isotropicKernel struct{ quietKernel }
	stretchedKernel struct{ quietKernel }
	ruledKernel     struct{ quietKernel }
	resolvedKernel  struct{ quietKernel }
)

func (quietPenalty) Value([]float64) float64          { return 1 }
func (quietPenalty) Prox(dst, u []float64, _ float64) { copy(dst, u) }
func (resolvedPenalty) Value([]float64) float64       { return 2 }

func (loudPenalty) Convex() bool                               { return true }
func (loudPenalty) Check(int) error                            { return errors.New("loud") }
func (loudPenalty) Blocks(int) ([][]int, []float64, float64)   { return [][]int{{0, 1}}, []float64{1}, 0 }
func (loudPenalty) Resolve([]string) (penalty.Penalty, error)  { return resolvedPenalty{}, nil }
func (quietKernel) Eval(_, _ []float64) float64                { return 1 }
func (quietKernel) Grad(dst, _, _ []float64)                   { clear(dst) }
func (quietKernel) Mixed(dst, _, _ []float64)                  { clear(dst) }
func (resolvedKernel) Eval(_, _ []float64) float64             { return 2 }
func (loudKernel) Check() error                                { return errors.New("loud") }
func (loudKernel) Certified() bool                             { return false }
func (dotKernel) AtDot(float64) (_, _, _ float64)              { return 1, 0, 0 }
func (isotropicKernel) AtHalfSquare(float64) (_, _, _ float64) { return 1, 0, 0 }
func (stretchedKernel) Unstretched() (any, []float64)          { return quietKernel{}, []float64{1, 1} }
func (ruledKernel) Resolve(mat.Matrix) (kern.Kernel, error)    { return resolvedKernel{}, nil }

// TestEveryWrapperHasARow: a type of nvsd that holds penalties or kernels and is one
// itself has a row above.
func TestEveryWrapperHasARow(t *testing.T) {
	found := parseTypes(t).wrappers()
	var rows []string
	for name := range penaltyWrappers() {
		rows = append(rows, name)
	}
	for name := range kernelWrappers() {
		rows = append(rows, name)
	}
	slices.Sort(rows)
	if !slices.Equal(found, rows) {
		t.Errorf("the wrappers are\n%q\nand the rows are of\n%q", found, rows)
	}
}

// TestEveryTraitHasAProbe: a trait has a probe above, and is one of those that OfPenalty
// or OfKernel names; or OfLoss names it, and nothing wraps losses.
func TestEveryTraitHasAProbe(t *testing.T) {
	_, ofPenalty := trait.OfPenalty(nil)
	_, ofKernel := trait.OfKernel(nil)
	_, ofLoss := trait.OfLoss(nil)
	traits := parseTypes(t).interfacesOf("trait")
	if len(traits) < 5 {
		t.Errorf("only %d traits are found", len(traits))
	}
	for name, method := range traits {
		if name == "trait.Wrapper" || name == "trait.Codes" { // the loss of several functions has no report of its own
			continue
		}
		_, penalties := penaltyProbes()[name]
		_, kernels := kernelProbes()[name]
		if !(penalties && slices.Contains(ofPenalty, method) || kernels && slices.Contains(ofKernel, method) || slices.Contains(ofLoss, method)) {
			t.Errorf("%s, of the method %s, has no probe or is not named", name, method)
		}
	}
}

// TestTraitsAreAskedForInOnePlace: package trait alone asks a value whether it has an
// interface without a name, or one of the traits.
func TestTraitsAreAskedForInOnePlace(t *testing.T) {
	places := parseTypes(t).asked
	if len(places) == 0 {
		t.Error("nobody asks for a trait")
	}
	for place, asked := range places {
		if !strings.HasPrefix(place, "../trait/") {
			t.Errorf("%s asks for %s: let package trait ask", place, asked)
		}
	}
}

// declared is what the types of nvsd are declared to be. Names are with the package, as
// penalty.Scaled.
type declared struct {
	fields     map[string][]string          // of structs: the types of their fields, "[]" and "*" taken off
	embedded   map[string][]string          // and those that have no name
	methods    map[string]map[string]bool   // by receiver
	interfaces map[string]map[string]string // by package, then name: the first method
	asked      map[string]string            // type assertions and cases, by place
}

func parseTypes(t *testing.T) *declared {
	d := &declared{fields: map[string][]string{}, embedded: map[string][]string{}, methods: map[string]map[string]bool{},
		interfaces: map[string]map[string]string{}, asked: map[string]string{}}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || !entry.IsDir() && (!strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go")):
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "fixture"):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err == nil {
			d.add(fset, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *declared) add(fset *token.FileSet, file *ast.File) {
	pkg := file.Name.Name
	name := func(e ast.Expr) string {
		text := strings.TrimLeft(types.ExprString(e), "[]*")
		if _, _, qualified := strings.Cut(text, "."); !qualified {
			text = pkg + "." + text
		}
		return text
	}
	ask := func(e ast.Expr) {
		if e == nil {
			return
		}
		if _, anonymous := e.(*ast.InterfaceType); anonymous || strings.HasPrefix(name(e), "trait.") {
			d.asked[filepath.ToSlash(fset.Position(e.Pos()).String())] = types.ExprString(e)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			ask(n.Type)
		case *ast.TypeSwitchStmt:
			for _, c := range n.Body.List {
				for _, e := range c.(*ast.CaseClause).List {
					ask(e)
				}
			}
		case *ast.FuncDecl:
			if n.Recv != nil {
				of := name(n.Recv.List[0].Type)
				if d.methods[of] == nil {
					d.methods[of] = map[string]bool{}
				}
				d.methods[of][n.Name.Name] = true
			}
		case *ast.TypeSpec:
			d.addType(pkg, n, name)
		}
		return true
	})
}

func (d *declared) addType(pkg string, spec *ast.TypeSpec, name func(ast.Expr) string) {
	own := pkg + "." + spec.Name.Name
	switch of := spec.Type.(type) {
	case *ast.StructType:
		for _, f := range of.Fields.List {
			d.fields[own] = append(d.fields[own], name(f.Type))
			if f.Names == nil {
				d.embedded[own] = append(d.embedded[own], name(f.Type))
			}
		}
	case *ast.InterfaceType:
		if spec.Name.IsExported() && len(of.Methods.List) > 0 && len(of.Methods.List[0].Names) > 0 {
			if d.interfaces[pkg] == nil {
				d.interfaces[pkg] = map[string]string{}
			}
			d.interfaces[pkg][own] = of.Methods.List[0].Names[0].Name
		}
	}
}

func (d *declared) interfacesOf(pkg string) map[string]string { return d.interfaces[pkg] }

// wrappers are the types that hold penalties or kernels and are one themselves.
func (d *declared) wrappers() []string {
	var list []string
	for own := range d.fields {
		if d.holds(own) && (d.has(own, "Value") && d.has(own, "Prox") || d.has(own, "Eval") && d.has(own, "Mixed")) {
			list = append(list, own)
		}
	}
	slices.Sort(list)
	return list
}

func isWrapped(name string) bool { return name == "penalty.Penalty" || name == "kern.Kernel" }

// holds reports whether a type has a penalty or a kernel among its fields, or in a type
// that it embeds.
func (d *declared) holds(own string) bool {
	return slices.ContainsFunc(d.fields[own], isWrapped) || slices.ContainsFunc(d.embedded[own], d.holds)
}

// has reports whether a type has a method, its own or that of a type that it embeds.
func (d *declared) has(own, method string) bool {
	return isWrapped(own) || d.methods[own][method] || slices.ContainsFunc(d.embedded[own], func(e string) bool { return d.has(e, method) })
}
