package main

import (
	"fmt"
	"hash/maphash"
)

type point struct {
	x float64
	s string
}

func main() {
	seed := maphash.MakeSeed()
	one := maphash.Comparable(seed, point{0, "a"})
	fmt.Println(one == maphash.Comparable(seed, point{0, "a"}), one == maphash.Comparable(seed, point{1, "a"}))
	fmt.Println(maphash.Comparable(seed, 1) == maphash.Comparable(seed, 1), maphash.Comparable(seed, "a") == maphash.Comparable(seed, "b"))
	var h maphash.Hash
	maphash.WriteComparable(&h, point{})
	defer func() { fmt.Println(recover()) }()
	maphash.Comparable[any](seed, []int{})
}
