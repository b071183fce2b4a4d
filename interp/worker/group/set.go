// Package group ends a program together with what it has started, by its process
// group where the system has such.
package group

import (
	"slices"
	"sync"
)

// A Set is the process groups that commands of the shell have left behind, as far
// as there is still somebody in them: the number of an empty one may be given to
// another. The zero Set is empty.
type Set struct {
	mu     sync.Mutex
	groups []int
}

// Add adds a group.
func (s *Set) Add(group int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.groups = append(slices.DeleteFunc(s.groups, IsEmpty), group)
}

// All returns the groups.
func (s *Set) All() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.groups)
}
