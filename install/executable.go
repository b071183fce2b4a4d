package install

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// executable returns the program that a spec should start. It also reports whether
// the program is fleeting: a file of a temporary folder or of a cache, which will be removed.
func executable(named string) (path string, fleeting bool, err error) {
	if named == "" {
		named, err = os.Executable()
		if err != nil {
			return "", false, fmt.Errorf("the path of this program is not known: %w; name it", err)
		}
	}
	path, err = filepath.Abs(named)
	if err != nil {
		return "", false, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", false, err
	}
	if !info.Mode().IsRegular() {
		return "", false, fmt.Errorf("%s is not a program", path)
	}
	if stable := onPath(path, info, os.Getenv("PATH")); stable != "" {
		return stable, false, nil
	}
	return path, isFleeting(path), nil
}

// onPath finds a program in the folders of PATH. Package managers put a link
// there, which outlives the versioned folder that it points to. So a spec should
// name the link.
func onPath(program string, info os.FileInfo, path string) string {
	for _, dir := range filepath.SplitList(path) {
		candidate := filepath.Join(dir, filepath.Base(program))
		if !filepath.IsAbs(candidate) || isFleeting(candidate) {
			continue
		}
		if found, err := os.Stat(candidate); err == nil && os.SameFile(found, info) {
			return candidate
		}
	}
	return ""
}

// isFleeting reports whether a path is in the folder of temporary files, where `go run` and
// archive viewers put programs, or in a cache, where uvx and `pipx run` put them.
func isFleeting(path string) bool {
	folders := []string{os.TempDir()}
	if s, err := host(); err == nil {
		folders = append(folders, s.caches()...)
	}
	return slices.ContainsFunc(folders, func(dir string) bool { return inside(dir, path) })
}

// inside reports whether a path is in a folder.
func inside(dir, path string) bool {
	rel, err := filepath.Rel(resolved(dir), resolved(path))
	return err == nil && filepath.IsLocal(rel)
}

// resolved returns the path with its links followed, as far as the path exists.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// copyProgram copies a program into a folder and returns the name of the copy.
func copyProgram(dir, program string) (string, error) {
	name := "nvsd-kernel"
	if strings.EqualFold(filepath.Ext(program), ".exe") {
		name += ".exe"
	}
	text, err := os.ReadFile(program)
	if err != nil {
		return "", err
	}
	return name, os.WriteFile(filepath.Join(dir, name), text, 0o755)
}

// runnable returns an error if a program that a spec names would not start.
func runnable(program string) error {
	if filepath.Base(program) == program { // as in the spec of a package
		if _, err := exec.LookPath(program); err != nil {
			return err
		}
		return nil
	}
	if !filepath.IsAbs(program) {
		return fmt.Errorf("%s is not an absolute path", program)
	}
	info, err := os.Stat(program)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New(program + " is not a program")
	}
	return nil
}
