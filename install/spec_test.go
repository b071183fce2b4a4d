package install

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestPackageFiles: the spec of a package finds the program from its own folder, where package
// managers of each system put programs, and is otherwise as Install writes it.
func TestPackageFiles(t *testing.T) {
	for goos, want := range map[string]string{
		"linux":   "{resource_dir}/../../../../bin/nvsd-kernel",
		"darwin":  "{resource_dir}/../../../../bin/nvsd-kernel",
		"windows": `{resource_dir}\..\..\..\..\Scripts\nvsd-kernel.exe`,
	} {
		files, err := PackageFiles(goos, "1.2")
		if err != nil {
			t.Fatal(err)
		}
		var s spec
		if err := json.Unmarshal(files["kernel.json"], &s); err != nil {
			t.Fatal(err)
		}
		if s.Argv[0] != want || s.Argv[1] != "{connection_file}" || s.ProtocolVersion != "5.5" || s.InterruptMode != "message" || !s.own() || s.version() != "1.2" {
			t.Errorf("%s: the spec is %+v", goos, s)
		}
		for _, logo := range []string{"logo-32x32.png", "logo-64x64.png", "logo-svg.svg"} {
			if len(files[logo]) == 0 {
				t.Errorf("%s: there is no %s", goos, logo)
			}
		}
	}
}

// TestStatusOfAPackage: Status finds the program of a spec that a package brought along, and says
// so if it is gone.
func TestStatusOfAPackage(t *testing.T) {
	home, _ := workshop(t)
	t.Setenv("VIRTUAL_ENV", home)
	dir, bin := filepath.Join(home, "share", "jupyter", "kernels", "nvsd"), filepath.Join(home, "bin")
	for _, folder := range []string{dir, bin} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	files, err := PackageFiles("linux", "1.2")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	exe := program(t, bin)
	for _, there := range []bool{true, false} {
		found, _, err := Status("")
		if err != nil || len(found) != 1 {
			t.Fatalf("found %v, %v", found, err)
		}
		if found[0].Program != exe || (found[0].Problem == nil) != there {
			t.Errorf("with the program there %t: %+v", there, found[0])
		}
		os.Remove(exe)
	}
}
