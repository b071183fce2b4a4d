package terminal

import (
	"io"
	"strings"
	"sync"
)

// A screen is the standard output, of which it knows the line that is not finished. While a
// person types, whole lines go above what is typed.
type screen struct {
	mu    sync.Mutex
	out   io.Writer
	open  string             // the line that is not finished
	above func(lines string) // writes lines above what is typed; nil while nobody types
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open += string(p)
	end := strings.LastIndexByte(s.open, '\n') + 1
	lines := s.open[:end]
	s.open = s.open[end:]
	if s.above == nil {
		_, err := s.out.Write(p)
		return len(p), err
	}
	if lines != "" {
		s.above(lines)
	}
	return len(p), nil
}

// typing begins the typing of a person, above which the function writes lines, or with nil
// ends it.
func (s *screen) typing(above func(lines string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.above = above
	s.open = ""
}

// tail returns the line that is not finished, which is where a question stands.
func (s *screen) tail() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open
}
