package product

import (
	"fmt"
	"regexp"
	"strings"
)

// ordered are statements with operands of which Go fixes the order: <a:x> is the
// operand x, which says that it is evaluated.
var ordered = []struct{ name, text string }{
	{"call", "show(<a:1>, <b:2>, <c:\"s\">)"},
	{"call.nested", "show(ident(<a:1>), second(<b:2>, <c:3>), <d:4>)"},
	{"call.function", "<a:func(x, y int) { show(x, y) }>(<b:1>, <c:2>)"},
	{"call.method", "show(<a:P{1, 2}>.Sum(), <b:&P{3, 4}>.Scaled(<c:2>))"},
	{"call.interface", "show(<a:Shape(Sq{2})>.Area(), <b:1>)"},
	{"call.variadic", "show(total(<a:1>, <b:2>), <c:3>)"},
	{"call.spread", "show(<a:1>, total(<b:[]int{1, 2}>...))"},
	{"call.compiled", "fmt.Println(strings.Repeat(<a:\"ab\">, <b:2>), <c:3>)"},
	{"call.conversions", "show(N(<a:1>), []byte(<b:\"b\">), any(<c:2.5>))"},
	{"binary", "show(<a:1> + <b:2>*<c:3> - <d:4>)"},
	{"binary.compare", "show(<a:1> < <b:2>, <c:\"x\"> == <d:\"y\">)"},
	{"binary.and", "show(<a:true> && <b:false> && <c:true>)"},
	{"binary.or", "show(<a:false> || <b:true> || <c:true>)"},
	{"binary.mixed", "show(<a:false> && <b:true> || <c:true> && <d:false>, <e:1>)"},
	{"binary.not", "show(!(<a:true> && <b:false>) && <c:true>)"},
	{"binary.shift", "show(<a:1> << <b:uint(3)>)"},
	{"index.fails", "show(<a:[]int{1}>[<b:3>])"},
	{"index", "show(<a:[]int{1, 2}>[<b:1>], <c:map[string]int{\"k\": 1}>[<d:\"k\">])"},
	{"slice", "show(<a:[]int{1, 2, 3}>[<b:0>:<c:1>:<d:2>])"},
	{"slice.string", "show(<a:\"string\">[<b:1>:<c:3>])"},
	{"literal.slice", "show([]int{<a:1>, 3: <b:2>, <c:3>})"},
	{"literal.array", "show([...]string{<a:\"x\">, <b:\"y\">})"},
	{"literal.struct", "show(P{Y: <a:1>, X: <b:2>})"},
	{"literal.map", "show(len(map[string]int{<a:\"x\">: <b:1>, <c:\"y\">: <d:2>}))"},
	{"literal.nested", "show([]P{{<a:1>, <b:2>}, {X: <c:3>}})"},
	{"assign.define", "x, y := <a:1>, <b:2>\nshow(x, y)"},
	{"assign.parallel", "x, y := 1, 2\nx, y = <a:y>, <b:x>\nshow(x, y)"},
	{"assign.slice", "l := []int{1, 2, 3}\nl[<a:1>] = <b:5>\nshow(l)"},
	{"assign.slice.of.call", "l := []int{1, 2, 3}\n<a:l>[<b:1>] = <c:5>\nshow(l)"},
	{"assign.several", "l, m := []int{1, 2}, map[string]int{}\nl[<a:1>], m[<b:\"k\">] = <c:5>, <d:6>\nshow(l, m)"},
	{"assign.deref", "x := 1\n*<a:&x> = <b:5>\nshow(x)"},
	{"assign.field", "p := &P{}\n<a:p>.X, <b:p>.Y = <c:5>, <d:6>\nshow(*p)"},
	{"assign.map", "m := map[string]int{}\n<a:m>[<b:\"k\">] = <c:1>\nshow(m)"},
	{"assign.map.nil", "var m map[string]int\nm[<a:\"k\">] = <b:1>"},
	{"assign.slice.out", "var l []int\nl[<a:2>] = <b:1>"},
	{"assign.nil", "var p *P\np.X = <a:1>"},
	{"assign.op", "l := []int{1, 2}\n<a:l>[<b:1>] += <c:3>\nshow(l)"},
	{"assign.op.map", "m := map[string]int{\"k\": 1}\n<a:m>[<b:\"k\">] += <c:3>\nshow(m)"},
	{"assign.inc", "l := []int{1, 2}\n<a:l>[<b:1>]++\nshow(l)"},
	{"assign.call.several", "l := make([]int, 3)\nl[<a:1>], l[<b:2>] = two(<c:5>)\nshow(l)"},
	{"assign.commaok", "m := map[string]bool{}\nx := 0\nx, m[<a:\"ok\">] = <b:map[int]int{1: 2}>[<c:1>]\nshow(x, m)"},
	{"assign.append", "l := append(<a:[]int{1}>, <b:2>, <c:3>)\nshow(l)"},
	{"assign.copy", "l := []int{1, 2}\nshow(copy(<a:l>, <b:[]int{7}>), l)"},
	{"assign.make", "show(cap(make([]int, <a:1>, <b:2>)))"},
	{"assign.min", "show(min(<a:3>, <b:2>), max(<c:1>, <d:5>))"},
	{"assign.complex", "show(complex(<a:1.5>, <b:2.5>))"},
	{"receive", "show(<-<a:chanOf(1)>, <b:2>, <-<c:chanOf(3)>)"},
	{"send", "c := make(chan int, 1)\n<a:c> <- <b:4>\nshow(<-c)"},
	{"assert", "show(<a:any(1)>.(int), <b:any(\"s\")>.(string))"},
	{"assert.fails", "show(<a:any(1)>.(string))"},
	{"if", "if x := <a:1>; x == <b:1> && <c:false> {\nshow(1)\n} else if <d:true> {\nshow(2)\n}"},
	{"for", "for i := <a:0>; i < <b:2>; i += <c:1> {\nshow(i)\n}"},
	{"range", "for i, x := range <a:[]int{4, 5}> {\nshow(<b:i>, x)\n}"},
	{"range.int", "for i := range <a:2> {\nshow(<b:i>)\n}"},
	{"switch", "switch <a:2> {\ncase <b:1>, <c:2>:\nshow(\"two\")\ncase <d:3>:\n}"},
	{"switch.default", "switch x := <a:9>; x {\ndefault:\nshow(\"other\")\ncase <b:1>:\ncase <c:2>:\n}"},
	{"switch.bool", "switch {\ncase <a:false>, <b:true>:\nshow(1)\ncase <c:true>:\n}"},
	{"switch.type", "switch x := <a:any(3)>.(type) {\ncase int:\nshow(<b:x>)\n}"},
	{"select", "select {\ncase <a:(chan int)(nil)> <- <b:1>:\ncase <c:make(chan int, 1)> <- <d:2>:\nshow(\"sent\")\n}"},
	{"select.receive", "select {\ncase x := <-<a:chanOf(7)>:\nshow(x)\ncase <b:(chan int)(nil)> <- <c:1>:\n}"},
	{"defer", "func() {\ndefer <a:func(x int) { show(x) }>(<b:1>)\nshow(2)\n}()"},
	{"defer.method", "func() {\ndefer fmt.Println(<a:P{1, 2}>.Sum(), <b:3>)\nshow(2)\n}()"},
	{"defer.several", "func() {\ndefer show(<a:1>)\ndefer show(<b:2>)\nshow(<c:3>)\n}()"},
	{"go", "c := make(chan int)\ngo <a:func(x int) { c <- x }>(<b:1>)\nshow(<-c)"},
	{"return", "show(func() int {\nx, y := func() (int, int) { return <a:1>, <b:2> }()\nreturn x + y\n}())"},
	{"return.named", "show(func() (x int) {\ndefer func() { x += <a:1> }()\nreturn <b:2>\n}())"},
	{"panic", "func() {\ndefer func() { show(fmt.Sprint(recover())) }()\npanic(<a:\"x\"> + <b:\"y\">)\n}()"},
	{"closure", "f := func(x int) func() int { return func() int { return x + <b:1> } }(<a:4>)\nshow(f())"},
	{"method.value", "f := <a:P{1, 2}>.Sum\nshow(<b:1>, f())"},
	{"println", "fmt.Printf(\"%v %v\\n\", <a:1>, <b:[]any{1}>)"},
}

