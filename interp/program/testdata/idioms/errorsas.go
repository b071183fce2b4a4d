// errors.As with targets of a program's types: methods As of values and pointers, below
// wrapped and joined errors, and targets that are none; assertions by the types of methods.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sort"
)

type plain struct{ text string }

func (p plain) Error() string { return p.text }

type slow struct{ text string }

func (s *slow) Error() string { return s.text }
func (s *slow) Timeout() bool { return true }

type timeout interface{ Timeout() bool }

type willing struct{ n int }

func (w willing) Error() string { return fmt.Sprint("willing ", w.n) }
func (w willing) As(target any) bool {
	switch p := target.(type) {
	case *plain:
		*p = plain{"by As"}
	case **slow:
		*p = &slow{"by As"}
	case *timeout:
		*p = &slow{"as a timeout"}
	default:
		return false
	}
	return true
}

type embedding struct{ willing }

type text string

func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(r)
		}
	}()
	f()
}

type wrongString string

func (wrongString) String() int { return 1 }

type wrongError struct{ A int }

func (wrongError) Error() int { return 1 }

type wrongSort struct{}

func (wrongSort) Len() int64         { return 0 }
func (wrongSort) Less(i, j int) bool { return false }
func (wrongSort) Swap(i, j int)      {}

type marked struct{ V int }

func (m *marked) MarshalText() ([]byte, error) { return []byte("marked"), nil }

func main() {
	for _, err := range []error{willing{1}, embedding{willing{2}}, fmt.Errorf("w: %w", willing{3}), errors.Join(errors.New("a"), willing{4}), plain{"p"}, &slow{"s"}} {
		var p plain
		var s *slow
		var t timeout
		var j json.Marshaler
		fmt.Println(errors.As(err, &p), p, errors.As(err, &s), s, errors.As(err, &t), t != nil, errors.As(err, &j))
	}
	as := errors.As
	var p plain
	fmt.Println(as(willing{5}, &p), p)
	try(func() { var x text; fmt.Println(errors.As(plain{"a"}, &x)) })
	try(func() { var x []plain; fmt.Println(errors.As(plain{"a"}, &x)) })
	try(func() { var x **slow; fmt.Println(errors.As(plain{"a"}, &x)) })

	for _, x := range []any{wrongString("s"), wrongError{1}, wrongSort{}} {
		_, s := x.(fmt.Stringer)
		_, e := x.(error)
		_, l := x.(sort.Interface)
		fmt.Println(s, e, l)
	}
	try(func() { fmt.Println(any(wrongString("s")).(fmt.Stringer)) })
	try(func() { fmt.Println(any(wrongError{1}).(error)) })

	list := []struct {
		marked
		X int
	}{{}}
	b, err := json.Marshal(list)
	fmt.Println(string(b), err)
	b, err = json.Marshal(&struct{ A, B struct{ marked } }{})
	fmt.Println(string(b), err, reflect.PointerTo(reflect.TypeOf(list[0])).NumMethod())
}
