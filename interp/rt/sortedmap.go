package rt

import (
	"reflect"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/internal/mapkeys"
)

// An entry is one of a map.
type entry struct{ key, value reflect.Value }

// sortedEntries returns the entries of a map by their keys. No entry of a NaN is found
// by its key.
func sortedEntries(m reflect.Value) []entry {
	list := make([]entry, 0, m.Len())
	for it := m.MapRange(); it.Next(); {
		list = append(list, entry{it.Key(), it.Value()})
	}
	slices.SortStableFunc(list, func(a, b entry) int { return mapkeys.Compare(a.key, b.key) })
	return list
}
