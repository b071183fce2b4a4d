package install

import (
	"embed"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
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

// program returns the program that the spec in dir starts.
func (s spec) program(dir string) string {
	if len(s.Argv) == 0 {
		return ""
	}
	program := strings.ReplaceAll(s.Argv[0], resourceDir, dir)
	if program != s.Argv[0] {
		return filepath.Clean(program)
	}
	return program
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

// resourceDir stands for the folder of a spec in its argv. Jupyter replaces it.
const resourceDir = "{resource_dir}"

// PackageFiles returns the files of the spec that a Python package brings along, by their
// names. version is that of the program. The program is found from the folder of the
// spec, share/jupyter/kernels/nvsd below the root of the Python environment: a package
// manager puts programs into bin there, or into Scripts on Windows. So the kernel starts
// without an activated environment, and the environment may be moved.
func PackageFiles(goos, version string) (map[string][]byte, error) {
	s := system{goos: goos}
	program := s.join(resourceDir, "..", "..", "..", "..", "bin", "nvsd-kernel")
	if goos == "windows" {
		program = s.join(resourceDir, "..", "..", "..", "..", "Scripts", "nvsd-kernel.exe")
	}
	return newSpec([]string{program, "{connection_file}"}, DefaultDisplayName, version).files()
}

// files returns the spec and the logos by the names of their files.
func (s spec) files() (map[string][]byte, error) {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"kernel.json": append(text, '\n')}
	entries, err := logos.ReadDir("logos")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		files[entry.Name()], err = logos.ReadFile("logos/" + entry.Name())
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// write fills a folder with the spec and the logos.
func (s spec) write(dir string) error {
	files, err := s.files()
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
