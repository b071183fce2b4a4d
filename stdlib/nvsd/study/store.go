package study

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nvsd-kernel/nvsd-kernel/internal/wholefile"
)

// A store keeps the results of studies in the files of a folder: design.json, and results/ab/abcd....json for each unit.
// Each is there as a whole or not at all, so that several processes may have one folder.
type store struct{ dir string }

// errBroken is the error of a file that is not as it was written.
var errBroken = errors.New("it is broken: it has not what was written to it")

// storedResult is the content of a file of a result. The checksum is that of the Result's bytes.
type storedResult struct {
	SHA256 string          `json:"sha256"`
	Result json.RawMessage `json:"result"`
}

func (s store) path(key string) string {
	return filepath.Join(s.dir, "results", key[:2], key+".json")
}

// write keeps a result.
func (s store) write(key string, r *Result) error {
	sealed, err := seal(r)
	if err != nil {
		return err
	}
	text, err := json.Marshal(sealed)
	if err != nil {
		return err
	}
	return s.writeFile(s.path(key), text)
}

// seal returns the result with its checksum.
func seal(r *Result) (storedResult, error) {
	raw, err := json.Marshal(r)
	sum := sha256.Sum256(raw)
	return storedResult{hex.EncodeToString(sum[:]), raw}, err
}

// open returns the result, and errBroken where it is not as it was sealed.
func (stored storedResult) open() (*Result, error) {
	sum := sha256.Sum256(stored.Result)
	if hex.EncodeToString(sum[:]) != stored.SHA256 {
		return nil, errBroken
	}
	r := &Result{}
	if json.Unmarshal(stored.Result, r) != nil {
		return nil, errBroken
	}
	return r, nil
}

// read returns a result: nil where there is none, and errBroken where it is not as it was written.
func (s store) read(key string) (*Result, error) {
	text, err := os.ReadFile(s.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var stored storedResult
	if json.Unmarshal(text, &stored) != nil {
		return nil, errBroken
	}
	return stored.open()
}

func (s store) writeFile(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return wholefile.Write(path, wholefile.ModeOf(path), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// adopt makes the folder one of the design. A folder that has another design is refused. More repetitions, sizes, problems and
// methods are the same design.
func (s store) adopt(b *blueprint) error {
	path := filepath.Join(s.dir, "design.json")
	had, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("study: %w", err)
	case bytes.Equal(bytes.TrimSpace(had), b.whole):
		return nil
	default:
		if err := b.extends(had); err != nil {
			return fmt.Errorf("study: the folder %s has another study: %w; give %q a folder of its own", s.dir, err, b.Name)
		}
	}
	if err := s.writeFile(path, b.whole); err != nil {
		return fmt.Errorf("study: %w", err)
	}
	return nil
}

// extends reports the first part of a written design that is another one in b.
func (b *blueprint) extends(written []byte) error {
	var had writtenDesign
	if json.Unmarshal(written, &had) != nil {
		return fmt.Errorf("its design.json cannot be read")
	}
	switch {
	case had.Name != b.Name:
		return fmt.Errorf("it is %q", had.Name)
	case had.Seed != b.Seed:
		return fmt.Errorf("its seed is %d, and not %d", had.Seed, b.Seed)
	}
	for _, p := range had.Problems {
		raw, err := p.identity()
		if own, is := b.problems[p.Name]; err == nil && is && !bytes.Equal(own, raw) {
			return fmt.Errorf("its problem %q is another one", p.Name)
		}
	}
	for _, m := range had.Methods {
		raw, err := m.identity()
		if own, is := b.methods[m.Name]; err == nil && is && !bytes.Equal(own, raw) {
			return fmt.Errorf("its method %q is another one", m.Name)
		}
	}
	return nil
}

// Merge copies into the folder dir the results of other folders of the same design, of shards that were computed elsewhere. A
// file that is broken is left out; it returns the number of results that were new, and of files that were broken.
func Merge(d Design, dir string, from ...string) (added, broken int, err error) {
	r, err := prepare(d, dir)
	if err != nil {
		return 0, 0, err
	}
	for _, folder := range from {
		other, err := Read(d, folder)
		if err != nil {
			return added, broken, err
		}
		if len(other.all) == 0 {
			return added, broken, fmt.Errorf("study: the folder %s has no result of %q", folder, d.Name)
		}
		broken += len(other.broken)
		for u, own := range other.all {
			if r.all[u] != nil {
				continue
			}
			if err := r.keep(own); err != nil {
				return added, broken, fmt.Errorf("study: %w", err)
			}
			r.all[u] = own
			added++
		}
	}
	return added, broken, nil
}
