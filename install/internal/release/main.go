// Release writes the files of a release: for each platform an archive with the program and a
// wheel for the Python package index, a bill of materials, and the checksums of all of these. It
// needs the go command, git and the modules, and neither Python, a C compiler nor a network.
//
//	go run ./install/internal/release [-out build/dist] [-platforms all] [-wheels] [-tag 1.2.3 [-check]]
//
// With -tag it tags the commit as that version first.
//
// All files have the time of the commit, or that of SOURCE_DATE_EPOCH. So a clone of the same commit gives the
// same bytes with the same release of Go.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("release: ")
	out := flag.String("out", filepath.Join("build", "dist"), "the `folder` of the files")
	names := flag.String("platforms", "all", "all, host, or `names` such as linux/amd64 with commas between them")
	wheels := flag.Bool("wheels", false, "write the wheels alone")
	version := flag.String("tag", "", "tag the commit as this `version`, which the first entry of CHANGELOG.md has with a day")
	check := flag.Bool("check", false, "say whether the commit can be tagged, and do nothing")
	flag.Parse()
	files := func() error { return release(*out, *names, *wheels) }
	var err error
	switch {
	case *check:
		err = taggable(".", *version)
	case *version != "":
		err = tagged(".", *version, files)
	default:
		err = files()
	}
	if err != nil {
		log.Fatal(err)
	}
}

// release writes the files of the platforms into the folder out. It must run in the folder of the module.
func release(out, names string, wheelsOnly bool) error {
	platforms, err := choose(names)
	if err != nil {
		return err
	}
	s, err := readSource(".")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "nvsd-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	var written []string
	for _, p := range platforms {
		b, err := build(s, p, work)
		if err != nil {
			return err
		}
		w, err := b.wheel(s, p)
		if err != nil {
			return err
		}
		files := []file{{w.Filename(), w.Write}}
		if !wheelsOnly {
			files = append(files, b.archive(s, p), b.bill(s, p))
		}
		for _, f := range files {
			size, err := f.save(out)
			if err != nil {
				return err
			}
			written = append(written, f.name)
			fmt.Printf("%8.2f MB  %s\n", float64(size)/1e6, f.name)
		}
	}
	if wheelsOnly {
		return nil
	}
	return writeSums(out, written)
}

// A source holds the inputs that all platforms share.
type source struct {
	root    string
	version string // of the program
	time    time.Time
	python  pythonPackage
}

func readSource(root string) (*source, error) {
	version, err := readVersion(root)
	if err != nil {
		return nil, err
	}
	at, err := timeOf(root)
	if err != nil {
		return nil, err
	}
	python, err := readPython(filepath.Join(root, "python"), pep440(version))
	return &source{root, version, at, python}, err
}

// readVersion returns the version of the program in the folder of the module.
func readVersion(root string) (string, error) {
	log, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	if err != nil {
		return "", fmt.Errorf("run it in the folder of the module: %w", err)
	}
	return versionOf(string(log))
}

// versionOf returns the version of the program: the version of the first entry of the changelog, with
// -dev until the entry has a day.
func versionOf(changelog string) (string, error) {
	entry := regexp.MustCompile(`(?m)^## \[(\d+\.\d+\.\d+)\] - (\S+)$`).FindStringSubmatch(changelog)
	if entry == nil {
		return "", fmt.Errorf("CHANGELOG.md has no entry of a version")
	}
	if entry[2] == "unreleased" {
		return entry[1] + "-dev", nil
	}
	return entry[1], nil
}

// pep440 returns a version in the normal form of Python's packages.
func pep440(version string) string { return strings.Replace(version, "-dev", ".dev0", 1) }

// timeOf returns the time of SOURCE_DATE_EPOCH, or else of the commit.
func timeOf(root string) (time.Time, error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		var err error
		text, err = outputOf(root, "git", "log", "-1", "--format=%ct")
		if err != nil {
			return time.Time{}, fmt.Errorf("the time of the commit: %w; outside of a clone set SOURCE_DATE_EPOCH", err)
		}
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH is %q: it must be seconds since 1970", text)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// writeSums writes the checksums of files in the form that sha256sum -c reads.
func writeSums(dir string, names []string) error {
	var b strings.Builder
	for _, name := range slices.Sorted(slices.Values(names)) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(text), name)
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(b.String()), 0o644)
}
