//go:build !amd64 && !arm64

package named

import (
	"reflect"
	"unsafe"
)

const stubs = 0

// Rooms is the number of methods that there is code for.
const Rooms = stubs

// Room returns how many more methods there is code for.
func Room() int { return 0 }

func code(Method, bool, reflect.Type) unsafe.Pointer { return nil }
