package main

import (
	"runtime"
	"runtime/debug"
	"strings"
)

// release is the version of a build that is not made from a tagged module: the first
// one of CHANGELOG.md, which is not released yet.
const release = "0.9.0-dev"

// version is what --version prints, Jupyter is told, and a report of fit holds.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return release
	}
	return versionOf(info)
}

// versionOf is the version of a tagged module, or else the release with the
// revision that it was built from, where that is known.
func versionOf(info *debug.BuildInfo) string {
	var revision, changed string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ".changed"
		}
	}
	switch tag := info.Main.Version; {
	case revision == "" && (tag == "" || tag == "(devel)"):
		return release
	case revision == "" || strings.HasPrefix(tag, "v") && !strings.Contains(tag, revision):
		return tag // which names the revision itself where there is no tag
	}
	return release + "+" + revision + changed
}

// goVersion is the release of Go whose language and library the cells have.
func goVersion() string {
	return runtime.Version()[len("go"):]
}
