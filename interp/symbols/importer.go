package symbols

import (
	_ "embed"
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/gcexportdata"

	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols/internal/archive"
)

//go:embed internal/table/export.archive
var exports archive.Archive

// Importer returns an importer of the packages that cells may import. It reads
// a package at its first import. It is not safe for concurrent use.
func Importer() types.Importer {
	return &importer{fset: token.NewFileSet(), partly: map[string]*types.Package{}, whole: map[string]*types.Package{}}
}

type importer struct {
	fset *token.FileSet
	// partly has every package that export data have mentioned, with the objects that
	// they describe; whole has the packages that were read themselves.
	partly, whole map[string]*types.Package
}

func (im *importer) Import(path string) (*types.Package, error) {
	if pkg, ok := im.whole[path]; ok {
		return pkg, nil
	}
	data := exports.Open(path)
	if data == nil {
		return nil, fmt.Errorf("no package %q in this kernel", path)
	}
	pkg, err := gcexportdata.Read(data, im.fset, im.partly, path)
	if err != nil {
		return nil, fmt.Errorf("types of package %s: %w", path, err)
	}
	im.whole[path] = pkg
	return pkg, nil
}
