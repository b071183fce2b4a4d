// Which methods values have: no more than their types declare, those that come through
// embedded pointers, aliases and structs without a name, and those that fmt calls.
package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"sync"
	"text/template"
	"time"
)

type number int

type failing struct{ Code int }

func (f failing) Error() string { return fmt.Sprint("code ", f.Code) }

type coded struct{ N int }

func (c coded) MarshalJSON() ([]byte, error) { return []byte(`{"coded": 1}`), nil }

type base struct{ n int }

func (b *base) String() string { return fmt.Sprint("base ", b.n) }
func (b *base) Error() string  { return "error of " + b.String() }

type middle struct{ base }
type through struct{ *middle }
type twice struct{ through }

type alias = failing
type plain struct {
	failing
	X int
}
type renamed struct {
	alias
	X int
}

type word string

func (w word) String() string { return "<" + string(w) + ">" }

type inner struct {
	Shown  word
	hidden word
}
type outer struct {
	inner
	Y word
}

type named interface{ Name() string }
type person struct{ First string }

func (p person) Name() string { return p.First }

func asks(x any) {
	_, j := x.(json.Marshaler)
	_, m := x.(xml.Marshaler)
	_, f := x.(fmt.Formatter)
	_, g := x.(fmt.GoStringer)
	_, e := x.(error)
	_, s := x.(fmt.Stringer)
	_, r := x.(io.Reader)
	_, l := x.(interface{ MarshalJSON() ([]byte, error) })
	fmt.Printf("%T %v %v %v %v %v %v %v %v\n", x, j, m, f, g, e, s, r, l)
	switch x.(type) {
	case fmt.Formatter:
		fmt.Println("formats itself")
	case json.Marshaler:
		fmt.Println("marshals itself")
	case error:
		fmt.Println("is an error")
	}
}

func takes(s fmt.Stringer) { fmt.Println(s, s.String()) }

func main() {
	for _, x := range []any{number(1), failing{1}, &failing{2}, coded{3}, &coded{4}, []number{1}, map[word]number{}, func(number) {}, struct{ number }{1}, through{&middle{base{5}}}, &outer{}} {
		asks(x)
	}
	var m json.Marshaler
	fmt.Println(errors.As(failing{3}, &m), m == nil, errors.As(fmt.Errorf("w: %w", failing{3}), &m))

	t := through{&middle{base{3}}}
	takes(t)
	takes(twice{t})
	var err error = t
	fmt.Println(t, err, []through{t}, reflect.TypeOf(t).NumMethod())
	var b *base
	fmt.Println(errors.As(err, &b), errors.Is(err, t))
	template.Must(template.New("").Parse("{{.String}} {{.}}\n")).Execute(os.Stdout, t)

	fmt.Printf("%v %+v %#v\n", plain{X: 1}, renamed{X: 2}, renamed{X: 3})
	for _, x := range []any{&plain{failing{1}, 2}, renamed{failing{3}, 4}, struct{ alias }{}, struct{ failing }{}} {
		text, err := json.Marshal(x)
		fmt.Println(string(text), err, reflect.Indirect(reflect.ValueOf(x)).Type().Field(0).Name)
	}

	o := outer{inner{"a", "b"}, "c"}
	fmt.Println(o, &o, []outer{o}, struct{ inner }{o.inner}, struct{ X inner }{o.inner}, struct{ x inner }{o.inner})
	fmt.Printf("%+v %s\n", o, o)

	when := struct{ time.Time }{time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)}
	text, err := json.Marshal(when)
	fmt.Println(string(text), err, when)
	fmt.Println(reflect.TypeOf(struct{ person }{}).NumMethod(), reflect.ValueOf(struct{ person }{person{"Ann"}}).MethodByName("Name").Call(nil)[0])
	var guarded struct {
		sync.Mutex
		n int
	}
	guarded.Lock()
	guarded.n++
	guarded.Unlock()
	fmt.Println(guarded.n, reflect.TypeOf(&guarded).NumMethod())

	var i named = person{"Bob"}
	v := reflect.ValueOf(&i).Elem()
	fmt.Println(v.Kind(), v.NumMethod(), v.Method(0).Call(nil)[0], v.MethodByName("Name").IsValid(), v.MethodByName("First").IsValid())
}
