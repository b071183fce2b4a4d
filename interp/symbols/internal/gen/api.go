package gen

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/types"
	"strings"
)

// Sum returns a hash of the exports of a package. It changes if and only if a cell
// could see a difference in types.
func Sum(pkg *types.Package) string {
	var b strings.Builder
	full := func(p *types.Package) string { return p.Path() }
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		fmt.Fprintln(&b, types.ObjectString(obj, full))
		if c, ok := obj.(*types.Const); ok {
			fmt.Fprintln(&b, c.Val().ExactString())
		}
		if named, ok := obj.Type().(*types.Named); ok {
			if _, isType := obj.(*types.TypeName); isType {
				for m := range named.Methods() {
					fmt.Fprintln(&b, types.ObjectString(m, full))
				}
			}
		}
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:12])
}
