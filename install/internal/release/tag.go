package main

import (
	"errors"
	"fmt"
)

// A version is published by its tag: Go's modules find it by the tag, and a program that is built at a tagged
// commit calls itself by it. So the tag is there before the files are made. Nothing is pushed: a person does so.

// taggable returns an error if the commit cannot be tagged as a version.
func taggable(root, version string) error {
	heading, err := readVersion(root)
	if err != nil {
		return err
	}
	if heading != version {
		return fmt.Errorf("CHANGELOG.md begins with the version %s: to tag %s, its first entry must have the heading \"## [%[2]s] - \" and a day", heading, version)
	}
	changes, err := outputOf(root, "git", "status", "--porcelain")
	if err != nil {
		return err
	}
	if changes != "" {
		return fmt.Errorf("only a commit can be tagged, and some files differ from it:\n%s", changes)
	}
	tags, err := outputOf(root, "git", "tag", "--list", "v"+version)
	if err != nil {
		return err
	}
	if tags != "" {
		return fmt.Errorf("there is a tag %s already: a version that is published stays as it is", tags)
	}
	return nil
}

// tagged tags the commit as a version, with an annotated tag, and makes what is released of it. Without that
// there is no tag either.
func tagged(root, version string, release func() error) error {
	if err := taggable(root, version); err != nil {
		return err
	}
	tag := "v" + version
	if _, err := outputOf(root, "git", "tag", "--annotate", "--message", "nvsd-kernel "+version, tag); err != nil {
		return err
	}
	if err := release(); err != nil {
		_, undo := outputOf(root, "git", "tag", "--delete", tag)
		return errors.Join(err, undo)
	}
	fmt.Printf("\nThe commit has the tag %s, in this clone alone. To publish it:\n\n    git push origin %[1]s\n", tag)
	return nil
}
