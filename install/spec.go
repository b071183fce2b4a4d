package install

import (
	"embed"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
)

// The logos that Jupyter shows beside the kernel's name.
//
//go:generate go run ./internal/drawlogo logos
//go:embed logos
var logos embed.FS

// ownMark is the entry of the metadata that marks a spec as written by Install.
const ownMark = "nvsd-kernel"

// spec is the content of kernel.json.
type spec struct {
	Argv            []string       `json:"argv"`
	DisplayName     string         `json:"display_name"`
	Language        string         `json:"language"`
	InterruptMode   string         `json:"interrupt_mode"`
	ProtocolVersion string         `json:"kernel_protocol_version"`
	Metadata        map[string]any `json:"metadata"`
}

func newSpec(argv []string, displayName, version string) spec {
	return spec{
		Argv:        argv,
		DisplayName: displayName,
		Language:    "go",
		// A signal would reach the worker as well, and Windows has none.
		InterruptMode:   "message",
		ProtocolVersion: "5.5",
		// JupyterLab offers its debugger, whose panel lists the variables, for "debugger".
		Metadata: map[string]any{ownMark: map[string]string{"version": version}, "debugger": true},
	}
}

// own reports whether Install wrote the spec.
func (s spec) own() bool { return s.Metadata[ownMark] != nil }

// version returns the version of the program that wrote the spec.
func (s spec) version() string {
	mark, _ := s.Metadata[ownMark].(map[string]any)
	version, _ := mark["version"].(string)
	return version
}

// program returns the program that the spec starts.
func (s spec) program() string {
	if len(s.Argv) == 0 {
		return ""
	}
	return s.Argv[0]
}

// readSpec reads the kernel.json of a folder.
func readSpec(dir string) (spec, error) {
	text, err := os.ReadFile(filepath.Join(dir, "kernel.json"))
	if err != nil {
		return spec{}, err
	}
	var s spec
	return s, json.Unmarshal(text, &s)
}

// write fills a folder with the spec and the logos.
func (s spec) write(dir string) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "kernel.json"), append(text, '\n'), 0o644); err != nil {
		return err
	}
	return fs.WalkDir(logos, "logos", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		logo, err := logos.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, entry.Name()), logo, 0o644)
	})
}
