package child

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
		{"fields", rt.Box(plain, v), "{x:1 Y:2}", ""},
		{"pointer", rt.Box(rt.Pointer(plain), &v), "&{x:1 Y:2}", ""},
		{"nil pointer", rt.Box(rt.Pointer(plain), (*point)(nil)), "<nil>", ""},
		{"String", rt.Box(text, v), "text", ""},
		{"String in a slice", rt.Box(rt.Slice(text), []point{v}), "[text]", ""},
		{"map", rt.Box(rt.Map(rt.Native((*string)(nil)), plain), map[string]point{"a": v}), "map[a:{x:1 Y:2}]", ""},
		{"function", rt.Box(rt.Func("func(main.point shown)", "func(main.point)", 0), func(point) {}), "func(main.point)", ""},
		{"channel", rt.Box(rt.Chan("chan", plain), make(chan point)), "chan main.point", ""},
		{"HTML", rt.Box(html, v), "{x:1 Y:2}", "<b>"},
		{"Report", rt.Box(reporter, v), "noted", "<p style=\"margin:0 0 .4em 0;text-align:left;opacity:.8\">noted</p>\n"},
		{"empty Report", rt.Box(silent, v), "{x:1 Y:2}", ""},
	} {
		b, err := display.Render(reveal(c.value))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := b.Data[display.MIMEText]; got != c.text {
			t.Errorf("%s: text %q, want %q", c.name, got, c.text)
		}
		if got, _ := b.Data[display.MIMEHTML].(string); got != c.html {
			t.Errorf("%s: HTML %q, want %q", c.name, got, c.html)
		}
	}
}

// A slice of a cell's structs is shown as the table that a compiled one is.
func TestRevealRecords(t *testing.T) {
	got, err := display.Render(reveal(rt.Box(rt.Slice(pointType(nil)), []point{{1, 2}, {3, 4}})))
	if err != nil {
		t.Fatal(err)
	}
	type point struct{ x, Y int }
	want, err := display.Render([]point{{1, 2}, {3, 4}})
	if err != nil {
		t.Fatal(err)
	}
	for _, mime := range []string{display.MIMEText, display.MIMEHTML} {
		if got.Data[mime] != want.Data[mime] {
			t.Errorf("%s: %v, want %v", mime, got.Data[mime], want.Data[mime])
		}
	}
}
