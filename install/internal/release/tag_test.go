package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// clone returns a repository whose only commit has a changelog.
func clone(t *testing.T, changelog string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	for name, value := range map[string]string{
		"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull,
	} {
		t.Setenv(name, value)
	}
	root := t.TempDir()
	write(t, root, changelog)
	for _, args := range [][]string{{"init", "--quiet"}, {"add", "."}, {"commit", "--quiet", "--message", "first"}} {
		git(t, root, args...)
	}
	return root
}

func write(t *testing.T, root, changelog string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(root, "CHANGELOG.md"), []byte(changelog), 0o666); err != nil {
		t.Fatal(err)
	}
}

func git(t *testing.T, root string, args ...string) string {
	t.Helper()
	said, err := outputOf(root, "git", args...)
	if err != nil {
		t.Fatal(err)
	}
	return said
}

// TestTaggedBeforeItIsBuilt: what is released is made of a commit with an annotated tag, and where nothing can be
// made there is no tag.
func TestTaggedBeforeItIsBuilt(t *testing.T) {
	root := clone(t, "## [1.2.3] - 2026-01-02\n")
	fault := errors.New("no space is left")
	if err := tagged(root, "1.2.3", func() error { return fault }); !errors.Is(err, fault) {
		t.Errorf("a release that fails: %v", err)
	}
	if tags := git(t, root, "tag"); tags != "" {
		t.Errorf("a release that failed has left the tag %s", tags)
	}
	var during string
	if err := tagged(root, "1.2.3", func() error { during = git(t, root, "describe"); return nil }); err != nil {
		t.Fatal(err)
	}
	if during != "v1.2.3" {
		t.Errorf("the files are made of %q", during)
	}
	if kind := git(t, root, "cat-file", "-t", "v1.2.3"); kind != "tag" {
		t.Errorf("v1.2.3 is no annotated tag, but a %s", kind)
	}
}

// TestNotTagged: nothing is tagged that is not the commit of the version, or is a version already.
func TestNotTagged(t *testing.T) {
	const dated = "## [1.2.3] - 2026-01-02\n"
	for _, tc := range []struct{ name, changelog, version, want string }{
		{"in development", "## [1.2.3] - unreleased\n", "1.2.3", `"## [1.2.3] - " and a day`},
		{"another version", dated, "1.2.4", "begins with the version 1.2.3"},
		{"not committed", dated, "1.2.3", "CHANGELOG.md"},
		{"tagged", dated, "1.2.3", "v1.2.3 already"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			root := clone(t, tc.changelog)
			switch tc.name {
			case "not committed":
				write(t, root, tc.changelog+"more\n")
			case "tagged":
				git(t, root, "tag", "v1.2.3")
			}
			err := tagged(root, tc.version, func() error { t.Error("it was made"); return nil })
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v, want something with %q", err, tc.want)
			}
		})
	}
}
