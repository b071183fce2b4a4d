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

// system is what decides where Jupyter looks for kernels: the rules of
// jupyter_core, with nothing of the machine that is not in here, so that all
// three systems can be tested on one.
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

// join joins path elements as the system writes them.
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

// isSet reads a variable as jupyter_core reads its switches.
func (s system) isSet(name string) bool {
	switch strings.ToLower(s.getenv(name)) {
	case "", "no", "n", "false", "off", "0", "0.0":
		return false
	}
	return true
}

// DataDir is the user's folder of Jupyter data files, in which programs may
// have folders of their own.
func DataDir() (string, error) {
	s, err := host()
	if err != nil {
		return "", err
	}
	return s.dataDir(), nil
}

// dataDir is what JUPYTER_DATA_DIR says, or else the system's place.
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

// or is the value of a variable, or a path where it is unset.
func (s system) or(name string, path ...string) string {
	if v := s.getenv(name); v != "" {
		return v
	}
	return s.join(path...)
}

// environment is the root of the active Python environment, what Python calls
// sys.prefix. A virtual environment may lie inside a conda environment.
func (s system) environment() (string, error) {
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if dir := s.getenv(name); dir != "" {
			return dir, nil
		}
	}
	return "", errors.New("no Python environment is active (neither VIRTUAL_ENV nor CONDA_PREFIX is set): activate one, or give its folder with --prefix")
}

// prefixDir is where kernels are kept under the root of an installation.
func (s system) prefixDir(prefix string) string {
	return s.join(strings.TrimRight(prefix, s.separator()), "share", "jupyter", "kernels")
}

// searchPath lists the folders of kernels in the order in which Jupyter
// searches them, as far as that can be known without asking its Python.
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
