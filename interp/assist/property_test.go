package assist

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// texts are cells to be cut anywhere: those of the tests, and what is no Go.
func texts() []string {
	list := append([]string{
		"%%time\nx := 1 +\n!ls %\n%vars",
		"func (t T[P]) m(a ...int) (b, c int) { defer func() { recover() }(); goto L; L: return }",
		"type T[P any, Q interface{ ~int | ~string }] struct { *P `tag`; f func(P) Q }\nvar v T[int, string]",
		"select { case x := <-c: f(x); case c <- 1: default: }\nfor range 3 {}\nswitch { case true: fallthrough; default: }",
		"import (\n\t. \"fmt\"\n\t_ \"os\"\n\tm \"math\"\n)\nPrintln(m.Pi)",
		"const (\n\ta, b = iota, 1 << iota\n\t_, _\n)\nx := [...]int{1: 2, 5: a}\ny := x[1:2:3]\n*(&y[0])++",
		"s := `raw\n‸\r\n` + \"\\u00e9😀\" + 'x'\n/* a\n comment */ // end",
		"x := func(a int) func() int { return func() int { return a } }(1)()\nif v, ok := any(x).(int); ok { _ = v } else if !ok { }",
	}, notebook...)
	for _, s := range situations {
		list = append(list, s.code)
	}
	return list
}

// checkPlaces completes and inspects at a cursor: nothing may panic, and what
// is to be replaced lies around the cursor, in whole characters.
func checkPlaces(t interface{ Errorf(string, ...any) }, a *Analyzer, code string, cursor int) {
	got := a.Complete(code, cursor)
	if got.Start > cursor || got.End < cursor || got.Start < 0 || got.End > len(code) ||
		utf8.ValidString(code) && !(utf8.ValidString(code[:got.Start]) && utf8.ValidString(code[got.End:])) {
		t.Errorf("%q at %d: the span is %d to %d", code, cursor, got.Start, got.End)
	}
	for _, e := range got.Entries {
		if strings.Contains(e.Text, placeholder) || strings.Contains(e.Signature, "ᐧ") || e.Kind == "" {
			t.Errorf("%q at %d: offers %+v", code, cursor, e)
		}
	}
	for detail := range 2 {
		if got := a.Inspect(code, cursor, detail); (got.Plain == "") != (got.Markdown == "") || strings.Contains(got.Plain, placeholder) {
			t.Errorf("%q at %d: tells %q and %q", code, cursor, got.Plain, got.Markdown)
		}
	}
}

// However a cell is cut, and wherever the cursor stands, there is an answer.
func TestAnyPrefix(t *testing.T) {
	a := newTestAnalyzer(t)
	for _, text := range texts() {
		for i := range text {
			checkPlaces(t, a, text[:i], i)
		}
		checkPlaces(t, a, text, len(text))
	}
}

func TestAnyText(t *testing.T) {
	a := newTestAnalyzer(t)
	words := strings.Fields("( ) { } [ ] . , ; := = := ... : \" ` ' // /* */ \\ % ! & * <- func type struct interface if else for range switch case " +
		"default select go defer return import const var map chan square spec Tile nvsd mat x 1 0x 1e 'a' \"s\" 😀 ᐧ \x00 \xff")
	words = append(words, "\n", "\r\n", "\t", " ")
	rapid.Check(t, func(t *rapid.T) {
		code := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 25).Draw(t, "words"), rapid.SampledFrom([]string{"", " "}).Draw(t, "between"))
		cursor := rapid.IntRange(0, len(code)).Draw(t, "cursor")
		for cursor < len(code) && !utf8.RuneStart(code[cursor]) {
			cursor++
		}
		checkPlaces(t, a, code, cursor)
	})
}

// A cursor outside the code or inside a character counts as one that is not.
func TestAnyCursor(t *testing.T) {
	a := newTestAnalyzer(t)
	for _, cursor := range []int{-1, 2, 3, 99} {
		code := "s😀"
		got := a.Complete(code, cursor)
		if got.Start < 0 || got.End > len(code) || !utf8.ValidString(code[:got.Start]) {
			t.Errorf("at %d the span is %d to %d", cursor, got.Start, got.End)
		}
		a.Inspect(code, cursor, 0)
	}
}

const benchCell = `d := data.Load("housing")
s := d.Split(data.Train(100), data.Valid(200), data.Seed(1))
spec := nvsd.Spec{
	Kernel:  kern.Gaussian{Width: kern.Mean20thNN},
	Penalty: penalty.Lasso{},
	Nu:      nvsd.Fixed(1e-2),
}
path := spec.Path(s.Train, 50)
model := path.Select(nvsd.ByValidation(s.Valid), nvsd.Ranked)
for i, name := range model.SelectedNames() {
	fmt.Println(i, strings.ToUpper(name))
}
model.Sc‸ore(s.Test)`

func BenchmarkComplete(b *testing.B) {
	a := newTestAnalyzer(b)
	code, cursor := at(benchCell)
	for b.Loop() {
		if len(a.Complete(code, cursor).Entries) == 0 {
			b.Fatal("nothing is offered")
		}
	}
}

// Without a prefix everything is offered.
func BenchmarkCompleteAnything(b *testing.B) {
	a := newTestAnalyzer(b)
	for b.Loop() {
		if len(a.Complete("", 0).Entries) < 100 {
			b.Fatal("too little is offered")
		}
	}
}

func BenchmarkInspect(b *testing.B) {
	a := newTestAnalyzer(b)
	code, cursor := at(benchCell)
	for b.Loop() {
		if a.Inspect(code, cursor, 1).Plain == "" {
			b.Fatal("nothing is told")
		}
	}
}
