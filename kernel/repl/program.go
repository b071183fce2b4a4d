package repl

import "fmt"

// A Program says which program has run cells, as a notebook stores it.
type Program struct {
	Version  string `json:"version"`
	Platform string `json:"platform"`         // as Go names it, such as "linux/amd64"
	SHA256   string `json:"sha256,omitempty"` // of the program's file, in hexadecimal digits
}

func (p Program) String() string { return fmt.Sprintf("nvsd-kernel %s (%s)", p.Version, p.Platform) }
