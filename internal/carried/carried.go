// Package carried passes on values of types that cells declare to other processes, as text: from the interpreter, which has their
// source, to a study, which writes it down, and back to an interpreter. The study and the interpreter do not know each other: they meet
// in the value, and in a context.
package carried

import (
	"context"
	"encoding/json"
)

// Code is a value of a type that cells declare, as text.
type Code struct {
	Type   string          `json:"type"`   // as an expression: "T", "*T", "Pair[float64]"
	Value  json.RawMessage `json:"value"`  // as encoding/json writes it
	Source string          `json:"source"` // a cell with the type and all that the type needs of other cells, without comments
}

// A Value is a value of a type that cells declare. The error says which part of it, or which name of the cells, no text can have.
type Value interface{ Code() (Code, error) }

// A Maker makes values of code. It sets the interface to which target points.
type Maker interface {
	Make(ctx context.Context, c Code, target any) error
}

type makerKey struct{}

// WithMaker returns a context in which m makes the values.
func WithMaker(ctx context.Context, m Maker) context.Context {
	return context.WithValue(ctx, makerKey{}, m)
}

// MakerOf returns the maker of a context, or nil if it has none.
func MakerOf(ctx context.Context) Maker {
	m, _ := ctx.Value(makerKey{}).(Maker)
	return m
}
