package display

import (
	"reflect"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/internal/mapkeys"
)

// An entry is a key of a map with its value.
type entry struct{ key, value reflect.Value }

// outerEntries returns the entries of a map in the order of their keys: all if there are at
// most so many, and half of most from either end otherwise. It does not sort a long map,
// which takes longer than a page should wait.
func outerEntries(m reflect.Value, most int) []entry {
	half := most / 2
	if m.Len() <= most {
		half = most
	}
	var first, last []entry
	key := reflect.New(m.Type().Key()).Elem() // one for all: most keys are looked at and left
	for it := m.MapRange(); it.Next(); {
		key.SetIterKey(it)
		isFirst := len(first) < half || mapkeys.Compare(key, first[half-1].key) < 0
		isLast := half < most && (len(last) < half || mapkeys.Compare(key, last[half-1].key) > 0)
		if !isFirst && !isLast {
			continue
		}
		e := entry{it.Key(), it.Value()}
		if isFirst {
			first = keep(first, e, half, compareEntries)
		}
		if isLast {
			last = keep(last, e, half, func(a, b entry) int { return compareEntries(b, a) })
		}
	}
	slices.Reverse(last)
	return append(first, last...)
}

// keep adds an entry to a sorted list, and keeps at most so many.
func keep(list []entry, e entry, most int, compare func(a, b entry) int) []entry {
	at, _ := slices.BinarySearchFunc(list, e, compare)
	list = slices.Insert(list, at, e)
	return list[:min(len(list), most)]
}

func compareEntries(a, b entry) int { return mapkeys.Compare(a.key, b.key) }
