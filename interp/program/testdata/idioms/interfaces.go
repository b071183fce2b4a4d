package main

import (
	"errors"
	"fmt"
)

type Shape interface {
	Area() float64
	Name() string
}
type Sq struct{ s float64 }

func (q Sq) Area() float64 { return q.s * q.s }
func (q Sq) Name() string  { return "sq" }

type E struct{ code int }

func (e *E) Error() string { return fmt.Sprint("code ", e.code) }

type Celsius float64

func (c Celsius) String() string { return fmt.Sprintf("%.1f°C", float64(c)) }

func f(n int) error {
	if n > 2 {
		return fmt.Errorf("wrapped: %w", &E{n})
	}
	return nil
}

func main() {
	var s Shape = Sq{3}
	fmt.Println(s.Area(), s.Name(), s)
	err := f(5)
	var e *E
	fmt.Println(errors.As(err, &e), e.code, err, errors.Is(err, e))
	fmt.Printf("%v %+v %T %T %T\n", Sq{2}, Sq{2}, s, err, e)
	fmt.Println([]Celsius{1, 2.5}, map[string]Celsius{"a": 3}, struct{ T Celsius }{4})
	fmt.Printf("%5.2f|%v|%s|%#v|%d\n", Celsius(2), Celsius(2), Celsius(2), Celsius(2), []int{1})
	switch v := any(s).(type) {
	case fmt.Stringer:
		fmt.Println("stringer", v)
	case Shape:
		fmt.Println("shape", v.Area())
	}
	_, ok := any(1).(Shape)
	fmt.Println(ok, any(Sq{1}) == any(Sq{1}), s == Shape(Sq{3}), f(1) == nil)
	m := map[any]int{Sq{1}: 1, 1: 2, "a": 3}
	m[Sq{1}]++
	fmt.Println(m[Sq{1}], m[1], m["a"], len(m))
	area := s.Area
	name := Sq.Name
	s = Sq{4}
	fmt.Println(area(), name(Sq{}))
}
