package assist

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// Each is a cell with its cursor, and what should be offered first, with its
// kind; then what else is looked at.
var situations = []struct {
	code  string
	first string // "" where nothing should be offered
	kind  repl.CompletionKind
	check string // "+x": x is offered too; "-x": it is not; "sig=…": the signature of the first
}{
	// Packages, known without an import, and their members.
	{"nv‸", "nvsd", "package", "sig=github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"},
	{"str‸", "strconv", "package", "+strings"},
	{"pen‸", "penalty", "package", ""},
	{"fmt.Printl‸", "Println", "function", "sig=(a ...any) (n int, err error)"},
	{"fmt.printl‸", "Println", "function", ""},
	{"math.Sq‸", "Sqrt", "function", "-sqrt"},
	{"math.P‸", "Phi", "const", "+Pi;+Pow"},
	{"mat.NewD‸", "NewDense", "function", "+NewDiagDense"},
	{"mat.Den‸", "Dense", "type", "sig=struct"},
	{"kern.Ga‸", "Gaussian", "type", ""},
	{"data.‸", "AISTATS", "type", "+CSV;+Load"},
	{"sort.Fl‸", "Float64Slice", "type", "+Float64s"},
	{"time.Sec‸", "Second", "const", "sig=time.Duration = 1000000000"},
	{"os.Arg‸", "Args", "variable", "sig=[]string"},
	{"import r \"math/rand/v2\"\nr.IntN‸", "IntN", "function", ""},
	{"x := strings.Bui‸", "Builder", "type", ""},

	// Members of values: of the cells', compiled, promoted, of calls.
	{"square.‸", "Area", "method", "+Side;+label;+Grow"},
	{"square.S‸", "Side", "field", "sig=float64"},
	{"square.la‸", "label", "field", ""},
	{"square.area‸", "Area", "method", "sig=() float64"},
	{"tile.Ar‸", "Area", "method", ""},
	{"tile.‸", "Colour", "field", "+Side;+Area;+Grow"},
	{"tile.Next.Next.Col‸", "Colour", "field", ""},
	{"squares[0].Si‸", "Side", "field", ""},
	{"byName[\"a\"].‸", "Area", "method", "-Grow"},
	{"pair.V‸", "Value", "field", "sig=int"},
	{"diabetes.Desc‸", "Describe", "method", ""},
	{"spec.Fi‸", "Fit", "method", "-Penalty"},
	{"m.At‸", "At", "method", "sig=(i int, j int) float64"},
	{"m.T().Di‸", "Dims", "method", ""},
	{"data.Load(\"iris\").Spl‸", "Split", "method", ""},
	{"spec.Fit(diabetes, nvsd.TauFrac(0.5)).Sco‸", "Score", "method", ""},
	{"Square.A‸", "Area", "method", "-Side"},
	{"areaOf(square).‸", "", "", ""},
	{"undefined.‸", "", "", ""},
	{"Shape(square).‸", "Area", "method", "-Side"},

	// The lines above in the same cell, functions, blocks.
	{"d := data.Load(\"x\")\nd.Descr‸", "Describe", "method", ""},
	{"s := diabetes.Split(data.Train(10))\ns.Tr‸", "Train", "field", ""},
	{"words := []string{}\nfor _, w := range words {\n\tif w‸", "w", "variable", "+words;sig=string"},
	{"func f(alpha int, beta string) {\n\tal‸", "alpha", "variable", "sig=int"},
	{"func f(a Square) {\n\tb := a\n\tb.Si‸\n}\nfunc g() {}", "Side", "field", ""},
	{"type New struct{ Width, Height int }\nn := New{}\nn.W‸", "Width", "field", ""},
	{"f := func(q *Tile) {\n\tq.Col‸", "Colour", "field", ""},
	{"if v, ok := byName[\"a\"]; ok {\n\tv.Si‸", "Side", "field", ""},
	{"if total := 1; tot‸", "total", "variable", ""},
	{"switch s := Shape(square).(type) {\ncase Square:\n\ts.Si‸", "Side", "field", ""},
	{"lat‸\nfunc later() int { return 1 }", "later", "function", "sig=() int"},
	{"x := 1\n{\n\txyz := 2\n}\nx‸", "x", "variable", "-xyz"},
	{"func h() {\n\tcou‸", "count", "variable", ""},
	{"broken := (\nx y z\n)\nsquare.Si‸", "Side", "field", ""},
	{"s := 'abc\nsquare.Si‸", "Side", "field", ""},
	{"func (s Square) Twice() float64 {\n\treturn 2 * s.Si‸", "Side", "field", ""},

	// What is wanted comes first.
	{"paint(&tile, ‸", "colour", "variable", ""},
	{"paint(&ti‸", "tile", "variable", ""},
	{"areaOf(s‸", "square", "variable", "+spec"},
	{"var c Colour = ‸", "colour", "variable", ""},
	{"colour = G‸", "Green", "const", ""},
	{"switch colour {\ncase R‸", "Red", "const", ""},
	{"done <- ‸", "colour", "variable", ""},
	{"if colour == ‸", "colour", "variable", ""},
	{"func f() Colour {\n\treturn ‸", "colour", "variable", ""},
	{"squares = append(squares, s‸", "square", "variable", "+squares"},
	{"byName[\"a\"] = s‸", "square", "variable", ""},
	{"Tile{Colour: ‸", "colour", "variable", ""},
	{"nvsd.Spec{Penalty: pen‸", "penalty.ElasticNet", "type", "+penalty;+penalty.Lasso"},
	{"nvsd.Spec{Penalty: Lass‸", "penalty.Lasso", "type", ""},
	{"nvsd.Spec{Nu: Fix‸", "nvsd.Fixed", "function", ""},
	{"spec.Fit(d‸", "diabetes", "variable", ""},
	{"spec.Fit(diabetes, nvsd.‸", "Tau", "function", ""},
	{"p := spec.Path(diabetes, 50)\np.Select(nvsd.‸", "ByCrossValidation", "function", "+Ranked"},
	{"spec.Fit(diabetes, ‸", "nvsd.Tau", "function", ""},
	{"time.Sleep(2 * Sec‸", "time.Second", "const", ""},
	{"solve.ADMM{Inner: ‸", "solve.ConjugateGradients", "const", "+solve.Eigen;-display.MIMEHTML;-viz.NormsAxis"},

	// Keys of literals.
	{"nvsd.Spec{Ker‸", "Kernel: ", "field", "sig=kern.Kernel"},
	{"nvsd.Spec{\n\tKernel: kern.Linear{},\n\t‸", "Scale: ", "field", "-Kernel: "},
	{"x := Square{‸", "Side: ", "field", "+label: "},
	{"x := Square{Si‸: 3}", "Side", "field", ""},
	{"x := []Tile{{Col‸", "Colour: ", "field", ""},
	{"x := &Tile{N‸", "Next: ", "field", ""},

	// Types where types stand.
	{"var x Sq‸", "Square", "type", "-square"},
	{"func f(s Sq‸", "Square", "type", ""},
	{"x := make(map[string]Ti‸", "Tile", "type", ""},
	{"type T struct {\n\tx *mat.De‸", "Dense", "type", "-DenseCopyOf"},
	{"var x fl‸", "float32", "type", "+float64"},
	{"x := make(Sq‸", "Square", "type", ""},

	// The language.
	{"ret‸", "return", "keyword", ""},
	{"fo‸", "for", "keyword", ""},
	{"for i := ra‸", "range", "keyword", ""},
	{"if true {\n} el‸", "else", "keyword", ""},
	{"app‸", "append", "function", ""},
	{"le‸", "len", "function", ""},
	{"ct‸", "ctx", "variable", "sig=context.Context"},
	{"x := count‸", "count", "variable", ""},

	// Imports, paths, magics.
	{"import \"gonum.org/v1/gonum/ma‸\"", "gonum.org/v1/gonum/mat", "path", ""},
	{"import (\n\t\"fmt\"\n\t\"math/ra‸", "math/rand", "path", "+math/rand/v2"},
	{"import \"distu‸", "gonum.org/v1/gonum/stat/distuv", "path", ""},
	{"data.CSV(\"hou‸\")", "housing.csv", "path", ""},
	{"data.CSV(\"data/‸", "iris.csv", "path", "+wine.csv"},
	{"data.CSV(\"da‸", "data/", "path", ""},
	{"fmt.Println(\"hello wor‸", "", "", ""},
	{"%ti‸", "%time", "magic", "+%timeit;-%%time"},
	{"%%‸", "%%time", "magic", "-%vars"},
	{"%time square.Si‸", "Side", "field", ""},
	{"%%time\nsquare.Si‸", "Side", "field", ""},
	{"%load hou‸", "housing.csv", "path", ""},
	{"%load ‸", "count me.go", "path", "+data/;+housing.csv;-nvsd"},
	{"x := 1\n%run  co‸", "count me.go", "path", "-count"},
	{"%run count m‸", "count me.go", "path", ""},
	{"%cd data/‸", "iris.csv", "path", ""},
	{"import \"./da‸\"", "data", "path", "-database/sql"},
	{"import \"./‸", "data", "path", "-housing.csv"},
	{"x := 1\n?square.Si‸", "Side", "field", ""},
	{"?? square.Si‸", "Side", "field", ""},
	{"square.Si‸??", "Side", "field", ""},
	{"?%ti‸", "%time", "magic", ""},
	{"s := `\n?square.Si‸`", "", "", ""},
	{"!cat da‸", "data/", "path", ""},

	// Nothing, where nothing can be said.
	{"// squ‸", "", "", ""},
	{"x := 1.‸", "", "", ""},
	{"x := 'a‸", "", "", ""},
	{"func na‸", "", "", ""},
	{"type na‸", "", "", ""},
	{"nosuchname‸", "", "", ""},
	{"s := \"😀😀\"\nsquare.Si‸", "Side", "field", ""},
}

func TestComplete(t *testing.T) {
	a := newTestAnalyzer(t)
	for _, s := range situations {
		code, cursor := at(s.code)
		got := a.Complete(code, cursor)
		if got.Start < 0 || got.Start > cursor || got.End < cursor || got.End > len(code) {
			t.Errorf("%q: the span is %d to %d, the cursor at %d of %d", s.code, got.Start, got.End, cursor, len(code))
		}
		offered := map[string]bool{}
		for _, e := range got.Entries {
			offered[e.Text] = true
		}
		var first repl.Completion
		if len(got.Entries) > 0 {
			first = got.Entries[0]
		}
		if first.Text != s.first || first.Kind != s.kind {
			t.Errorf("%q: first comes %+v of %d, want %s %s", s.code, first, len(got.Entries), s.kind, s.first)
		}
		for check := range strings.SplitSeq(s.check, ";") {
			switch {
			case strings.HasPrefix(check, "sig="):
				if first.Signature != check[4:] {
					t.Errorf("%q: the signature is %q, want %q", s.code, first.Signature, check[4:])
				}
			case check != "" && offered[check[1:]] != (check[0] == '+'):
				t.Errorf("%q: %s is offered: %v", s.code, check[1:], offered[check[1:]])
			}
		}
	}
}
