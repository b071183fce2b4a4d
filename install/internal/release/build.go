package main

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// A binary is the program for one platform, with the texts that must go with it.
type binary struct {
	program  []byte
	info     *debug.BuildInfo
	licences []licence // of this project, of the standard library and of the modules in the program
}

// build compiles the program for a platform.
func build(s *source, p platform, work string) (*binary, error) {
	path := filepath.Join(work, p.goos+"-"+p.goarch, p.program())
	goBuild := exec.Command("go", "run", "./install/portable",
		"CGO_ENABLED=0", "GOOS="+p.goos, "GOARCH="+p.goarch, "GOFLAGS=", "GOAMD64=", "GOARM64=", "GOEXPERIMENT=",
		"build", "-buildvcs=auto", "-trimpath", "-ldflags=-s -w", "-o", path, "./cmd/nvsd-kernel")
	goBuild.Dir = s.root
	if said, err := goBuild.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", p.name(), err, said)
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(info.Settings, debug.BuildSetting{Key: "-gcflags", Value: "all=-d=fmahash=qn"}) {
		return nil, fmt.Errorf("%s: it is not built for the same numbers everywhere (install/portable)", p.name())
	}
	licences, err := readLicences(s.root, info)
	return &binary{program, info, licences}, err
}

// outputOf runs a command in the folder root and returns its output, without the end of the last line.
func outputOf(root, command string, args ...string) (string, error) {
	cmd := exec.Command(command, args...)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	said, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", command, strings.Join(args, " "), err)
	}
	return strings.TrimRight(string(said), "\r\n"), nil
}
