package main

import (
	"bytes"
	"compress/flate"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
	"io/fs"
	"math/rand"
	"time"
)

// A tree has files in a folder, which only a file that reads folders tells.
type tree struct{ names []string }

func (t tree) Open(name string) (fs.File, error) {
	if name == "." {
		return &folder{info{".", true}, t.names}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

func (t tree) ReadFile(name string) ([]byte, error) { return []byte("the text of " + name), nil }

type info struct {
	name string
	dir  bool
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return 0 }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.dir }
func (i info) Sys() any           { return nil }
func (i info) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o755
	}
	return 0o644
}

type folder struct {
	info
	names []string
}

func (f *folder) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *folder) Read([]byte) (int, error)   { return 0, errors.New("a folder") }
func (f *folder) Close() error               { return nil }
func (f *folder) ReadDir(n int) (list []fs.DirEntry, err error) {
	for _, name := range f.names {
		list = append(list, fs.FileInfoToDirEntry(info{name, false}))
	}
	return list, nil
}

// Bytes are read one by one, and no more than are wanted.
type slowly struct {
	text []byte
	at   int
}

func (s *slowly) Read(p []byte) (int, error) {
	if s.at == len(s.text) {
		return 0, io.EOF
	}
	n := copy(p, s.text[s.at:])
	s.at += n
	return n, nil
}

func (s *slowly) ReadByte() (byte, error) {
	if s.at == len(s.text) {
		return 0, io.EOF
	}
	s.at++
	return s.text[s.at-1], nil
}

// A source of numbers of both kinds.
type source struct{ n uint64 }

func (s *source) Int63() int64    { return int64(s.Uint64() >> 1) }
func (s *source) Uint64() uint64  { s.n += 0x9e3779b97f4a7c15; return s.n }
func (s *source) Seed(seed int64) { s.n = uint64(seed) }

// A switch that is set without a value.
type on bool

func (o *on) Set(text string) error { *o = text == "true"; return nil }
func (o *on) String() string        { return fmt.Sprint(bool(*o)) }
func (o *on) IsBoolFlag() bool      { return true }
func (o *on) Get() any              { return bool(*o) }

// A picture that knows that nothing shines through.
type picture struct{ *image.RGBA }

func (p picture) Opaque() bool { fmt.Println("asked"); return true }

func main() {
	t := tree{[]string{"a", "b"}}
	list, err := fs.ReadDir(t, ".")
	fmt.Println(len(list), err)
	err = fs.WalkDir(t, ".", func(path string, d fs.DirEntry, err error) error {
		fmt.Println(path, d.IsDir(), err)
		return nil
	})
	fmt.Println(err)
	text, err := fs.ReadFile(t, "x")
	fmt.Println(string(text), err)
	f, _ := t.Open(".")
	_, ok := f.(fs.ReadDirFile)
	_, seeks := f.(io.Seeker)
	own, mine := f.(*folder)
	fmt.Println(ok, seeks, mine, own.names)

	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, 9)
	io.WriteString(w, "hello, hello, hello")
	w.Close()
	packed.WriteString("more")
	s := &slowly{text: packed.Bytes()}
	plain, err := io.ReadAll(flate.NewReader(s))
	fmt.Println(string(plain), err, string(s.text[s.at:]))

	r := rand.New(&source{1})
	fmt.Println(r.Uint64(), r.Int63n(10))

	flags := flag.NewFlagSet("p", flag.ContinueOnError)
	var o on
	flags.Var(&o, "on", "")
	fmt.Println(flags.Parse([]string{"-on", "rest"}), bool(o), flags.Args())
	fmt.Println(flags.Lookup("on").Value.(flag.Getter).Get())

	p := picture{image.NewRGBA(image.Rect(0, 0, 2, 2))}
	var d draw.Image = p
	d.Set(1, 1, color.White)
	fmt.Println(p.At(1, 1), d == draw.Image(p))
}
