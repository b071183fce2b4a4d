package child

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/internal/stored"
	"github.com/nvsd-kernel/nvsd-kernel/internal/wholefile"
)

// largeProof is the largest size, in bytes, of a proof that is kept in a notebook. A larger
// one is a file beside it.
const largeProof = 1 << 20

// proofsFolder is the folder of large proofs, below the folder in which the interpreter
// started: that of the notebook.
const proofsFolder = "nvsd-proofs"

// proofFile stands in a bundle in place of a large proof.
type proofFile struct {
	File   string `json:"file,omitempty"` // from the folder of the notebook
	SHA256 string `json:"sha256"`
	Bytes  int    `json:"bytes"`
	Lost   string `json:"lost,omitempty"` // why there is no file
}

// withoutLarge returns the bundle, in which a large proof, or large solutions of fits, are replaced
// by the name of the file that they are written to. The name is the digest, so that the same proof is
// written once. A proof that cannot be written is left out, and the bundle says why.
func withoutLarge(b display.Bundle, folder string) display.Bundle {
	return without(stored.MIME, without(display.MIMEProof, b, folder), folder)
}

func without(mime string, b display.Bundle, folder string) display.Bundle {
	raw, ok := b.Data[mime].(json.RawMessage)
	if !ok || len(raw) <= largeProof {
		return b
	}
	sum := sha256.Sum256(raw)
	ref := proofFile{SHA256: hex.EncodeToString(sum[:]), Bytes: len(raw)}
	ref.File = path.Join(proofsFolder, ref.SHA256+".json")
	if err := keepFile(filepath.Join(folder, filepath.FromSlash(ref.File)), raw); err != nil {
		ref.File, ref.Lost = "", fmt.Sprintf("the proof could not be written beside the notebook: %v", err)
	}
	text, err := json.Marshal(ref)
	if err != nil {
		return b
	}
	b.Data = maps.Clone(b.Data)
	b.Data[mime] = json.RawMessage(text)
	return b
}

// keepFile writes a file as a whole or not at all, if it is not there.
func keepFile(name string, text []byte) error {
	if info, err := os.Stat(name); err == nil && info.Size() == int64(len(text)) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return wholefile.Write(name, 0o644, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
