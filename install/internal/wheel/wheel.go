// Package wheel writes wheels, the archives that pip and uv install, without Python.
package wheel

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// A Wheel is a distribution for some platforms, by the binary distribution format 1.0 of the
// Python packaging guide.
type Wheel struct {
	Name     string   // of the distribution, normalised: nvsd_kernel
	Version  string   // by PEP 440
	Tags     []string // of platforms, such as win_amd64; the Python tag is py3 and the ABI tag none
	Files    []File   // all but the metadata; programs are below DataFolder
	DistInfo []File   // METADATA, licences and others, relative to the .dist-info folder
	Time     time.Time
}

// A File is a member of the archive.
type File struct {
	Path string // with slashes
	Mode fs.FileMode
	Data []byte
}

// Filename returns the name of the archive.
func (w *Wheel) Filename() string {
	return fmt.Sprintf("%s-%s-py3-none-%s.whl", w.Name, w.Version, strings.Join(w.Tags, "."))
}

// DataFolder returns the folder whose parts scripts and data are installed into the folders of
// programs and of shared files.
func (w *Wheel) DataFolder() string { return w.Name + "-" + w.Version + ".data" }

// Write writes the archive: first the files in the order of their names, then the metadata, and
// RECORD last. The same Wheel gives the same bytes.
func (w *Wheel) Write(to io.Writer) error {
	info := w.Name + "-" + w.Version + ".dist-info/"
	meta := append(slices.Clone(w.DistInfo), File{Path: "WHEEL", Mode: 0o644, Data: w.wheelFile()})
	for i := range meta {
		meta[i].Path = info + meta[i].Path
	}
	files := slices.Concat(sorted(w.Files), sorted(meta))
	record := File{Path: info + "RECORD", Mode: 0o644, Data: recordOf(files, info+"RECORD")}
	return Zip(to, append(files, record), w.Time)
}

func sorted(files []File) []File {
	return slices.SortedFunc(slices.Values(files), func(a, b File) int { return strings.Compare(a.Path, b.Path) })
}

// wheelFile returns the file WHEEL. It names every tag that the compressed ones of the file
// name stand for.
func (w *Wheel) wheelFile() []byte {
	var b bytes.Buffer
	b.WriteString("Wheel-Version: 1.0\nGenerator: nvsd-kernel\nRoot-Is-Purelib: false\n")
	for _, tag := range w.Tags {
		fmt.Fprintf(&b, "Tag: py3-none-%s\n", tag)
	}
	return b.Bytes()
}

// recordOf returns the file RECORD: the name, digest and size of each file, and its own name.
func recordOf(files []File, own string) []byte {
	var b bytes.Buffer
	for _, f := range files {
		sum := sha256.Sum256(f.Data)
		fmt.Fprintf(&b, "%s,sha256=%s,%d\n", f.Path, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.Data))
	}
	fmt.Fprintf(&b, "%s,,\n", own)
	return b.Bytes()
}

// Zip writes files as an archive in which they all have one time. The modes are those of Unix,
// so that programs stay executable.
func Zip(to io.Writer, files []File, at time.Time) error {
	z := zip.NewWriter(to)
	z.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(out, flate.BestCompression)
	})
	for _, f := range files {
		head := &zip.FileHeader{Name: f.Path, Method: zip.Deflate, Modified: at.UTC()}
		head.SetMode(f.Mode)
		member, err := z.CreateHeader(head)
		if err != nil {
			return err
		}
		if _, err := member.Write(f.Data); err != nil {
			return err
		}
	}
	return z.Close()
}
