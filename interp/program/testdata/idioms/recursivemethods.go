package main

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"reflect"
)

// Compiled code finds the methods of the parts of types that lead to themselves, at any
// depth.

type Kind int

func (k Kind) MarshalText() ([]byte, error)     { return []byte(fmt.Sprint("kind", int(k))), nil }
func (k *Kind) UnmarshalText(text []byte) error { *k = Kind(len(text)); return nil }

type Tree struct {
	Kind     Kind             `json:"kind"`
	Left     *Tree            `json:"left,omitempty"`
	Children []*Tree          `json:"children,omitempty"`
	Named    map[string]*Tree `json:"named,omitempty"`
	List     List             `json:"list,omitempty"`
	Table    Table            `json:"table,omitempty"`
}

type List []*Tree

func (l List) String() string { return fmt.Sprint("list of ", len(l)) }

type Table map[Kind]List

func (t Table) String() string { return fmt.Sprint("table of ", len(t)) }

type Section struct {
	Sub   *Section `xml:"section"`
	Extra *Extra   `xml:"extra"`
}

type Extra struct{ N int }

func (e *Extra) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	e.N = 4
	return d.Skip()
}

type Chain chan Chain

func (Chain) Name() string { return "chain" }

type Pair [2]*Pair

func (Pair) Name() string { return "pair" }

func main() {
	var t Tree
	err := json.Unmarshal([]byte(`{"kind": "a", "left": {"kind": "ab", "left": {"kind": "abc"}, "list": [{"kind": "abcd"}]},
		"children": [{"kind": "abcde", "children": [{"kind": "x", "table": {"xy": [{"kind": "q"}]}}]}], "named": {"n": {"kind": "abcdef"}}}`), &t)
	text, _ := json.Marshal(t)
	fmt.Println(err, string(text))

	var s Section
	err = xml.Unmarshal([]byte("<s><extra/><section><extra/><section><extra/></section></section></s>"), &s)
	fmt.Println(err, *s.Extra, *s.Sub.Extra, *s.Sub.Sub.Extra)

	for _, x := range []any{Tree{}, List{}, Table{}, make(Chain), Pair{}} {
		t := reflect.TypeOf(x)
		fmt.Println(t, t.NumMethod())
		switch t.Kind() {
		case reflect.Struct:
			for i := range t.NumField() {
				f := t.Field(i).Type
				fmt.Println(" ", f, f.NumMethod(), f == reflect.TypeFor[List](), f == reflect.TypeFor[*Tree]())
			}
		default:
			fmt.Println(" ", t.Elem(), t.Elem().NumMethod())
		}
	}
	list := reflect.MakeSlice(reflect.TypeFor[List](), 2, 2)
	list.Index(1).Set(reflect.ValueOf(&Tree{Kind: 3}))
	fmt.Println(list, list.Index(1).Elem().Field(0), list.Interface().(List)[1].Kind)
	table := reflect.MakeMap(reflect.TypeFor[Table]())
	table.SetMapIndex(reflect.ValueOf(Kind(2)), list)
	fmt.Println(table, table.Interface().(Table)[2][1].Kind, reflect.DeepEqual(table.Interface(), Table{2: List{nil, &Tree{Kind: 3}}}))
}
