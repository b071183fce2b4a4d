package main

import (
	"fmt"
	"strings"
)

type N int
type S string
type Pt struct{ X, Y int }

func (p *Pt) Scan(st fmt.ScanState, verb rune) error {
	_, err := fmt.Fscanf(st, "%d,%d", &p.X, &p.Y)
	return err
}

func main() {
	var n N
	var s S
	var f float64
	fmt.Println(fmt.Sscan("12 abc 2.5", &n, &s, &f))
	fmt.Println(n, s, f)
	fmt.Println(fmt.Sscanf("7:xyz", "%d:%s", &n, &s))
	fmt.Println(n, s)
	var p Pt
	fmt.Println(fmt.Sscan("3,4", &p))
	fmt.Println(p)
	r := strings.NewReader("1 2\n3 4")
	var a, b int
	for {
		_, err := fmt.Fscan(r, &a, &b)
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(a, b)
	}
}
