package interp

import (
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/local"
)

// Plain returns the Go program that the cells of a notebook stand for, as
// [cell.Session.Plain] says. It runs nothing.
func Plain(doc string, cells []cell.Passage) ([]byte, error) {
	return newCells(".", func(*local.Loader) {}).Plain(doc, cells)
}
