// JSON decoded into interfaces: of those with methods package json fills none, but decodes
// into the pointers that they hold.
package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

type I interface{ M() string }
type V int

func (v V) M() string { return fmt.Sprint("V", int(v)) }

type P struct{ A int }

func (p *P) M() string { return fmt.Sprint("P", p.A) }

type In struct {
	X I `json:"x"`
	N int
}
type Emb struct{ Y I }
type H struct {
	A  I
	B  any
	In In `json:"in"`
	L  []I
	M  map[string]I
	Q  *In
	Emb
	Next *H
	S    []In
	MM   map[string][]In
	U    struct{ I }
	T    interface{ M() string }
}

func show(h *H, err error) {
	fmt.Println(err)
	if e, ok := err.(*json.UnmarshalTypeError); ok {
		fmt.Println(e.Value, e.Type, e.Struct, e.Field)
	}
	fmt.Printf("%v %v %+v %v %v %v %v %v %v %v\n", h.A, h.B, h.In, h.M, h.Q, h.Y, h.S, h.MM, h.U, h.T)
}

func main() {
	for _, text := range []string{`{"A": 1}`, `{"B": 1}`, `{"in": {"x": "a", "N": 3}}`, `{"L": [null, {"a": 1}, []], "B": 2}`, `{"M": {"a": true, "b": null}}`, `{"Q": {"x": [1], "N": 4}}`, `{"Y": 2}`,
		`{"Next": {"Next": {"A": false}}, "B": "z"}`, `{"S": [{"x": 1, "N": 1}, {"N": 2}]}`, `{"MM": {"k": [{"x": {}, "N": 7}]}}`, `{"A": null, "N": "x"}`, `{"T": 4}`, `{"B": {"A": 1}, "in": {"N": "no"}}`, `[`} {
		var h H
		show(&h, json.Unmarshal([]byte(text), &h))
		h = H{A: &P{1}, In: In{X: V(2)}, L: []I{V(1), &P{2}, V(3)}, M: map[string]I{"a": V(1), "c": V(2)}, Emb: Emb{V(9)}, T: &P{5}}
		show(&h, json.NewDecoder(strings.NewReader(text)).Decode(&h))
		if h.A != nil {
			fmt.Println(h.A.M())
		}
		var g H
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		show(&g, d.Decode(&g))
	}
	var i I
	fmt.Println(json.Unmarshal([]byte("3"), &i), i)
	i = &P{3}
	fmt.Println(json.Unmarshal([]byte(`{"A": 8}`), &i), i, i.M())
	var l []I
	fmt.Println(json.Unmarshal([]byte("[3]"), &l), l)
	var e error
	fmt.Println(json.Unmarshal([]byte("3"), &e), e)
	f := json.Unmarshal
	fmt.Println(f([]byte("3"), &i), i)
	var x any = &P{3}
	fmt.Println(json.Unmarshal([]byte(`{"A": 9}`), &x), x.(*P).A)
	y := map[string]any{"p": &P{1}}
	fmt.Println(json.Unmarshal([]byte(`{"p": {"A": 9}, "q": [1]}`), &y), y)
	z := []any{&P{1}, P{2}}
	fmt.Println(json.Unmarshal([]byte(`[{"A": 4}, {"A": 5}, 6]`), &z), z[0].(*P).A, z[1:])
	fmt.Println(json.Unmarshal([]byte("3"), nil), json.Unmarshal([]byte("3"), (*I)(nil)), json.Unmarshal([]byte("3"), l))
}
