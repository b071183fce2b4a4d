package install

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// system holds everything that decides where Jupyter looks for kernels, by the
// rules of jupyter_core. It does not read the machine, so the rules of all three
// systems can be tested on one.
type system struct {
	goos   string
	home   string
	getenv func(string) string
	own    string // the root of the Python environment with a Jupyter that this program is in; empty if there is none
}

func host() (system, error) {
	home, err := os.UserHomeDir()
	if err != nil { // the variable is unset: ask the system, as Python does
		me, unknown := user.LookupId(strconv.Itoa(os.Getuid()))
		if unknown != nil {
			return system{}, fmt.Errorf("your home folder is not known: %w", err)
		}
		home = me.HomeDir
	}
	s := system{goos: runtime.GOOS, home: home, getenv: os.Getenv}
	if program, err := os.Executable(); err == nil {
		s.own = s.environmentOf(program)
	}
	return s, nil
}

// environmentOf returns the root of the Python environment that a program is installed in, if
// Jupyter is installed in it too. Such a Jupyter finds the kernels of the environment although it is
// not activated.
func (s system) environmentOf(program string) string {
	jupyter := "jupyter"
	if s.goos == "windows" {
		jupyter += ".exe"
	}
	programs := filepath.Dir(program) // bin, or Scripts on Windows
	root := filepath.Dir(programs)
	virtual := exists(filepath.Join(root, "pyvenv.cfg")) || exists(filepath.Join(root, "conda-meta"))
	if !virtual || !exists(filepath.Join(programs, jupyter)) {
		return ""
	}
	return root
}

// join joins path elements with the separator of the system.
func (s system) join(elem ...string) string {
	return strings.Join(elem, s.separator())
}

func (s system) separator() string {
	if s.goos == "windows" {
		return `\`
	}
	return "/"
}

func (s system) listSeparator() string {
	if s.goos == "windows" {
		return ";"
	}
	return ":"
}

// caches returns the folders of the caches in which programs are found: those of the system
// and those that uv and pipx are told to use. Windows has no folder for caches alone, so those
// of uv and pipx are named.
func (s system) caches() []string {
	folders := []string{s.or("XDG_CACHE_HOME", s.home, ".cache")}
	switch s.goos {
	case "darwin":
		folders = append(folders, s.join(s.home, "Library", "Caches"))
	case "windows":
		local := s.or("LOCALAPPDATA", s.home, "AppData", "Local")
		folders = append(folders, s.join(local, "uv", "cache"), s.join(local, "pipx", "pipx", ".cache"), s.join(s.home, "pipx", ".cache"))
	}
	if dir := s.getenv("UV_CACHE_DIR"); dir != "" {
		folders = append(folders, dir)
	}
	if dir := s.getenv("PIPX_HOME"); dir != "" {
		folders = append(folders, s.join(dir, ".cache")) // of pipx run; what pipx installs is beside it, and lasts
	}
	return folders
}

// isSet reports whether a variable is switched on, by the rules of jupyter_core.
func (s system) isSet(name string) bool {
	switch strings.ToLower(s.getenv(name)) {
	case "", "no", "n", "false", "off", "0", "0.0":
		return false
	}
	return true
}

// DataDir returns the user's folder of Jupyter data files. Programs may have
// their own folders in it.
func DataDir() (string, error) {
	s, err := host()
	if err != nil {
		return "", err
	}
	return s.dataDir(), nil
}

// dataDir returns JUPYTER_DATA_DIR, or the default of the system if that is unset.
func (s system) dataDir() string {
	if dir := s.getenv("JUPYTER_DATA_DIR"); dir != "" {
		return dir
	}
	platform := s.isSet("JUPYTER_PLATFORM_DIRS")
	switch s.goos {
	case "darwin":
		if platform {
			return s.join(s.home, "Library", "Application Support", "Jupyter")
		}
		return s.join(s.home, "Library", "Jupyter")
	case "windows":
		if platform {
			return s.join(s.or("LOCALAPPDATA", s.home, "AppData", "Local"), "Jupyter")
		}
		if dir := s.getenv("APPDATA"); dir != "" {
			return s.join(dir, "jupyter")
		}
		return s.join(s.or("JUPYTER_CONFIG_DIR", s.home, ".jupyter"), "data")
	}
	return s.join(s.or("XDG_DATA_HOME", s.home, ".local", "share"), "jupyter")
}

// or returns the value of a variable, or a path if the variable is unset.
func (s system) or(name string, path ...string) string {
	if v := s.getenv(name); v != "" {
		return v
	}
	return s.join(path...)
}

// environment returns the root of the active Python environment, which Python
// calls sys.prefix, or if none is active the one of this program. A virtual environment
// may lie inside a conda environment.
func (s system) environment() (string, error) {
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if dir := s.getenv(name); dir != "" {
			return dir, nil
		}
	}
	if s.own != "" {
		return s.own, nil
	}
	return "", errors.New("no Python environment is active (neither VIRTUAL_ENV nor CONDA_PREFIX is set): activate one, or give its folder with --prefix")
}

// prefixDir returns the folder of kernels under the root of an installation.
func (s system) prefixDir(prefix string) string {
	return s.join(strings.TrimRight(prefix, s.separator()), "share", "jupyter", "kernels")
}

// searchPath returns the folders of kernels in the order in which Jupyter
// searches them, as far as that is known without running its Python.
func (s system) searchPath() []string {
	var path []string
	for _, dir := range strings.Split(s.getenv("JUPYTER_PATH"), s.listSeparator()) {
		if dir != "" {
			path = append(path, s.join(strings.TrimRight(dir, s.separator()), "kernels"))
		}
	}
	user := s.join(s.dataDir(), "kernels")
	preferUser := s.getenv("JUPYTER_PREFER_ENV_PATH") != "" && !s.isSet("JUPYTER_PREFER_ENV_PATH")
	if preferUser {
		path = append(path, user)
	}
	if s.own != "" {
		path = append(path, s.prefixDir(s.own))
	}
	if env, err := s.environment(); err == nil {
		path = append(path, s.prefixDir(env))
	}
	if !preferUser {
		path = append(path, user)
	}
	switch {
	case s.goos != "windows":
		path = append(path, s.prefixDir("/usr/local"), s.prefixDir("/usr"))
	case s.isSet("JUPYTER_USE_PROGRAMDATA") && s.getenv("PROGRAMDATA") != "":
		path = append(path, s.join(s.getenv("PROGRAMDATA"), "jupyter", "kernels"))
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(path, func(dir string) bool {
		again := seen[dir]
		seen[dir] = true
		return again
	})
}
