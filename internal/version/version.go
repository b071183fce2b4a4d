// Package version tells the version of this program.
package version

import (
	"runtime/debug"
	"strings"
)

// release is the version of a build that is not made from a tagged module: the first
// one of CHANGELOG.md, which is not released yet.
const release = "0.9.0-dev"

// module is the path of the module that this package belongs to.
const module = "github.com/nvsd-kernel/nvsd-kernel"

// String returns the version that --version prints, that Jupyter is told and that a report
// of fit holds. In a program of others that has this module it is the version of the module.
func String() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return release
	}
	return versionOf(info)
}

// versionOf returns the version of a tagged module, without the v of the tag. Otherwise it returns the release with the
// revision that the program was built from, if that is known.
func versionOf(info *debug.BuildInfo) string {
	for _, other := range info.Deps {
		if other.Path == module {
			return strings.TrimPrefix(other.Version, "v")
		}
	}
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
		return strings.TrimPrefix(tag, "v") // or a pseudo-version, which names the revision
	}
	return release + "+" + revision + changed
}
