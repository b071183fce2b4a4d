// Package runtime has the generic functions and types of the standard library's package
// runtime, for lowered programs.
package runtime

import (
	"runtime"
	"unsafe"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/compiled"
)

// AddCleanup calls cleanup with arg some time after the variable that ptr points
// to is no longer in use.
func AddCleanup[T, S any](ptr *T, cleanup func(S), arg S) runtime.Cleanup {
	return compiled.AddCleanup(unsafe.Pointer(ptr), func() { cleanup(arg) })
}
