// Package install registers the kernel with Jupyter: it writes, removes and
// finds the folder that Jupyter calls a kernelspec.
package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
)

const (
	// DefaultName is the name of the spec's folder. Programs use it as the name of the
	// kernel.
	DefaultName = "nvsd"
	// DefaultDisplayName is the name that Jupyter shows.
	DefaultDisplayName = "Go (nvsd)"
)

// Options set the place and the content of a spec. At most one of User,
// SysPrefix and Prefix may be set; the default is User.
type Options struct {
	User      bool   // in the user's Jupyter folder
	SysPrefix bool   // in the active Python environment
	Prefix    string // in this installation folder, such as /usr/local

	Name        string   // DefaultName if empty
	DisplayName string   // DefaultDisplayName if empty
	Force       bool     // replace or remove a spec that Install did not write
	Executable  string   // the program to start; the running program if empty
	Arguments   []string // arguments of the program, before the connection file
	Version     string   // version of the program, stored in the spec
}

// Written is a spec that [Install] has written.
type Written struct {
	Dir    string // the folder of the spec
	Copied string // the program that was copied into Dir because its own place does not last; empty if none was
}

// Install writes a spec. It replaces a spec that an earlier Install wrote. If there is
// another kernel of the same name, Install returns an error unless Force is set.
//
// The spec names the program by its path in PATH, which survives upgrades. If
// PATH does not have the program, the spec has its own path. A program in a
// temporary folder, or in the cache of uv or pipx, is copied beside the spec.
func Install(o Options) (Written, error) {
	dir, err := o.dir()
	if err != nil {
		return Written{}, fmt.Errorf("install: %w", err)
	}
	if err := o.mayReplace(dir); err != nil {
		return Written{}, fmt.Errorf("install: %w", err)
	}
	copied, err := o.write(dir)
	if err != nil {
		return Written{}, fmt.Errorf("install: %w%s", err, advice(err))
	}
	return Written{dir, copied}, nil
}

// Uninstall removes a spec and returns the removed folder.
func Uninstall(o Options) (dir string, err error) {
	dir, err = o.dir()
	if err != nil {
		return "", fmt.Errorf("uninstall: %w", err)
	}
	if !exists(dir) {
		return "", fmt.Errorf("uninstall: there is no %s; status lists the kernels there are", dir)
	}
	if err := o.mayReplace(dir); err != nil {
		return "", fmt.Errorf("uninstall: %w", err)
	}
	if err := remove(dir); err != nil {
		return "", fmt.Errorf("uninstall: %w%s", err, advice(err))
	}
	return dir, nil
}

// dir returns the folder of the spec.
func (o Options) dir() (string, error) {
	name, err := specName(o.Name)
	if err != nil {
		return "", err
	}
	s, err := host()
	if err != nil {
		return "", err
	}
	root, err := o.root(s)
	if err != nil {
		return "", err
	}
	return filepath.Abs(s.join(root, name))
}

// root returns the folder that has the specs.
func (o Options) root(s system) (string, error) {
	switch {
	case o.User && o.SysPrefix, o.User && o.Prefix != "", o.SysPrefix && o.Prefix != "":
		return "", errors.New("only one of --user, --sys-prefix and --prefix can be given")
	case o.Prefix != "":
		return s.prefixDir(o.Prefix), nil
	case o.SysPrefix:
		env, err := s.environment()
		if err != nil {
			return "", err
		}
		return s.prefixDir(env), nil
	}
	return s.join(s.dataDir(), "kernels"), nil
}

// specName checks a name by Jupyter's rule, which ignores case.
func specName(name string) (string, error) {
	if name == "" {
		return DefaultName, nil
	}
	if !regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`).MatchString(name) {
		return "", fmt.Errorf("%q cannot be the name of a kernel: use letters, digits, '-', '.' and '_', and begin with a letter or digit", name)
	}
	return strings.ToLower(name), nil
}

// mayReplace returns an error if dir has a spec that must not be replaced.
func (o Options) mayReplace(dir string) error {
	if o.Force || !exists(dir) {
		return nil
	}
	if old, err := readSpec(dir); err != nil || !old.own() {
		return fmt.Errorf("%s is there and was not written by nvsd-kernel: choose another --name, or say --force", dir)
	}
	return nil
}

// exists reports whether the path exists. A broken link counts.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// workFolder makes a folder beside a spec. Its name is not a valid kernel name,
// so Jupyter ignores it.
func workFolder(dir string) (string, error) {
	return os.MkdirTemp(filepath.Dir(dir), "~nvsd-kernel-")
}

// remove removes a spec in one step. If Windows refuses because a file is in use,
// the whole spec stays.
func remove(dir string) error {
	aside, err := workFolder(dir)
	if err != nil {
		return err
	}
	defer os.RemoveAll(aside)
	return os.Rename(dir, filepath.Join(aside, "spec"))
}

// write makes the spec beside its place and then moves it there, so Jupyter
// never sees an incomplete one. It returns the program that it copied into the spec's
// folder, if any.
func (o Options) write(dir string) (copied string, err error) {
	program, fleeting, err := executable(o.Executable)
	if err != nil {
		return "", err
	}
	earlier := inside(dir, program) // a copy of an earlier Install, which is about to be removed
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", err
	}
	draft, err := workFolder(dir)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(draft)
	if err := os.Chmod(draft, 0o755); err != nil {
		return "", err
	}
	if fleeting || earlier {
		name, err := copyProgram(draft, program)
		if err != nil {
			return "", err
		}
		if !earlier {
			copied = program
		}
		program = filepath.Join(dir, name)
	}
	displayName := o.DisplayName
	if displayName == "" {
		displayName = DefaultDisplayName
	}
	argv := slices.Concat([]string{program}, o.Arguments, []string{"{connection_file}"})
	if err := newSpec(argv, displayName, o.Version).write(draft); err != nil {
		return "", err
	}
	if exists(dir) {
		if err := remove(dir); err != nil {
			return "", err
		}
	}
	return copied, os.Rename(draft, dir)
}

// advice returns the remedy for an error of the file system.
func advice(err error) string {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return "; without the right to write there, use --user, or --prefix with a folder of yours"
	}
	return ""
}
