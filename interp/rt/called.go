package rt

import (
	"fmt"
	"strings"
)

// Called is what messages call a value of a cell's type that compiled code has
// behind an interface: what the value says itself, or else the name of its type.
func Called(v any) string {
	o, ok := boxed(v)
	if !ok || o.Prints() {
		return fmt.Sprint(v)
	}
	return strings.TrimPrefix(strings.TrimLeft(o.T.name, "*"), "main.")
}
