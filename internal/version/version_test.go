package version

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
)

// entry matches the heading of a version in CHANGELOG.md.
var entry = regexp.MustCompile(`(?m)^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d|unreleased)$`)

// TestVersionIsTheChangelogs: the first entry of CHANGELOG.md is the version of the
// program, which ends in -dev until the entry has a day, and docs/fit.md shows it.
func TestVersionIsTheChangelogs(t *testing.T) {
	log, err := os.ReadFile(filepath.Join("..", "..", "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	first := entry.FindStringSubmatch(string(log))
	if first == nil {
		t.Fatalf("CHANGELOG.md has no heading like %s", entry)
	}
	want := first[1]
	if first[2] == "unreleased" {
		want += "-dev"
	}
	if release != want {
		t.Errorf("the program is %s, the first entry of CHANGELOG.md is %s", release, want)
	}
	if all := strings.Count(string(log), "\n## "); all != len(entry.FindAllString(string(log), -1)) {
		t.Error("CHANGELOG.md has a heading of its second level that is no version")
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "fit.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), `"version": "`+release+`"`) {
		t.Errorf("docs/fit.md does not show the version %s", release)
	}
}

func TestVersionOf(t *testing.T) {
	const revision = "0123456789abcdef0123456789abcdef01234567"
	for _, c := range []struct{ module, revision, modified, want string }{
		{"", "", "", release},
		{"(devel)", "", "", release},
		{"v1.2.3", "", "", "1.2.3"},
		{"v1.2.3", revision, "false", "1.2.3"},
		{"(devel)", revision, "false", release + "+0123456789ab"},
		{"v0.0.0-20260102030405-0123456789ab", revision, "false", release + "+0123456789ab"},
		{"v0.0.0-20260102030405-0123456789ab+dirty", revision, "true", release + "+0123456789ab.changed"},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: c.module}}
		if c.revision != "" {
			info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: c.revision}, {Key: "vcs.modified", Value: c.modified}}
		}
		if got := versionOf(info); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	others := &debug.BuildInfo{Main: debug.Module{Path: "example.com/theirs", Version: "v7.0.0"}, Deps: []*debug.Module{{Path: module, Version: "v1.2.3"}}}
	if got := versionOf(others); got != "1.2.3" {
		t.Errorf("in a program of others: %s", got)
	}
}
