package install

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func fakeSystem(goos string, env map[string]string) system {
	home := map[string]string{"linux": "/home/ada", "darwin": "/Users/ada", "windows": `C:\Users\ada`}[goos]
	return system{goos: goos, home: home, getenv: func(name string) string { return env[name] }}
}

func TestDataDir(t *testing.T) {
	type env = map[string]string
	tests := []struct {
		goos string
		env  env
		want string
	}{
		{"linux", nil, "/home/ada/.local/share/jupyter"},
		{"linux", env{"XDG_DATA_HOME": "/xdg"}, "/xdg/jupyter"},
		{"linux", env{"XDG_DATA_HOME": "/xdg", "JUPYTER_DATA_DIR": "/data"}, "/data"},
		{"linux", env{"JUPYTER_PLATFORM_DIRS": "1"}, "/home/ada/.local/share/jupyter"},
		{"darwin", nil, "/Users/ada/Library/Jupyter"},
		{"darwin", env{"XDG_DATA_HOME": "/xdg"}, "/Users/ada/Library/Jupyter"},
		{"darwin", env{"JUPYTER_DATA_DIR": "/data"}, "/data"},
		{"darwin", env{"JUPYTER_PLATFORM_DIRS": "True"}, "/Users/ada/Library/Application Support/Jupyter"},
		{"darwin", env{"JUPYTER_PLATFORM_DIRS": "off"}, "/Users/ada/Library/Jupyter"},
		{"windows", env{"APPDATA": `C:\Users\ada\AppData\Roaming`}, `C:\Users\ada\AppData\Roaming\jupyter`},
		{"windows", nil, `C:\Users\ada\.jupyter\data`},
		{"windows", env{"JUPYTER_CONFIG_DIR": `D:\conf`}, `D:\conf\data`},
		{"windows", env{"JUPYTER_DATA_DIR": `D:\data`}, `D:\data`},
		{"windows", env{"JUPYTER_PLATFORM_DIRS": "1"}, `C:\Users\ada\AppData\Local\Jupyter`},
	}
	for _, tt := range tests {
		if got := fakeSystem(tt.goos, tt.env).dataDir(); got != tt.want {
			t.Errorf("%s with %v: %s, expected %s", tt.goos, tt.env, got, tt.want)
		}
	}
}

func TestSearchPath(t *testing.T) {
	type env = map[string]string
	const user, venv, local, usr = "/home/ada/.local/share/jupyter/kernels", "/venv/share/jupyter/kernels",
		"/usr/local/share/jupyter/kernels", "/usr/share/jupyter/kernels"
	tests := []struct {
		goos string
		env  env
		want []string
	}{
		{"linux", nil, []string{user, local, usr}},
		{"linux", env{"JUPYTER_PATH": "/a/:/b"}, []string{"/a/kernels", "/b/kernels", user, local, usr}},
		{"linux", env{"VIRTUAL_ENV": "/venv", "CONDA_PREFIX": "/conda"}, []string{venv, user, local, usr}},
		{"linux", env{"VIRTUAL_ENV": "/venv", "JUPYTER_PREFER_ENV_PATH": "0"}, []string{user, venv, local, usr}},
		{"linux", env{"CONDA_PREFIX": "/usr/local"}, []string{local, user, usr}},
		{"windows", env{"APPDATA": `C:\R`, "JUPYTER_PATH": `D:\a;D:\b`}, []string{`D:\a\kernels`, `D:\b\kernels`, `C:\R\jupyter\kernels`}},
		{"windows", env{"APPDATA": `C:\R`, "PROGRAMDATA": `C:\P`}, []string{`C:\R\jupyter\kernels`}},
		{"windows", env{"APPDATA": `C:\R`, "PROGRAMDATA": `C:\P`, "JUPYTER_USE_PROGRAMDATA": "1"}, []string{`C:\R\jupyter\kernels`, `C:\P\jupyter\kernels`}},
		{"windows", env{"APPDATA": `C:\R`, "CONDA_PREFIX": `C:\conda\`}, []string{`C:\conda\share\jupyter\kernels`, `C:\R\jupyter\kernels`}},
	}
	for _, tt := range tests {
		if got := fakeSystem(tt.goos, tt.env).searchPath(); !slices.Equal(got, tt.want) {
			t.Errorf("%s with %v:\n%q, expected\n%q", tt.goos, tt.env, got, tt.want)
		}
	}
}

// The Jupyter beside the program searches the environment of both, whether it is activated or not.
func TestOwnEnvironment(t *testing.T) {
	dir := t.TempDir()
	nvsd, own := filepath.Join(dir, "bin", "nvsd-kernel"), filepath.Join(dir, "share", "jupyter", "kernels")
	s := fakeSystem("linux", map[string]string{"CONDA_PREFIX": "/conda"})
	if err := os.Mkdir(filepath.Join(dir, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"bin/jupyter", "pyvenv.cfg"} { // it takes both
		if got := s.environmentOf(nvsd); got != "" {
			t.Errorf("without %s the environment is %q", name, got)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s.own = s.environmentOf(nvsd)
	if got := s.searchPath(); len(got) < 2 || got[0] != own || got[1] != "/conda/share/jupyter/kernels" {
		t.Errorf("%q does not begin with %s and the active environment", got, own)
	}
	if root, err := (Options{SysPrefix: true}).root(s); err != nil || root != "/conda/share/jupyter/kernels" {
		t.Errorf("--sys-prefix with an active environment is %s, %v", root, err)
	}
	s.getenv = func(string) string { return "" }
	if root, err := (Options{SysPrefix: true}).root(s); err != nil || root != own {
		t.Errorf("--sys-prefix without one is %s, %v", root, err)
	}
}

func TestRoot(t *testing.T) {
	type env = map[string]string
	tests := []struct {
		goos    string
		options Options
		env     env
		want    string // empty for an error
	}{
		{"linux", Options{}, nil, "/home/ada/.local/share/jupyter/kernels"},
		{"linux", Options{User: true}, nil, "/home/ada/.local/share/jupyter/kernels"},
		{"linux", Options{Prefix: "/usr/local/"}, nil, "/usr/local/share/jupyter/kernels"},
		{"windows", Options{Prefix: `C:\py`}, nil, `C:\py\share\jupyter\kernels`},
		{"linux", Options{SysPrefix: true}, env{"VIRTUAL_ENV": "/venv"}, "/venv/share/jupyter/kernels"},
		{"linux", Options{SysPrefix: true}, env{"CONDA_PREFIX": "/conda"}, "/conda/share/jupyter/kernels"},
		{"linux", Options{SysPrefix: true}, nil, ""},
		{"linux", Options{User: true, Prefix: "/x"}, nil, ""},
		{"linux", Options{SysPrefix: true, Prefix: "/x"}, nil, ""},
	}
	for _, tt := range tests {
		got, err := tt.options.root(fakeSystem(tt.goos, tt.env))
		if got != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("%s, %+v: %q, %v; expected %q", tt.goos, tt.options, got, err, tt.want)
		}
	}
}
