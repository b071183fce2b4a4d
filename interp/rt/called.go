package rt

import (
	"fmt"
	"strings"
)

// Called returns the name in messages of a value of a cell's type that compiled code has
// behind an interface: the text of its own method, or else the name of its type.
func Called(v any) string {
	o, ok := boxed(v)
	if !ok || o.Prints() {
		return fmt.Sprint(v)
	}
	return strings.TrimPrefix(strings.TrimLeft(o.T.name, "*"), "main.")
}
