package main

import "fmt"

func count(n int) func(func(int, string) bool) {
	return func(yield func(int, string) bool) {
		for i := range n {
			if !yield(i, fmt.Sprint("#", i)) {
				return
			}
		}
	}
}

func find(n int) (string, bool) {
	for i, s := range count(10) {
		if i == n {
			return s, true
		}
	}
	return "", false
}

func main() {
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i += 10; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println()
	for i := range 3 {
		defer func() { fmt.Print(i, " ") }()
	}
	var ps []*int
	for i, v := range []int{4, 5} {
		v += i
		ps = append(ps, &v)
	}
	fmt.Println(*ps[0], *ps[1])
outer:
	for i := range 3 {
		for j, s := range count(5) {
			if j == 2 {
				continue outer
			}
			if i == 2 {
				break outer
			}
			fmt.Print(i, j, s, " ")
		}
	}
	fmt.Println()
	fmt.Println(find(7))
	fmt.Println(find(17))
	for i, r := range "aé\xff日" {
		fmt.Print(i, ":", r, " ")
	}
	fmt.Println()
	x := []int{10, 20}
	i := 1
	i, x[i] = 0, 99
	fmt.Println(i, x)
	a := [3]int{1, 2, 3}
	for i, v := range a {
		a[2] = 10
		fmt.Print(i, v, " ")
	}
	fmt.Println()
}
