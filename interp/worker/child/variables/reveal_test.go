package variables

import (
	"fmt"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// point is how the interpreter holds a value of type point struct{ x, Y int }.
type point struct {
	Fx int
	Y  int
}

func pointType(methods map[string]any) *rt.Type {
	i := rt.Native((*int)(nil))
	t := rt.Named(fmt.Sprintf("main.point%p", &methods), "main.point")
	t.Is(rt.Struct(rt.Field{Name: "x", Raw: "Fx", Type: i}, rt.Field{Name: "Y", Raw: "Y", Type: i}))
	t.Methods()
	for name, f := range methods {
		t.Has(name, "", f)
	}
	t.Done()
	return t
}

func TestReveal(t *testing.T) {
	rt.Exports(symbols.Interfaces()) // for the wrappers
	plain := pointType(nil)
	text := pointType(map[string]any{"String": func(any) string { return "text" }})
	html := pointType(map[string]any{"HTML": func(any) string { return "<b>" }})
	reporter := pointType(map[string]any{"Report": func(any) report.Report { return report.Report{report.Table{Notes: []string{"noted"}}} }})
	silent := pointType(map[string]any{"Report": func(any) report.Report { return nil }})
	v := point{1, 2}
	for _, c := range []struct {
		name       string
		value      any
		text, html string
	}{
		{"compiled", 3, "3", ""},
		{"fields", rt.Box(plain, v), "{x:1 Y:2}", "any"},
		{"pointer", rt.Box(rt.Pointer(plain), &v), "&{x:1 Y:2}", "any"},
		{"nil pointer", rt.Box(rt.Pointer(plain), (*point)(nil)), "<nil>", ""},
		{"String", rt.Box(text, v), "text", ""},
		{"String in a slice", rt.Box(rt.Slice(text), []point{v}), "[text]", ""},
		{"map", rt.Box(rt.Map(rt.Native((*string)(nil)), plain), map[string]point{"a": v}), "map[a:{x:1 Y:2}]", "any"},
		{"function", rt.Box(rt.Func("func(main.point shown)", "func(main.point)", 0), func(point) {}), "func(main.point)", ""},
		{"channel", rt.Box(rt.Chan("chan", plain), make(chan point)), "chan main.point", ""},
		{"HTML", rt.Box(html, v), "{x:1 Y:2}", "<b>"},
		{"Report", rt.Box(reporter, v), "noted", "<p style=\"margin:0 0 .4em 0;text-align:left;opacity:.8\">noted</p>\n"},
		{"empty Report", rt.Box(silent, v), "{x:1 Y:2}", "any"},
	} {
		b, err := display.Render(Reveal(c.value))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := b.Data[display.MIMEText]; got != c.text {
			t.Errorf("%s: text %q, want %q", c.name, got, c.text)
		}
		if got, _ := b.Data[display.MIMEHTML].(string); c.html != "any" && got != c.html {
			t.Errorf("%s: HTML %q, want %q", c.name, got, c.html)
		}
	}
}

// What is made of values of a cell's types is shown by the names that the cell has given, with
// the methods of the values in it.
func TestRevealParts(t *testing.T) {
	rt.Exports(symbols.Interfaces()) // for the wrappers
	text := func(any) string { return "text" }
	plain, printed := pointType(nil), pointType(map[string]any{"String": text})
	key := rt.Native((*string)(nil))
	named := rt.Named("main.temperature", "main.temperature")
	named.Is(rt.Native((*float64)(nil)))
	p, q := point{1, 2}, point{3, 4}
	const header = "|  | x | Y |\n| --: | --: | --: |\n"
	for _, c := range []struct {
		name  string
		value any
		want  string
	}{
		{"struct", rt.Box(plain, p), "**point**\n\n- **x**: 1\n- **Y**: 2\n"},
		{"slice", rt.Box(rt.Slice(plain), []point{p, q}), "**\\[\\]point, 2 elements**\n\n" + header + "| 0 | 1 | 2 |\n| 1 | 3 | 4 |\n"},
		{"pointers", rt.Box(rt.Slice(rt.Pointer(plain)), []*point{&p, nil}), "**\\[\\]\\*point, 2 elements**\n\n" + header + "| 0 | 1 | 2 |\n| 1 |  |  |\n"},
		{"map", rt.Box(rt.Map(key, printed), map[string]point{"a": p}), "**map\\[string\\]point, 1 entry**\n\n| key | value |\n| :-- | :-- |\n| a | text |\n"},
		{"map of any", map[string]any{"a": rt.Box(plain, p)}, "**map\\[string\\]any, 1 entry**\n\n| key | x | Y |\n| :-- | --: | --: |\n| a | 1 | 2 |\n"},
		{"numbers", rt.Box(rt.Map(key, named), map[string]float64{"a": 1.5}), "**map\\[string\\]temperature, 1 entry**\n\n| key | value |\n| :-- | --: |\n| a | 1.500 |\n"},
	} {
		b, err := display.Render(Reveal(c.value))
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Data[display.MIMEMarkdown]; got != c.want {
			t.Errorf("%s: it is shown as\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}
