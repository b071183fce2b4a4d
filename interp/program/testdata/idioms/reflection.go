package main

import (
	"fmt"
	"reflect"
	"sort"
	"strings"
)

type Addr struct{ Street, City string }
type Emb struct{ Common int }
type User struct {
	Emb
	Name  string `validate:"required" json:"n"`
	Age   int    `validate:"min=18"`
	Tags  []string
	Home  Addr
	Work  *Addr
	Meta  map[string]any
	Fn    func(int) int
	Iface fmt.Stringer
	Ch    chan int
	Arr   [2]Addr
	Any   any
	priv  bool
}
type Str string

func (s Str) String() string { return "<" + string(s) + ">" }

type Opt func(*User)

func dump(v reflect.Value, depth int) {
	pad := strings.Repeat(" ", depth)
	switch v.Kind() {
	case reflect.Struct:
		fmt.Println(pad+"struct", v.Type())
		for i := 0; i < v.NumField(); i++ {
			f := v.Type().Field(i)
			fmt.Println(pad+" field", f.Name, f.Type.Kind(), f.Tag, f.Anonymous, f.PkgPath)
			if f.IsExported() {
				dump(v.Field(i), depth+2)
			}
		}
	case reflect.Ptr, reflect.Interface:
		if v.IsNil() {
			fmt.Println(pad+"nil", v.Kind())
			return
		}
		dump(v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		fmt.Println(pad+"list", v.Len(), v.Type())
		for i := 0; i < v.Len(); i++ {
			dump(v.Index(i), depth+1)
		}
	case reflect.Map:
		keys := v.MapKeys()
		sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
		for _, k := range keys {
			fmt.Println(pad+"key", k)
			dump(v.MapIndex(k), depth+1)
		}
	case reflect.Func, reflect.Chan:
		fmt.Println(pad + v.Kind().String())
	default:
		fmt.Println(pad, v.Interface(), v.Type())
	}
}

func main() {
	u := User{Emb: Emb{1}, Name: "x", Age: 3, Tags: []string{"a"}, Home: Addr{"s", "c"}, Work: &Addr{"w", "d"},
		Meta: map[string]any{"k": 1, "j": "s"}, Fn: func(i int) int { return i }, Iface: Str("i"), Any: 5}
	dump(reflect.ValueOf(u), 0)
	t := reflect.TypeOf((*fmt.Stringer)(nil)).Elem()
	fmt.Println(reflect.TypeOf(Str("")).Implements(t), reflect.TypeOf(u).Implements(t))
	f, ok := reflect.TypeOf(u).FieldByName("Common")
	fmt.Println(f.Index, ok)
	fmt.Println(reflect.ValueOf(u).FieldByName("Common"))
	n := reflect.New(reflect.TypeOf(u))
	n.Elem().FieldByName("Name").SetString("new")
	made := n.Interface().(*User)
	fmt.Println(made.Name, made.Age)
	made2 := n.Elem().Interface().(User)
	fmt.Println(made2.Name)
	s := reflect.MakeSlice(reflect.TypeOf([]Addr{}), 0, 2)
	s = reflect.Append(s, reflect.ValueOf(Addr{"q", "r"}))
	list := s.Interface().([]Addr)
	fmt.Println(list, len(list))
	m := reflect.MakeMap(reflect.TypeOf(map[string]Addr{}))
	m.SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf(Addr{"1", "2"}))
	fmt.Println(m.Interface().(map[string]Addr)["a"].City)
	fmt.Println(reflect.ValueOf(Str("a")).String(), reflect.ValueOf(Str("a")).Convert(reflect.TypeOf("")).Interface())
	fmt.Println(reflect.Zero(reflect.TypeOf(u)).Field(1).String() == "")
	var x any = reflect.ValueOf(u).Field(4).Interface()
	_, isAddr := x.(Addr)
	fmt.Println(isAddr, x == any(Addr{"s", "c"}))
	fmt.Printf("%T %v\n", x, x)
	fn := reflect.ValueOf(strings.ToUpper)
	fmt.Println(fn.Call([]reflect.Value{reflect.ValueOf("up")})[0])
	g := reflect.ValueOf(func(a Addr) string { return a.City })
	fmt.Println(g.Kind(), g.Type().NumIn())
	var e error
	fmt.Println(reflect.TypeOf(e) == nil, reflect.ValueOf(nil).IsValid())
	fmt.Println(reflect.TypeOf(Opt(nil)).Kind(), reflect.TypeOf(&u).Kind(), reflect.Indirect(reflect.ValueOf(&u)).Type())
	switch v := reflect.ValueOf(&u).Interface().(type) {
	case *User:
		v.Age = 99
	}
	fmt.Println(u.Age)
	fmt.Println(reflect.ValueOf(u).IsZero(), reflect.ValueOf(User{}).IsZero())
}
