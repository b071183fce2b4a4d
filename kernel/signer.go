package kernel

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"hash"
)

// A signer signs the four JSON parts of a message with a key that both sides share.
// Without a key it signs nothing and accepts everything, as the protocol says.
type signer struct {
	digest func() hash.Hash
	key    []byte
}

func newSigner(scheme, key string) (signer, error) {
	digests := map[string]func() hash.Hash{
		"":            sha256.New, // the protocol's default
		"hmac-sha256": sha256.New,
		"hmac-sha224": sha256.New224,
		"hmac-sha384": sha512.New384,
		"hmac-sha512": sha512.New,
	}
	digest, ok := digests[scheme]
	if !ok {
		return signer{}, fmt.Errorf("%q is not supported, expected hmac-sha256, hmac-sha224, hmac-sha384 or hmac-sha512", scheme)
	}
	return signer{digest, []byte(key)}, nil
}

// signs reports whether there is a key.
func (s signer) signs() bool { return len(s.key) > 0 }

// sign returns the signature in hexadecimal, or an empty one if there is no key.
func (s signer) sign(parts [][]byte) []byte {
	if !s.signs() {
		return []byte{}
	}
	mac := hmac.New(s.digest, s.key)
	for _, p := range parts {
		mac.Write(p)
	}
	return hex.AppendEncode(nil, mac.Sum(nil))
}

// verify reports whether a signature is right. It compares in constant time, so that
// the time does not tell how much of a forged signature is right.
func (s signer) verify(signature []byte, parts [][]byte) bool {
	return !s.signs() || hmac.Equal(signature, s.sign(parts))
}
