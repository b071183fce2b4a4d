package main

import (
	"runtime"
	"runtime/debug"
)

// release is the version of a build that is not made from a tagged module.
const release = "0.1.0-dev"

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return release
}

// goVersion is the release of Go whose language and library the cells have.
func goVersion() string {
	return runtime.Version()[len("go"):]
}
