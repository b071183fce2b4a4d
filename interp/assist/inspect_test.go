package assist

import (
	"strings"
	"testing"
)

func TestInspect(t *testing.T) {
	a := newTestAnalyzer(t)
	for _, c := range []struct {
		code   string
		detail int
		want   string // parts of the plain text, one a line; "-x" must not be there; "" for nothing at all
	}{
		{"fmt.Print‸ln(\"a\")", 0, "func Println(a ...any) (n int, err error)\npackage fmt\nSpaces are always added between operands"},
		{"fmt.Println(‸", 0, "func Println("},
		{"fmt.Println(\"a‸bc\", 1)", 0, "func Println("},
		{"fmt.Println(\"abc\", ‸)", 0, "func Println("},
		{"fmt.Println(\"abc\")‸", 0, "func Println("},
		{"fmt.Println(strings.ToUpper(‸", 0, "func ToUpper(s string) string"},
		{"fmt.Println(square‸", 0, "var square Square\nvalue: {Side:2}\nSquare is a shape."},
		{"fm‸t", 0, "package fmt\nPackage fmt implements formatted I/O"},
		{"fm‸t.Println()", 0, "package fmt\nPackage fmt implements formatted I/O"},
		{"mat.Den‸se", 0, "type mat.Dense struct\nfunc (*mat.Dense) At(i int, j int) float64\nDense is a dense matrix"},
		{"m.A‸t(1, 1)", 0, "func (*mat.Dense) At(\nAt returns the element"},
		{"math.P‸i", 0, "const Pi = 3.14"},
		{"os.Arg‸s", 0, "var Args []string\nArgs hold the command-line arguments"},

		// Of nvsd: as cells call it, the formula and an example.
		{"spec.Fi‸t(diabetes, nvsd.TauFrac(0.5))", 0, "func (nvsd.Spec) Fit(train *data.Frame, tau nvsd.TauChoice) *nvsd.Model Fit fits\nExample:\nspec.Fit(ctx"},
		{"diabetes.WriteCS‸V()", 0, "WriteCSV(path string) WriteCSV\n-error WriteCSV"},
		{"data.CS‸V()", 0, "func CSV(path string, opts ...data.ReadOption) *data.Frame CSV reads"},
		{"nvsd.Spe‸c{}", 0, "func (nvsd.Spec) Path(train *data.Frame, count int) *nvsd.Path"},
		{"func mine(ctx context.Context, n int) error { return nil }\nmin‸e(ctx, 3)", 0, "func mine(ctx context.Context, n int) error"},
		{"spec.Fit(‸diabetes, nvsd.TauFrac(0.5))", 0, "var diabetes *data.Frame\n-Fit("},
		{"spec.Fit(diabetes, ‸)", 0, "func (nvsd.Spec) Fit("},
		{"kern.Gauss‸ian{}", 0, "type kern.Gaussian struct\nWidth kern.Width\nexp(-||x-z||^2"},
		{"kern.Gaussian{Wid‸th: 1}", 0, "field Width kern.Width"},
		{"nvsd.Spec{Penal‸ty: penalty.Lasso{}}", 0, "field Penalty penalty.Penalty"},
		{"nv‸sd", 0, "package nvsd\nd_1 f\nA Spec says everything\nExample:"},

		{"?fmt.Print‸ln", 0, "func Println("},
		{"x := 1\n%ti‸me square", 0, "says how long"},
		{"%time squ‸are", 0, "var square Square"},
		{"%tim‸", 0, ""},
		{"%run squ‸are", 0, ""},
		{"x := 1\nfmt.Print‸ln??", 0, "func Println("},

		// Of the cells: their own comments, and the source on the second level.
		{"area‸Of(square)", 0, "func areaOf(shapes ...Shape) float64\nareaOf adds up areas.\ndeclared in In[3]\n-range shapes"},
		{"area‸Of(square)", 1, "areaOf adds up areas.\nfor _, s := range shapes {\n// of each"},
		{"areaOf(‸", 1, "func areaOf(\nrange shapes"},
		{"square.Ar‸ea()", 1, "func (Square) Area() float64\nArea is the square of the side.\nreturn s.Side * s.Side"},
		{"tile.Ar‸ea()", 0, "func (Square) Area() float64\nArea is the square of the side."},
		{"square.Si‸de", 0, "field Side float64\nin metres"},
		{"tile.Si‸de", 0, "in metres"},
		{"Squ‸are{}", 0, "type Square struct\nSide float64 // in metres\nlabel string\nfunc (*Square) Grow(by float64)\nIt has four sides.\ndeclared in In[2]"},
		{"Re‸d", 0, "const Red Colour = 0\nlike a rose"},
		{"pair‸", 0, "var pair Pair[string, int]"},
		{"byName‸", 0, "var byName map[string]Square"},
		{"// Twice doubles.\nfunc Twice(x int) int { return 2 * x }\nTwi‸ce(2)", 1, "func Twice(x int) int\nTwice doubles.\nreturn 2 * x\n-declared in"},
		{"func f(alpha int) {\n\talph‸a++\n}", 0, "var alpha int"},
		{"square := \"text\"\nsqu‸are", 0, "var square string\n-value"},

		{"for i, na‸me := range []string{} {\n\t_, _ = i, name\n}", 0, "var name string"},
		{"nam‸e := \"x\"", 0, "var name string"},
		{"var k kern.Kernel\nk.Ev‸al(nil, nil)", 0, "Eval(x []float64, z []float64) float64"},
		{"x := nvsd.Spec{‸", 0, "type nvsd.Spec struct\nPenalty penalty.Penalty // P\nA Spec declares a fit."},
		{"x := Square{Side: 1, ‸}", 0, "type Square struct"},
		{"x := Square{1 + ‸}", 0, "type Square struct"},
		{"le‸n(squares)", 0, "func len\nThe len built-in function returns the length"},
		{"ct‸x", 0, "var ctx context.Context\nthe context of the cell"},
		{"nosuch‸name", 0, ""},
		{"func‸", 0, ""},
		{"‸", 0, ""},
		{"x := (1 + ‸", 0, ""},
	} {
		code, cursor := at(c.code)
		got := a.Inspect(code, cursor, c.detail)
		if (got.Plain == "") != (c.want == "") || (got.Markdown == "") != (c.want == "") {
			t.Errorf("%q: got %q and %q, want %q", c.code, got.Plain, got.Markdown, c.want)
			continue
		}
		flat := strings.Join(strings.Fields(got.Plain), " ")
		for part := range strings.SplitSeq(c.want, "\n") {
			text, without := strings.CutPrefix(part, "-")
			if strings.Contains(flat, text) == without {
				t.Errorf("%q: whether there is %q should be %v\n%s", c.code, text, !without, got.Plain)
			}
		}
	}
}

func TestInspectMarkdown(t *testing.T) {
	a := newTestAnalyzer(t)
	code, cursor := at("area‸Of(square)")
	want := "```go\nfunc areaOf(shapes ...Shape) float64\n```\n\nareaOf adds up areas.\n\nDeclared in In[3]."
	if got := a.Inspect(code, cursor, 0).Markdown; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	code, cursor = at("spec.Fi‸t(")
	got := a.Inspect(code, cursor, 0).Markdown
	for _, part := range []string{"```go\nfunc (nvsd.Spec) Fit(", "`import \"" + module + "stdlib/nvsd\"`", "**Example**\n\n```go\n"} {
		if !strings.Contains(got, part) {
			t.Errorf("no %q in\n%s", part, got)
		}
	}
}
