package main

import "fmt"

type point struct{ x, y int }

type line struct{ points []point }

func pick(f func() int, g func(int) int) (any, bool) {
	var x any
	x = f
	if g != nil {
		x = g
	}
	return x, g == nil
}

func boxed(f func() int) any { return f }

func main() {
	f := func() int { return 1 }
	x, alone := pick(f, nil)
	fmt.Println(x.(func() int)(), alone, boxed(f).(func() int)())

	l := line{}
	fmt.Println(l.points == nil, l.points != nil)
	lines := []line{l, {[]point{{1, 2}}}}
	fmt.Println(lines[0].points == nil, lines[1].points == nil)

	words := []string{"go", "yaegi"}
	i := 1
	fmt.Println(words[i][0], words[i-1][i], string(words[0][1]))

	c := make(chan point, 4)
	c <- point{1, 2}
	c <- point{3, 4}
	var p, q point
	p, q = <-c, <-c
	c <- q
	n := 0
	n, p = p.x, <-c
	fmt.Println(p, q, n)
	c <- p
	close(c)
	last, more := <-c
	rest, ok := <-c
	fmt.Println(last, more, rest, ok)
}
