// Package pbkdf2 has the generic functions and types of the standard library's package
// crypto/pbkdf2, for lowered programs.
package pbkdf2

import (
	"hash"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/compiled"
)

// Key makes a key of keyLength bytes of a password and a salt, in iter rounds.
func Key[Hash hash.Hash](h func() Hash, password string, salt []byte, iter, keyLength int) ([]byte, error) {
	return compiled.PBKDF2Key(func() hash.Hash { return h() }, password, salt, iter, keyLength)
}
