package main

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// Declared booleans and arrays of compiled packages, and of the program.

type Side bool

const Left Side = true

type Corners [3]r3.Vec

type Sheet struct {
	Kind    mat.TriKind
	Corners r3.Triangle
	Bytes   [4]byte
}

func upper(k mat.TriKind) bool { return bool(k) }

func kind(upper bool) (mat.TriKind, error) { return mat.TriKind(upper), nil }

func word(b [4]byte) string { return string(b[:]) }

func area(t r3.Triangle) float64 { return t.Area() }

func both(b [4]uint8, k bool) ([4]byte, mat.TriKind) { return b, mat.TriKind(k) }

func main() {
	t := mat.NewTriDense(2, mat.Upper, nil)
	t.SetTri(0, 1, 3)
	n, k := t.Triangle()
	fmt.Println(n, upper(k), upper(mat.Lower), bool(Left), mat.TriKind(Left))
	if bool(k) && !bool(mat.Lower) || bool(Left) {
		fmt.Println("upper")
	}
	k, err := kind(n == 2)
	fmt.Println(k, err)
	switch bool(k) {
	case true:
		fmt.Println("so it is")
	}
	seen := map[mat.TriKind]string{mat.Upper: "up", mat.TriKind(n > 2): "down"}
	fmt.Println(len(seen), seen[mat.TriKind(Left)], []bool{bool(k), n == 1})

	corners := [3]r3.Vec{{X: 1}, {Y: 1}, {Z: 1}}
	fmt.Printf("%.3f %.3f %.3f\n", area(corners), area(r3.Triangle(corners)), area(r3.Triangle(Corners(corners))))
	var triangle r3.Triangle = corners
	corners[0].X = 2
	s := Sheet{mat.Lower, corners, [4]uint8{'a', 'b', 'c', 'd'}}
	list := []r3.Triangle{triangle, corners}
	fmt.Println(triangle[0].X, s.Corners[0].X, list[1][0].X, word(s.Bytes), s.Kind)
	back := [3]r3.Vec(triangle)
	back[1].Y = 5
	fmt.Println(back[1].Y, triangle[1].Y, triangle == r3.Triangle(back), Corners(back)[1].Y)
	b, up := both([4]byte{'w', 'o', 'r', 'd'}, bool(k))
	fmt.Println(word(b), up)
	c := make(chan mat.TriKind, 1)
	c <- mat.TriKind(n > 1)
	fmt.Println(bool(<-c), func() bool { return bool(k) }())
	defer func(k bool) { fmt.Println("deferred", k) }(bool(mat.Lower))
}
