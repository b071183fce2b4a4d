package install

import (
	"errors"
	"fmt"
	"os"
	"os/user"
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
	return system{runtime.GOOS, home, os.Getenv}, nil
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
// calls sys.prefix. A virtual environment may lie inside a conda environment.
func (s system) environment() (string, error) {
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if dir := s.getenv(name); dir != "" {
			return dir, nil
		}
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
	switch env, err := s.environment(); {
	case err != nil:
		path = append(path, user)
	case s.getenv("JUPYTER_PREFER_ENV_PATH") == "" || s.isSet("JUPYTER_PREFER_ENV_PATH"):
		path = append(path, s.prefixDir(env), user)
	default:
		path = append(path, user, s.prefixDir(env))
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