var orderedOperand = regexp.MustCompile(`<([a-e]):`)

// Ordered are the statements in each home, as they are and with each operand
// panicking.
func Ordered() []Case {
	var list []Case
	for _, h := range homes {
		for _, s := range ordered {
			letters := []string{"none"}
			for _, m := range orderedOperand.FindAllStringSubmatch(s.text, -1) {
				letters = append(letters, m[1])
			}
			for _, failing := range letters {
				name := fmt.Sprintf("order.%s/%s/%s", h.name, s.name, failing)
				body := strings.ReplaceAll(h.text, "$X", operands(s.text, failing))
				f := "order" + id(name)
				list = append(list, Case{
					Name: name, Context: "order." + h.name, Kind: s.name,
					Decl: "func " + f + "(n int) (int, string) {\ns := \"end\"\n" + body + "\nreturn n, s\n}",
					Body: "show(" + f + "(0))",
				})
			}
		}
	}
	return list
}

// operands writes the operands of a statement as calls that say so, and the one of a
// letter as one that panics.
func operands(text, failing string) string {
	var b strings.Builder
	for {
		at := orderedOperand.FindStringSubmatchIndex(text)
		if at == nil {
			b.WriteString(text)
			return b.String()
		}
		letter, rest := text[at[2]:at[3]], text[at[1]:]
		end := closing(rest)
		call := "logged"
		if letter == failing {
			call = "failing"
		}
		fmt.Fprintf(&b, "%s%s(%q, %s)", text[:at[0]], call, letter, rest[:end])
		text = rest[end+1:]
	}
}

// closing finds the > that is outside all brackets and no part of an arrow.
func closing(text string) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth--
		case '>':
			if depth == 0 {
				return i
			}
		}
	}
	panic("no end of the operand " + text)
}
