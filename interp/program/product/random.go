package product

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Drawn are n cases that the seed draws: expressions in expressions in contexts, with
// values and types of their own and statements around. About a third is correct Go.
// Their names are of the seed and a number.
func Drawn(seed uint64, n int) []Case {
	var list []Case
	for at := range uint64(n) {
		list = append(list, random(seed, at))
	}
	return list
}

// A drawer draws one case.
type drawer struct {
	*rand.Rand
	deep int // how many expressions may still be in one another
}

func random(seed, at uint64) Case {
	d := &drawer{Rand: rand.New(rand.NewPCG(seed, at)), deep: 1}
	if d.IntN(3) == 0 {
		d.deep = 2
	}
	t := d.derived(2)
	c := contexts[d.IntN(len(contexts))]
	c.Body = d.around(c.Body)
	e := d.expression(t, "0")
	e.kind = fmt.Sprintf("random-%d-%d", seed, at)
	return e.in(c)
}

func (d *drawer) expression(t *Type, word string) expression {
	list := forms(t)
	if own := ofType[t.Name]; len(own) > 0 && d.IntN(2) == 0 {
		list = own
	}
	f := list[d.IntN(len(list))]
	// The value may be an expression too, where the statements before it can be.
	if d.deep > 0 {
		f.Setup = strings.Replace(f.Setup, "$V", "${}", 1)
		f.Text = strings.Replace(f.Text, "$V", "${}", 1)
	}
	return f.fill(t, word, d.operand)
}

func (d *drawer) operand(t *Type, word string) expression {
	if d.deep == 0 || d.IntN(4) == 0 {
		return variableOperand(d.valued(t), word)
	}
	d.deep--
	e := d.expression(d.valued(t), word)
	d.deep++
	if d.IntN(3) == 0 {
		e.text = "(" + e.text + ")"
	}
	return e
}

// valued is the type with values that are drawn.
func (d *drawer) valued(t *Type) *Type {
	drawn := *t
	switch d.IntN(4) {
	case 0:
		drawn.Value, drawn.Other = t.Other, t.Value
	case 1:
		if t.numeric() {
			drawn.Value = fmt.Sprintf("%s(%d)", t.Text, d.IntN(4))
		}
	case 2:
		drawn.Other = "*new(" + t.Text + ")"
	}
	return &drawn
}

// derived is a type of the table, or one made of it.
func (d *drawer) derived(deep int) *Type {
	t := d.valued(&table[d.IntN(len(table))])
	for ; deep > 0 && d.IntN(2) == 0; deep-- {
		t = t.derived(d.IntN(derivations), deep)
	}
	return t
}

// around puts the statements of a context among others.
func (d *drawer) around(body string) string {
	if strings.Contains(body, "recover") {
		return body
	}
	switch d.IntN(12) {
	case 0:
		return "for range 2 {\n" + body + "\n}"
	case 1:
		return "func() {\n" + body + "\n}()"
	case 2:
		return "if n := len(gString); n > 1 {\n" + body + "\n}"
	case 3:
		return "switch {\ncase gInt > 1:\n" + body + "\ndefault:\nshow(9)\n}"
	case 4:
		return "func() {\ndefer func() {\n" + body + "\n}()\n}()"
	case 5:
		return "done := make(chan bool)\ngo func() {\ndefer close(done)\ndefer caught()\n" + body + "\n}()\n<-done"
	case 6:
		return "for k := range func(yield func(int) bool) { _ = yield(1) && yield(2) } {\nshow(k)\n" + body + "\n}"
	case 7:
		return "select {\ncase v := <-chanOf(\"c\"):\nshow(v)\n" + body + "\n}"
	case 8:
		return "var a any = gInt\nswitch v := a.(type) {\ncase int:\nshow(v)\n" + body + "\n}"
	}
	return body
}
