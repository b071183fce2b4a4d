package main

import (
	"fmt"
	"reflect"
)

type P struct {
	X    int
	Name string
}

func (p P) Hello(s string) string { return "hello " + s + " from " + p.Name }
func (p *P) Set(x int)            { p.X = x }

func main() {
	p := P{1, "a"}
	t := reflect.TypeOf(p)
	fmt.Println(t.NumMethod(), reflect.TypeOf(&p).NumMethod())
	for i := 0; i < t.NumMethod(); i++ {
		fmt.Println(t.Method(i).Name)
	}
	m := reflect.ValueOf(p).MethodByName("Hello")
	fmt.Println(m.IsValid())
	out := m.Call([]reflect.Value{reflect.ValueOf("bob")})
	fmt.Println(out[0])
	reflect.ValueOf(&p).MethodByName("Set").Call([]reflect.Value{reflect.ValueOf(7)})
	fmt.Println(p.X)
}
