package install

import (
	"errors"
	"io/fs"
	"path/filepath"
)

// Installed is a spec that [Status] has found.
type Installed struct {
	Dir         string
	DisplayName string
	Program     string
	Version     string // version of the program that wrote it; empty if unknown
	Problem     error  // why the kernel would not start; nil if it would
	Shadowed    bool   // Jupyter finds another spec of the same name first
}

// Status finds the specs of a name, DefaultName if empty, in the order in
// which Jupyter searches. It also returns the folders that it searched. A Jupyter
// whose Python environment is not active here also searches that environment.
func Status(name string) (found []Installed, searched []string, err error) {
	name, err = specName(name)
	if err != nil {
		return nil, nil, err
	}
	s, err := host()
	if err != nil {
		return nil, nil, err
	}
	searched = s.searchPath()
	for _, root := range searched {
		dir := filepath.Join(root, name)
		spec, err := readSpec(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		switch {
		case err != nil:
		case !spec.own():
			err = errors.New("another program's kernel of that name; install --force replaces it")
		default:
			err = runnable(spec.program(dir))
		}
		found = append(found, Installed{
			Dir:         dir,
			DisplayName: spec.DisplayName,
			Program:     spec.program(dir),
			Version:     spec.version(),
			Problem:     err,
			Shadowed:    len(found) > 0,
		})
	}
	return found, searched, nil
}
