package solve

import "fmt"

// called is what messages call a penalty, a kernel or a solver: what its String
// says, which for a type of a notebook's cell is the name of the type, or else
// its Go type.
func called(v any) string {
	if s, ok := v.(fmt.Stringer); ok {
		return s.String()
	}
	return fmt.Sprintf("%T", v)
}
