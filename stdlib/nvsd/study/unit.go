package study

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// numbers counts the changes of this package, and of what it calls, after which results are other ones: those that were
// stored before are computed again.
const numbers = 1

// identity has everything that decides the numbers of a unit. The names of methods do not.
type identity struct {
	Numbers int             `json:"numbers"`
	Seed    uint64          `json:"seed"`
	Problem json.RawMessage `json:"problem"` // without its sizes
	Train   int             `json:"train"`
	Rep     int             `json:"repetition"`
	Method  json.RawMessage `json:"method"`          // without its name
	Refit   json.RawMessage `json:"refit,omitempty"` // where the method may use it
}

// A blueprint is a design with the JSON of its parts, from which the names of the files of results follow.
type blueprint struct {
	Design
	whole    json.RawMessage
	problems map[string]json.RawMessage
	methods  map[string]json.RawMessage
	refit    json.RawMessage
	uses     map[string]bool // methods that may use the refit
}

func newBlueprint(d Design) (*blueprint, error) {
	w, err := d.written()
	if err != nil {
		return nil, fmt.Errorf("study: %q: %w", d.Name, err)
	}
	b := &blueprint{Design: d, problems: map[string]json.RawMessage{}, methods: map[string]json.RawMessage{}, refit: w.Refit, uses: map[string]bool{}}
	b.whole, err = json.MarshalIndent(w, "", "  ")
	if err != nil {
		return nil, err
	}
	for _, p := range w.Problems {
		b.problems[p.Name], err = p.identity()
		if err != nil {
			return nil, err
		}
	}
	for i, m := range w.Methods {
		b.methods[m.Name], err = m.identity()
		if err != nil {
			return nil, err
		}
		switch d.Methods[i].Fit.(type) {
		case NVSD, Procedure:
		default:
			b.uses[m.Name] = !m.Own
		}
	}
	return b, nil
}

// identity returns the part of a problem that decides the numbers at each of its sizes.
func (p writtenProblem) identity() (json.RawMessage, error) {
	p.Train = nil
	var err error
	p.Data, err = anywhere(p.Data)
	if err != nil {
		return nil, err
	}
	return json.Marshal(p)
}

// identity returns the part of a method that decides its numbers, which is all but the name.
func (m writtenMethod) identity() (json.RawMessage, error) {
	m.Name = ""
	return json.Marshal(m)
}

// key returns the SHA-256 of what decides the numbers of a unit.
func (b *blueprint) key(u Unit) (string, error) {
	id := identity{Numbers: numbers, Seed: b.Seed, Problem: b.problems[u.Problem], Train: u.Train, Rep: u.Rep, Method: b.methods[u.Method]}
	if b.uses[u.Method] {
		id.Refit = b.refit
	}
	text, err := json.Marshal(id)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
