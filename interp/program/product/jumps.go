package product

import (
	"fmt"
	"strings"
)

// breakable are statements that a label can have, with a place for what is in them.
var breakable = []struct{ name, text string }{
	{"for", "for n < 40 {\nn++\n$B\n}"},
	{"for.clauses", "for i := 0; i < 3; i++ {\nn += i\n$B\n}"},
	{"for.ever", "for {\nif n++; n > 30 {\nbreak\n}\n$B\n}"},
	{"range.int", "for i := range 3 {\nn += i\n$B\n}"},
	{"range.slice", "for _, v := range []int{1, 2, 3} {\nn += v\n$B\n}"},
	{"range.array", "for i := range [3]int{} {\nn += i\n$B\n}"},
	{"range.string", "for _, r := range \"a\\u00e9\" {\nn += int(r)\n$B\n}"},
	{"range.map", "for k := range map[int]int{3: 1} {\nn += k\n$B\n}"},
	{"range.channel", "c := chanOf(1, 2)\nclose(c)\n$L\nfor v := range c {\nn += v\n$B\n}"},
	{"range.func", "for v := range func(yield func(int) bool) { _ = yield(1) && yield(2) } {\nn += v\n$B\n}"},
	{"switch", "switch n {\ncase 90:\nn++\ndefault:\nn += 2\n$B\n}"},
	{"switch.bool", "switch {\ncase n < 20:\nn += 3\n$B\nn++\nfallthrough\ncase n == 99:\nn += 4\n}"},
	{"switch.type", "switch v := any(n).(type) {\ncase int:\nn += v + 1\n$B\n}"},
	{"select", "select {\ncase v := <-chanOf(3):\nn += v\n$B\n}"},
	{"select.default", "select {\ndefault:\nn += 3\n$B\n}"},
	{"block", "{\nn += 2\n$B\n}"},
	{"if", "if n < 20 {\nn += 2\n$B\n} else {\nn = 77\n}"},
	{"if.else", "if n > 50 {\nn = 66\n} else if n < 20 {\nn += 2\n$B\n}"},
	{"statement", "n += 2"},
}

// jumps leave the statement, or go to its label.
var jumps = []struct{ name, inside, after string }{
	{"none", "show(n)", ""},
	{"break", "if n > 2 {\nbreak label\n}", ""},
	{"continue", "if n > 2 {\ncontinue label\n}\nn += 5", ""},
	{"goto.inside", "if n < 12 {\nn++\ngoto label\n}", ""},
	{"goto.after", "", "if n < 15 {\nn += 4\ngoto label\n}"},
	{"goto.after.else", "n++", "if n > 15 {\nshow(n)\n} else {\nn += 4\ngoto label\n}"},
	{"goto.after.switch", "", "switch {\ncase n < 15:\nn += 4\ngoto label\n}"},
	{"goto.after.loop", "", "for range 2 {\nif n < 15 {\nn += 4\ngoto label\n}\n}"},
	{"goto.out", "if n > 2 {\ngoto end\n}", ""},
	{"break.plain", "if n > 2 {\nbreak\n}\nn++", ""},
	{"break.inner.for", "for {\nn++\nif n > 9 {\nbreak label\n}\n}", ""},
	{"continue.inner.for", "for {\nn++\ncontinue label\n}", ""},
	{"break.inner.switch", "switch {\ncase n > 1:\nn++\nbreak label\n}\nn += 7", ""},
	{"continue.inner.switch", "switch n {\ncase 90:\ndefault:\nn++\ncontinue label\n}\nn += 7", ""},
	{"break.inner.select", "select {\ncase <-chanOf(1):\nn++\nbreak label\n}\nn += 7", ""},
	{"continue.inner.func", "for v := range func(yield func(int) bool) { _ = yield(1) && yield(2) } {\nif n += v; n > 3 {\ncontinue label\n}\n}\nn += 7", ""},
	{"break.inner.func", "for v := range func(yield func(int) bool) { _ = yield(1) && yield(2) } {\nif n += v; n > 3 {\nbreak label\n}\n}\nn += 7", ""},
	{"return", "if n > 2 {\nreturn n, \"inside\"\n}", ""},
	{"return.func", "for v := range func(yield func(int) bool) { _ = yield(1) && yield(2) } {\nif n += v; n > 3 {\nreturn n, \"inside\"\n}\n}", ""},
	{"goto.second", "", "if n < 9 {\nn++\ngoto label\n}\nsecond:\nif n++; n < 12 {\ngoto second\n}\nif n < 15 {\ngoto label\n}"},
	{"captured", "f := func() { n++ }\nif f(); n < 9 {\ngoto label\n}", ""},
	{"deferred", "defer func() { show(n) }()", "if n < 15 {\nn += 4\ngoto label\n}"},
}

// homes are places in which a labelled statement can stand.
var homes = []struct{ name, text string }{
	{"function", "$X"},
	{"block", "{\n$X\n}"},
	{"if", "if n < 5 {\n$X\n}"},
	{"for", "for range 2 {\n$X\n}"},
	{"for.captured", "var l []func() int\nfor i := range 2 {\n$X\nl = append(l, func() int { return i + n })\n}\nfor _, f := range l {\nshow(f())\n}"},
	{"switch", "switch n {\ncase 0, 1:\n$X\ndefault:\nshow(8)\n}"},
	{"switch.type", "switch any(n).(type) {\ncase int:\n$X\n}"},
	{"select", "select {\ncase v := <-chanOf(1):\nn = v\n$X\n}"},
	{"range.func", "for v := range func(yield func(int) bool) { _ = yield(1) && yield(0) } {\nn += v\n$X\n}"},
	{"literal", "n, s = func() (int, string) {\n$X\nreturn n, \"literal\"\n}()"},
}

// Jumps are the labelled statements with each jump, in each home. Those that are
// correct Go end.
func Jumps() []Case {
	var list []Case
	for _, h := range homes {
		for _, s := range breakable {
			for _, j := range jumps {
				name := fmt.Sprintf("jump.%s/%s/%s", h.name, j.name, s.name)
				text := strings.ReplaceAll(s.text, "$B", j.inside)
				label := "label:"
				if !strings.Contains(j.inside+j.after, "label") {
					label = ""
				}
				if strings.Contains(text, "$L") {
					text = strings.Replace(text, "$L", label, 1)
				} else {
					text = label + "\n" + text
				}
				text += "\n" + j.after
				if j.name == "goto.out" {
					text += "\nn = 50\nend:\nn++"
				}
				body := strings.ReplaceAll(h.text, "$X", text)
				f := "jump" + id(name)
				list = append(list, Case{
					Name: name, Context: "jump." + h.name, Kind: j.name,
					Decl: "func " + f + "(n int) (int, string) {\ns := \"end\"\n" + body + "\nreturn n, s\n}",
					Body: "show(" + f + "(0))\nshow(" + f + "(1))",
				})
			}
		}
	}
	return list
}
