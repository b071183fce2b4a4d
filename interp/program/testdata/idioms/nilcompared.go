package main

import "fmt"

// What a nil pointer leads to is looked at before it is compared.

type S string

func try(f func() bool) {
	defer func() { fmt.Println(recover()) }()
	fmt.Println(f())
}

func main() {
	var p *string
	var q *S
	var f *float64
	var c *struct{ a string }
	s := "a"
	try(func() bool { return *p == "a" })
	try(func() bool { return s < *p })
	try(func() bool { return *p != s || len(s) > 0 })
	try(func() bool { return len(s) == 1 && s+"b" >= *p })
	try(func() bool { return *q == S(s) })
	try(func() bool { return *f != 0 })
	try(func() bool { return c.a == s })
	try(func() bool {
		if s != *p {
			return true
		}
		return false
	})
	try(func() bool {
		for *p == s {
			return true
		}
		return false
	})
	try(func() bool {
		switch *p {
		case s:
			return true
		}
		return false
	})
}
