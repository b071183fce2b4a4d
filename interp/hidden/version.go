package hidden

import (
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// A version is the meaning of a name of the session: its source, and the versions that it
// was made of.
type version struct {
	owner string        // the cell that made it
	run   int           // … in which run
	base  key           // what it was made as
	parts []part        // what has been changed of it since
	from  []usedVersion // the versions of other cells that it is made of

	// A function, a type, a group of constants or an import is its text alone: whoever uses
	// it uses what it names, too, as that is by then.
	declared bool
	uses     []string
	changes  []cell.Change
}

// A part is a changed part of a variable, with the key of its new value.
type part struct {
	name string
	key  key
}

// A key is a digest of a source and of the keys of the names that it uses.
type key [sha256.Size]byte

// keyOf returns the key of a list of texts.
func keyOf(texts ...string) key {
	h := sha256.New()
	for _, text := range texts {
		var size [8]byte
		binary.LittleEndian.PutUint64(size[:], uint64(len(text)))
		h.Write(size[:])
		h.Write([]byte(text))
	}
	return key(h.Sum(nil))
}

func (v version) key() key {
	if len(v.parts) == 0 {
		return v.base
	}
	texts := []string{string(v.base[:])}
	for _, p := range v.parts {
		texts = append(texts, p.name, string(p.key[:]))
	}
	return keyOf(texts...)
}

// with returns the version with a part that is made anew, at its place among the parts.
func (v version) with(p part) version {
	v.parts = slices.Clone(v.parts)
	if i := slices.IndexFunc(v.parts, func(old part) bool { return old.name == p.name }); i >= 0 {
		v.parts[i] = p
	} else {
		v.parts = append(v.parts, p)
	}
	return v
}

// slot returns the key of a name among the versions of its cell: a cell displays a value under
// another name each time.
func slot(name string) string {
	if cell.IsOut(name) {
		return "_"
	}
	return name
}

// lookup returns the meaning of a name for the next step.
func (r *Run) lookup(name string) (version, bool) {
	if v, ok := r.names[name]; ok {
		return v, true
	}
	return r.known(name)
}

// declare takes a step that declares.
func (r *Run) declare(s cell.Step) {
	for _, name := range s.Gives {
		r.names[name] = version{
			owner: r.rec.id, run: r.rec.run, base: keyOf(s.Text, name),
			declared: true, uses: s.Reads, changes: s.Changes,
		}
	}
}

// state takes a step that is a statement.
func (r *Run) state(s cell.Step) {
	names, changes := r.reached(s.Reads)
	from := r.use(names)
	for _, name := range s.Gives {
		k := r.made(s.Text, names, "")
		r.names[name] = version{owner: r.rec.id, run: r.rec.run, base: keyOf(string(k[:]), name), from: from}
	}
	for _, c := range append(changes, s.Changes...) {
		v, ok := r.lookup(c.Name)
		if !ok || v.declared || slices.Contains(s.Gives, c.Name) {
			continue
		}
		except := c.Name
		if c.Again {
			except = ""
		}
		name := c.Part
		if name == "" {
			name = s.Text
		}
		next := v.with(part{name, r.made(s.Text, names, except)})
		next.from = merged(from, r.use([]string{c.Name}))
		next.owner, next.run = r.rec.id, r.rec.run
		r.names[c.Name] = next
	}
}

// made returns the key of the result of a step from the names that it uses, but for one.
func (r *Run) made(text string, names []string, except string) key {
	texts := []string{text}
	for _, name := range names {
		if name != except {
			v, _ := r.lookup(name)
			k := v.key()
			texts = append(texts, name, string(k[:]))
		}
	}
	return keyOf(texts...)
}

// reached returns, sorted, the names of the session among some, and what they use in turn: a
// function what its body names, a type its methods. It also returns what the functions change.
func (r *Run) reached(names []string) (all []string, changes []cell.Change) {
	seen := map[string]bool{}
	for len(names) > 0 {
		name := names[0]
		names = names[1:]
		v, ok := r.lookup(name)
		if !ok || seen[name] {
			continue
		}
		seen[name] = true
		if cell.IsOut(name) {
			r.rec.blanks = true
		}
		if v.declared {
			names = append(names[:len(names):len(names)], v.uses...)
			names = append(names, r.methods(name)...)
			changes = append(changes, v.changes...)
		}
	}
	return slices.Sorted(maps.Keys(seen)), changes
}

// methods returns the methods of a type.
func (r *Run) methods(typ string) []string {
	var list []string
	for _, all := range []map[string]version{r.names, r.all()} {
		for name := range all {
			if strings.HasPrefix(name, typ+".") {
				list = append(list, name)
			}
		}
	}
	return list
}

// use records the names that the run uses, and returns the versions of other cells behind
// them. A version of the cell itself stands for the versions that it was made of.
func (r *Run) use(names []string) (from []usedVersion) {
	for _, name := range names {
		v, _ := r.lookup(name)
		if v.run == r.rec.run || v.owner == r.rec.id {
			from = merged(from, v.from)
		} else {
			from = merged(from, []usedVersion{{v.owner, slot(name), v.key()}})
		}
	}
	for _, rd := range from {
		r.reads[rd] = true
	}
	return from
}

// merged returns all of two lists, each once.
func merged(a, b []usedVersion) []usedVersion {
	all := a[:len(a):len(a)]
	for _, rd := range b {
		if !slices.Contains(all, rd) {
			all = append(all, rd)
		}
	}
	return all
}
