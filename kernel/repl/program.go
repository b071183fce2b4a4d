package repl

import "fmt"

// A Program says which program has run cells, as a notebook stores it.
type Program struct {
	Version  string `json:"version"`
	Platform string `json:"platform"` // as Go names it, such as "linux/amd64"

	// Arithmetic is "portable" if the program computes the same bits on every processor, "native" if it
	// rounds as its processor does, and "" where nobody has said.
	Arithmetic string `json:"arithmetic,omitempty"`

	SHA256 string `json:"sha256,omitempty"` // of the program's file, in hexadecimal digits
}

func (p Program) String() string {
	if p.Arithmetic == "" {
		return fmt.Sprintf("nvsd-kernel %s (%s)", p.Version, p.Platform)
	}
	return fmt.Sprintf("nvsd-kernel %s (%s, %s arithmetic)", p.Version, p.Platform, p.Arithmetic)
}

// RoundsOtherwise reports whether both programs are known to round in other ways, so that last digits differ.
func (p Program) RoundsOtherwise(than Program) bool {
	const portable = "portable"
	if p.Arithmetic == "" || than.Arithmetic == "" || p.Arithmetic == portable && than.Arithmetic == portable {
		return false
	}
	return p.Arithmetic != than.Arithmetic || p.Platform != than.Platform
}
