package main

import (
	"errors"
	"fmt"
)

type problem struct{ n int }

func (p problem) Error() string { return fmt.Sprint("problem ", p.n) }

func try(f func()) (result any) {
	defer func() { result = recover() }()
	f()
	return "fine"
}

func order() {
	x := 1
	defer fmt.Println("first deferred", x)
	x = 2
	defer func(y int) { fmt.Println("last deferred", x, y) }(x)
	x = 3
}

func again() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("again: %v", r)
		}
	}()
	defer func() { panic("second") }()
	panic("first")
}

func helper() any { return recover() }

func main() {
	fmt.Println(try(func() { panic(problem{3}) }))
	fmt.Println(try(func() { var m map[string]int; m["a"] = 1 }))
	fmt.Println(try(func() { a, b := 1, 0; fmt.Println(a / b) }))
	fmt.Println(try(func() { var p *problem; fmt.Println(p.n) }))
	fmt.Println(try(func() { var x any = "s"; fmt.Println(x.(int)) }))
	fmt.Println(try(func() { var x any = problem{}; fmt.Println(x.(fmt.Stringer)) }))
	fmt.Println(try(func() {}))
	order()
	fmt.Println(again())
	fmt.Println(try(func() { defer func() { helper() }(); panic("not caught by a helper") }))
	err := fmt.Errorf("wrapped: %w", problem{4})
	var p problem
	fmt.Println(errors.As(err, &p), p.n, errors.Unwrap(err) == problem{4})
}
