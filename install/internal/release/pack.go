package main

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/install"
	"github.com/nvsd-kernel/nvsd-kernel/install/internal/sbom"
	"github.com/nvsd-kernel/nvsd-kernel/install/internal/wheel"
	"github.com/nvsd-kernel/nvsd-kernel/internal/wholefile"
)

// A file is a file of a release.
type file struct {
	name  string
	write func(io.Writer) error
}

// save writes the file into a folder, as a whole or not at all, and returns its size.
func (f file) save(dir string) (size int64, err error) {
	path := filepath.Join(dir, f.name)
	if err := wholefile.Write(path, 0o644, f.write); err != nil {
		return 0, fmt.Errorf("%s: %w", f.name, err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// bill returns the bill of materials of a program.
func (b *binary) bill(s *source, p platform) file {
	return file{fmt.Sprintf("nvsd-kernel-%s-%s-%s.cdx.json", s.version, p.goos, p.goarch), func(w io.Writer) error {
		text, err := b.billOf(s)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}}
}

func (b *binary) billOf(s *source) ([]byte, error) {
	return sbom.Write(b.info, s.version, identifiers(b.licences), s.time)
}

// archive returns the program with its licences, as a zip for Windows and else as a
// tar.gz.
func (b *binary) archive(s *source, p platform) file {
	folder := fmt.Sprintf("nvsd-kernel-%s-%s-%s", s.version, p.goos, p.goarch)
	files := []wheel.File{
		{Path: p.program(), Mode: 0o755, Data: b.program},
		{Path: "LICENSE", Mode: 0o644, Data: b.licences[0].text},
		{Path: "THIRD_PARTY_LICENSES", Mode: 0o644, Data: thirdParty(b.licences)},
	}
	for i := range files {
		files[i].Path = folder + "/" + files[i].Path
	}
	if p.goos == "windows" {
		return file{folder + ".zip", func(w io.Writer) error { return wheel.Zip(w, files, s.time) }}
	}
	return file{folder + ".tar.gz", func(w io.Writer) error { return tarGz(w, files, s.time) }}
}

// tarGz writes files as an archive in which they all have one time and no owner.
func tarGz(w io.Writer, files []wheel.File, at time.Time) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(packed)
	for _, f := range files {
		head := &tar.Header{Typeflag: tar.TypeReg, Name: f.Path, Mode: int64(f.Mode), Size: int64(len(f.Data)), ModTime: at, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(head); err != nil {
			return err
		}
		if _, err := t.Write(f.Data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return packed.Close()
}

// A pythonPackage holds the files of the folder python that all wheels share.
type pythonPackage struct {
	version     string
	files       []wheel.File // the modules
	metadata    []byte
	entryPoints []byte
}

// readPython reads the modules and the metadata. METADATA in the folder has the headers of the
// file of that name but for the version; README.md is its description.
func readPython(dir, version string) (pythonPackage, error) {
	p := pythonPackage{version: version}
	texts := map[string][]byte{}
	for _, name := range []string{"METADATA", "README.md", "entry_points.txt"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return p, err
		}
		texts[name] = text
	}
	head := strings.Replace(string(texts["METADATA"]), "Name: nvsd-kernel\n", "Name: nvsd-kernel\nVersion: "+version+"\n", 1)
	p.metadata = []byte(head + "Description-Content-Type: text/markdown\n\n" + string(texts["README.md"]))
	p.entryPoints = texts["entry_points.txt"]
	err := filepath.WalkDir(filepath.Join(dir, "nvsd_kernel"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if entry.Name() == "__pycache__" {
				return fs.SkipDir
			}
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		p.files = append(p.files, wheel.File{Path: filepath.ToSlash(rel), Mode: 0o644, Data: text})
		return err
	})
	return p, err
}

// wheel returns the wheel of a program: the Python package, the program where the package manager
// puts programs, and the kernelspec where Jupyter looks for kernels.
func (b *binary) wheel(s *source, p platform) (*wheel.Wheel, error) {
	w := &wheel.Wheel{Name: "nvsd_kernel", Version: s.python.version, Tags: p.tags, Time: s.time}
	spec, err := install.PackageFiles(p.goos, s.version)
	if err != nil {
		return nil, err
	}
	bill, err := b.billOf(s)
	if err != nil {
		return nil, err
	}
	w.Files = append(slices.Clone(s.python.files), wheel.File{Path: w.DataFolder() + "/scripts/" + p.program(), Mode: 0o755, Data: b.program})
	for name, text := range spec {
		path := w.DataFolder() + "/data/share/jupyter/kernels/" + install.DefaultName + "/" + name
		w.Files = append(w.Files, wheel.File{Path: path, Mode: 0o644, Data: text})
	}
	for path, text := range map[string][]byte{
		"METADATA":                      s.python.metadata,
		"entry_points.txt":              s.python.entryPoints,
		"licenses/LICENSE":              b.licences[0].text,
		"licenses/THIRD_PARTY_LICENSES": thirdParty(b.licences),
		"sboms/nvsd-kernel.cdx.json":    bill,
	} {
		w.DistInfo = append(w.DistInfo, wheel.File{Path: path, Mode: 0o644, Data: text})
	}
	return w, nil
}
