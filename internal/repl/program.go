package repl

import "fmt"

// The arithmetics of a Program.
const (
	Portable = "portable" // it computes the same bits on every processor
	Native   = "native"   // it rounds as its processor does
)

// A Program identifies a program that has run cells, as a notebook stores it.
type Program struct {
	Version    string `json:"version"`
	Platform   string `json:"platform"`             // as Go names it, such as "linux/amd64"
	Arithmetic string `json:"arithmetic,omitempty"` // Portable or Native, and "" where nobody has said
	Build      string `json:"build,omitempty"`      // its Go build ID, which no other program has; "" where it was linked without one
}

func (p Program) String() string {
	if p.Arithmetic == "" {
		return fmt.Sprintf("nvsd-kernel %s (%s)", p.Version, p.Platform)
	}
	return fmt.Sprintf("nvsd-kernel %s (%s, %s arithmetic)", p.Version, p.Platform, p.Arithmetic)
}

// RoundsOtherwise reports whether both programs are known to round in other ways, so that last digits differ.
func (p Program) RoundsOtherwise(than Program) bool {
	if p.Arithmetic == "" || than.Arithmetic == "" {
		return false
	}
	return p.Arithmetic != than.Arithmetic || p.Arithmetic != Portable && p.Platform != than.Platform
}
