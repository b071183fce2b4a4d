package install

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// executable says which file a spec should start, and whether that file is a
// fleeting one, which will not be there tomorrow.
func executable(named string) (path string, fleeting bool, err error) {
	if named == "" {
		if named, err = os.Executable(); err != nil {
			return "", false, fmt.Errorf("the path of this program is not known: %w; name it", err)
		}
	}
	if path, err = filepath.Abs(named); err != nil {
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
	return path, isTemporary(path), nil
}

// onPath finds a program in the folders of PATH. Package managers put a link
// there that outlives the versioned folder to which it leads, so the link is
// what a spec should name.
func onPath(program string, info os.FileInfo, path string) string {
	for _, dir := range filepath.SplitList(path) {
		candidate := filepath.Join(dir, filepath.Base(program))
		if !filepath.IsAbs(candidate) || isTemporary(candidate) {
			continue
		}
		if found, err := os.Stat(candidate); err == nil && os.SameFile(found, info) {
			return candidate
		}
	}
	return ""
}

// isTemporary reports whether a path lies in the folder of temporary files,
// where `go run` and archives opened with a click put programs.
func isTemporary(path string) bool { return inside(os.TempDir(), path) }

// inside reports whether a path lies in a folder.
func inside(dir, path string) bool {
	rel, err := filepath.Rel(resolved(dir), resolved(path))
	return err == nil && filepath.IsLocal(rel)
}

// resolved follows links as far as the path exists.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// copyProgram copies a program into a folder and returns the file's name.
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

// runnable tells why a program that a spec names would not start.
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
