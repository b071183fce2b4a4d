package solve

import "fmt"

// called returns the name of a penalty, a kernel or a solver in messages: the result of its
// String method, which for a type of a notebook's cell is the name of the type, or else its
// Go type.
func called(v any) string {
	if s, ok := v.(fmt.Stringer); ok {
		return s.String()
	}
	return fmt.Sprintf("%T", v)
}
