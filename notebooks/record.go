package notebooks

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// metadataKey is the member of a notebook's metadata that holds its [Record], and of an output's
// metadata that holds the provenance of a value.
const metadataKey = "nvsd"

// A Record describes the run that made the outputs of a notebook. [Run] stores it in the metadata
// of the notebook. It is the same after each run of the same program with the same parameters and
// files.
type Record struct {
	Program    repl.Program      `json:"program"`
	Parameters map[string]string `json:"parameters,omitempty"` // that were set from outside, as Go source
	Seeds      []uint64          `json:"seeds,omitempty"`      // of what the shown values were drawn by
	Files      []File            `json:"files,omitempty"`      // that were read as data
	Outputs    map[string]string `json:"outputs"`              // the SHA-256 of each cell's outputs, by the cell's id
}

// A File is one that the cells have read.
type File struct {
	Path   string `json:"path"` // as the cell names it
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes"`
}

// Record returns the record of the last Run. ok reports whether there is one.
func (nb *Notebook) Record() (r Record, ok bool) {
	o, ok := nb.root.obj("metadata").get(metadataKey).(*object)
	if !ok {
		return Record{}, false
	}
	err := json.Unmarshal(appendValue(nil, o, oneLine, 0), &r)
	return r, err == nil
}

// Program returns the program that has run the notebook, by its Record or by the metadata that
// a client has stored. It is the zero Program if neither is known.
func (nb *Notebook) Program() (p repl.Program) {
	if r, ok := nb.Record(); ok {
		return r.Program
	}
	stored := nb.root.obj("metadata").obj("language_info").obj(metadataKey)
	if json.Unmarshal(appendValue(nil, stored, oneLine, 0), &p) != nil {
		return repl.Program{}
	}
	return p
}

// record stores the Record of the outputs. files are those that the session tells of.
func (nb *Notebook) record(p repl.Program, files []File) error {
	r := Record{Program: p, Files: files, Parameters: nb.parameters(), Outputs: nb.Digests()}
	for _, c := range nb.cells {
		if c.Kind() == Code {
			for _, out := range c.Outputs() {
				r.add(out.Bundle.Metadata[metadataKey])
			}
		}
	}
	slices.Sort(r.Seeds)
	r.Seeds = slices.Compact(r.Seeds)
	slices.SortFunc(r.Files, func(a, b File) int { return strings.Compare(a.Path+"\x00"+a.SHA256, b.Path+"\x00"+b.SHA256) })
	r.Files = slices.Compact(r.Files)
	return nb.store(metadataKey, r)
}

// store sets a member of the metadata.
func (nb *Notebook) store(key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	stored, err := parse(text)
	if err != nil {
		return err
	}
	metadata := nb.root.obj("metadata")
	metadata.set(key, sorted(stored))
	nb.root.set("metadata", metadata)
	return nil
}

// add adds the seeds and files of a shown value, and those of its data.
func (r *Record) add(raw json.RawMessage) {
	var said struct {
		Seeds []uint64        `json:"seeds"`
		Files []File          `json:"files"`
		Data  json.RawMessage `json:"data"`
	}
	if len(raw) == 0 || json.Unmarshal(raw, &said) != nil {
		return
	}
	r.Seeds = append(r.Seeds, said.Seeds...)
	r.Files = append(r.Files, said.Files...)
	r.add(said.Data)
}

// Digests returns the SHA-256 of the outputs of each cell that has some, by its key. The number of a run is no part of them.
func (nb *Notebook) Digests() map[string]string {
	all := map[string]string{}
	keys := nb.Keys()
	for i, c := range nb.cells {
		outs := c.Outputs()
		if c.Kind() != Code || len(outs) == 0 {
			continue
		}
		l := make(list, len(outs))
		for j, out := range outs {
			out.Count = 0
			l[j] = out.encode()
		}
		sum := sha256.Sum256(appendValue(nil, l, oneLine, 0))
		all[keys[i]] = hex.EncodeToString(sum[:])
	}
	return all
}

// Keys returns the keys of the cells in a Record: their ids, and the number from 1 of a cell that has no id,
// or the id of a cell above.
func (nb *Notebook) Keys() []string {
	keys := make([]string, len(nb.cells))
	for i, c := range nb.cells {
		keys[i] = c.ID()
		if keys[i] == "" || slices.Contains(keys[:i], keys[i]) {
			keys[i] = fmt.Sprintf("cell %d", i+1)
		}
	}
	return keys
}

// parameters returns the values of the cell of injected parameters, by name.
func (nb *Notebook) parameters() map[string]string {
	values := map[string]string{}
	for _, c := range nb.cells {
		if c.Kind() != Code || !c.hasTag(injectedTag) {
			continue
		}
		for line := range strings.Lines(c.Source()) {
			if name, value, ok := strings.Cut(strings.TrimSpace(line), " = "); ok {
				values[name] = value
			}
		}
	}
	return values
}
