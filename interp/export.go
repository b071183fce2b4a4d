package interp

import (
	"github.com/nvsd-kernel/nvsd-kernel/interp/export"
	"github.com/nvsd-kernel/nvsd-kernel/interp/local"
)

// ExportGo returns the Go program that the cells of a notebook stand for, as
// [export.Go] says. It runs nothing.
func ExportGo(doc string, passages []export.Passage) ([]byte, error) {
	return export.Go(newCells(".", func(*local.Loader) {}), doc, passages)
}
