package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/install/internal/sbom"
)

// A licence is a text under which a module is given.
type licence struct {
	module string // its path; std for the standard library
	file   string
	text   []byte
}

// licenceFile matches the names of files that have to go with a program. What is below
// a folder of such a name does too.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|third_party_licen)`)

// readLicences returns the licences of a program: its own first, then those of its parts.
func readLicences(root string, info *debug.BuildInfo) ([]licence, error) {
	goroot, err := outputOf(root, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	list, err := licencesIn(root, info.Main.Path, "LICENSE")
	if err != nil {
		return nil, err
	}
	std, err := licencesIn(goroot, "std", "LICENSE")
	if err != nil {
		return nil, err
	}
	list = append(list, std...)
	for _, mod := range info.Deps {
		dir, err := outputOf(root, "go", "list", "-m", "-f", "{{.Dir}}", mod.Path)
		if err != nil {
			return nil, err
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		var names []string
		for _, entry := range entries {
			if licenceFile.MatchString(entry.Name()) {
				names = append(names, entry.Name())
			}
		}
		found, err := licencesIn(dir, mod.Path, names...)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s has no file that names its licence in %s", mod.Path, dir)
		}
		list = append(list, found...)
	}
	return list, nil
}

// licencesIn reads files of a module, and those below folders.
func licencesIn(dir, module string, names ...string) ([]licence, error) {
	var list []licence
	for _, name := range names {
		err := filepath.WalkDir(filepath.Join(dir, name), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(dir, path)
			list = append(list, licence{module, filepath.ToSlash(rel), text})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// identifiers returns the SPDX identifiers of the licences by module.
func identifiers(list []licence) map[string][]string {
	ids := map[string][]string{}
	for _, l := range list {
		if id := sbom.Identify(string(l.text)); id != "" && !slices.Contains(ids[l.module], id) {
			ids[l.module] = append(ids[l.module], id)
		}
	}
	return ids
}

// thirdParty returns the licences of all but this project as one text.
func thirdParty(list []licence) []byte {
	var b bytes.Buffer
	b.WriteString("The program nvsd-kernel contains the Go standard library (std) and the modules below.\n")
	for _, l := range list[1:] {
		fmt.Fprintf(&b, "\n%s\n%s, %s\n%[1]s\n\n%s\n", "================================================================", l.module, l.file, bytes.TrimSpace(l.text))
	}
	return b.Bytes()
}
