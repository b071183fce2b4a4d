package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// A platform is a system and a processor that releases are for.
type platform struct {
	goos, goarch string
	// tags lists the platform tags of wheels. The program for Linux is static and needs no C library,
	// so it has the tags of both. manylinux2014 is the name of manylinux_2_17 for pip before 20.3,
	// which the first releases of Python 3.9 have. macOS 12 is the oldest that Go 1.26 supports.
	tags []string
}

var platforms = []platform{
	{"linux", "amd64", []string{"manylinux_2_17_x86_64", "manylinux2014_x86_64", "musllinux_1_1_x86_64"}},
	{"linux", "arm64", []string{"manylinux_2_17_aarch64", "manylinux2014_aarch64", "musllinux_1_1_aarch64"}},
	{"darwin", "amd64", []string{"macosx_12_0_x86_64"}},
	{"darwin", "arm64", []string{"macosx_12_0_arm64"}},
	{"windows", "amd64", []string{"win_amd64"}},
	{"windows", "arm64", []string{"win_arm64"}},
}

func (p platform) name() string { return p.goos + "/" + p.goarch }

// program returns the name of the program's file.
func (p platform) program() string {
	if p.goos == "windows" {
		return "nvsd-kernel.exe"
	}
	return "nvsd-kernel"
}

// choose returns the platforms of a flag: all, host, or names with commas between them.
func choose(names string) ([]platform, error) {
	switch names {
	case "all":
		return platforms, nil
	case "host":
		names = runtime.GOOS + "/" + runtime.GOARCH
	}
	var chosen []platform
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(platforms, func(p platform) bool { return p.name() == name })
		if i < 0 {
			known := make([]string, len(platforms))
			for k, p := range platforms {
				known[k] = p.name()
			}
			return nil, fmt.Errorf("there is no release for %q: the platforms are %s", name, strings.Join(known, ", "))
		}
		chosen = append(chosen, platforms[i])
	}
	return chosen, nil
}
