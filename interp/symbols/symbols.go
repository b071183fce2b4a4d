// Package symbols holds what cells can import: for the checker the types of
// each package, for the interpreter its values.
package symbols

import (
	"errors"
	"go/types"

	"github.com/traefik/yaegi/interp"
)

// Importer returns an importer of the packages that cells may import. It reads
// each when it is first asked for. It is not safe for concurrent use.
func Importer() types.Importer { return importer{} }

type importer struct{}

func (importer) Import(path string) (*types.Package, error) {
	return nil, errors.New("package " + path + " is not part of this build")
}

// Exports returns the values of those packages, for interp.Use.
func Exports() interp.Exports { return nil }

// Packages returns the packages that a cell may use without importing them:
// path by name.
func Packages() map[string]string { return nil }

// Missing tells why name of the package at path cannot be used in a cell, or
// returns "".
func Missing(path, name string) string { return "" }
