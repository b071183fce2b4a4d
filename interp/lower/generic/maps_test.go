package generic

import (
	"fmt"
	"maps"
	"testing"

	"pgregory.net/rapid"

	own "github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/std/maps"
)

func smallMap(t *rapid.T, name string) map[int]string {
	m := rapid.MapOf(rapid.IntRange(0, 5), rapid.StringN(0, 1, 1)).Draw(t, name)
	if rapid.Bool().Draw(t, name+" is nil") {
		return nil
	}
	return m
}

func TestMaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := smallMap(t, "a"), smallMap(t, "b")
		if rapid.Bool().Draw(t, "same") {
			b = maps.Clone(a)
		}
		equal := func(x, y string) bool { return x == y }
		odd := func(k int, v string) bool { return k%2 == 1 || v == "" }
		changed := func(f func(m map[int]string)) func() string {
			return func() string { m := maps.Clone(a); f(m); return fmt.Sprintf("%#v", m) }
		}
		agree(t, "Equal", func() string { return show(own.Equal(a, b), own.EqualFunc(a, b, equal)) }, func() string { return show(maps.Equal(a, b), maps.EqualFunc(a, b, equal)) })
		agree(t, "Clone", func() string { return show(own.Clone(a)) }, func() string { return show(maps.Clone(a)) })
		agree(t, "Copy", changed(func(m map[int]string) { own.Copy(m, b) }), changed(func(m map[int]string) { maps.Copy(m, b) }))
		agree(t, "Insert", changed(func(m map[int]string) { own.Insert(m, maps.All(b)) }), changed(func(m map[int]string) { maps.Insert(m, maps.All(b)) }))
		agree(t, "DeleteFunc", changed(func(m map[int]string) { own.DeleteFunc(m, odd) }), changed(func(m map[int]string) { maps.DeleteFunc(m, odd) }))
		agree(t, "Collect", func() string { return show(own.Collect(own.All(a))) }, func() string { return show(maps.Collect(maps.All(a))) })
		keys, values := map[int]int{}, map[string]int{}
		for k := range own.Keys(a) {
			keys[k]++
		}
		for v := range own.Values(a) {
			values[v]++
		}
		for k, v := range maps.All(a) {
			keys[k]--
			values[v]--
		}
		for _, n := range keys {
			if n != 0 {
				t.Fatalf("Keys: %v", keys)
			}
		}
		for _, n := range values {
			if n != 0 {
				t.Fatalf("Values: %v", values)
			}
		}
		for range own.Keys(a) {
			break
		}
		for range own.Values(a) {
			break
		}
		for range own.All(a) {
			break
		}
	})
}
