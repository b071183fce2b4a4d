package main

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// Pointers that reflection makes have the methods of what they lead to, also where the
// program has no such pointer itself.

type M interface{ Mar() string }

type P string

func (p *P) Mar() string { return "P" + string(*p) }

type B byte

func (b B) MarshalJSON() ([]byte, error) { return []byte(`"b"`), nil }

type T struct{ n int }

func (t T) Mar() string { return fmt.Sprint("T", t.n) }
func (t *T) Set() M     { t.n++; return t }

type V struct{ n int }

func (t V) Mar() string { return fmt.Sprint("V", t.n) }

func main() {
	a := reflect.ValueOf([]P{"a"}).Index(0).Addr()
	m, ok := a.Interface().(M)
	fmt.Println(ok)
	if ok {
		fmt.Println(m.Mar())
	}
	b := reflect.ValueOf([]B{1}).Index(0).Addr()
	j, ok := b.Interface().(json.Marshaler)
	fmt.Println(ok)
	if ok {
		fmt.Println(j.MarshalJSON())
	}
	for _, x := range []any{[]T{{3}}, []V{{4}}, [][]V{{{5}}}} {
		v := reflect.ValueOf(x).Index(0)
		if v.Kind() == reflect.Slice {
			v = v.Index(0)
		}
		m, ok := v.Addr().Interface().(M)
		fmt.Println(ok, v.Addr().Type())
		if ok {
			fmt.Println(m.Mar())
		}
		s, ok := v.Addr().Interface().(interface{ Set() M })
		if ok {
			fmt.Println(s.Set().Mar(), m.Mar())
		}
	}
}
