// Package hkdf has the generic functions and types of the standard library's package
// crypto/hkdf, for lowered programs.
package hkdf

import (
	"hash"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/compiled"
)

// Extract makes a key for [Expand] of a secret and a salt.
func Extract[H hash.Hash](h func() H, secret, salt []byte) ([]byte, error) {
	return compiled.HKDFExtract(func() hash.Hash { return h() }, secret, salt)
}

// Expand makes a key of keyLength bytes of what [Extract] has made.
func Expand[H hash.Hash](h func() H, pseudorandomKey []byte, info string, keyLength int) ([]byte, error) {
	return compiled.HKDFExpand(func() hash.Hash { return h() }, pseudorandomKey, info, keyLength)
}

// Key makes a key of keyLength bytes of a secret, a salt and a purpose.
func Key[Hash hash.Hash](h func() Hash, secret, salt []byte, info string, keyLength int) ([]byte, error) {
	return compiled.HKDFKey(func() hash.Hash { return h() }, secret, salt, info, keyLength)
}
