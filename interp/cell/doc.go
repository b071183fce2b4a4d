// Package cell turns the cells of a notebook into programs that the yaegi
// interpreter runs as Go would: it parses a cell, checks it with go/types
// against everything that the session has declared, and rewrites it. It is
// pure: no interpreter, no input, no output.
package cell
