package main

import (
	"fmt"
	"reflect"
)

type P struct {
	X    int    `json:"x" db:"col"`
	Name string `json:"name,omitempty"`
	in   float64
}
type N int

func (p P) Hello(s string) string { return "hello " + s + " from " + p.Name }
func (p *P) Set(x int)            { p.X = x }
func (n N) String() string        { return fmt.Sprint("N", int(n)) }

type I interface{ Hello(string) string }

func main() {
	p := P{1, "a", 2}
	v := reflect.ValueOf(p)
	t := reflect.TypeOf(p)
	fmt.Println(v.Kind(), v.NumField(), t.Name(), t.String(), t.PkgPath())
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		fmt.Println(f.Name, f.Type, f.Tag.Get("json"), f.Tag.Get("db"), f.Index, f.IsExported())
	}
	f, ok := t.FieldByName("Name")
	fmt.Println(f.Name, ok, v.FieldByName("Name"))
	fmt.Println(v.Field(0).Int(), v.Field(1).Interface())
	fmt.Println(reflect.TypeOf(N(1)).Name(), reflect.TypeOf(N(1)), reflect.TypeOf(N(1)).Kind())
	fmt.Println(reflect.TypeOf(&p), reflect.TypeOf(&p).Elem().Name(), reflect.TypeOf([]P{}), reflect.TypeOf(map[string]N{}))
	e := reflect.ValueOf(&p).Elem()
	e.Field(0).SetInt(42)
	e.FieldByName("Name").SetString("zed")
	fmt.Println(p.X, p.Name, e.CanSet())
	fmt.Println(reflect.TypeOf(p) == reflect.TypeOf(P{}), reflect.TypeOf(N(1)) == reflect.TypeOf(1))
	var x any = p
	switch y := reflect.ValueOf(x).Interface().(type) {
	case P:
		fmt.Println("P", y.X)
	default:
		fmt.Printf("other %T\n", y)
	}
}
