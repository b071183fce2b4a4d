package rt

import (
	"io"
	"os"
)

// A Standard is a file in an interface by which it can be read or written, which
// has another reader or writer than its own. Nil stands for its own.
type Standard struct {
	*os.File
	from io.Reader
	to   io.Writer
}

// Read reads from where the file is read.
func (s Standard) Read(p []byte) (int, error) {
	if s.from == nil {
		return s.File.Read(p)
	}
	return s.from.Read(p)
}

// WriteTo writes to w what Read reads, up to its end.
func (s Standard) WriteTo(w io.Writer) (int64, error) {
	if s.from == nil {
		return s.File.WriteTo(w)
	}
	return io.Copy(w, s.from)
}

// Write writes to where the file is written.
func (s Standard) Write(p []byte) (int, error) {
	if s.to == nil {
		return s.File.Write(p)
	}
	return s.to.Write(p)
}

// WriteString writes to where the file is written.
func (s Standard) WriteString(text string) (int, error) { return s.Write([]byte(text)) }

// ReadFrom writes the bytes of r, up to its end.
func (s Standard) ReadFrom(r io.Reader) (int64, error) {
	if s.to == nil {
		return s.File.ReadFrom(r)
	}
	return io.Copy(s.to, r)
}

// A FileIO is a file that a program reads and writes, by any of the methods of *os.File for that.
type FileIO interface {
	io.Reader
	io.WriterTo
	io.Writer
	io.StringWriter
	io.ReaderFrom
}

// File returns by what to read and write a file: a Standard, or the file. It has
// all methods of the file.
func File(file *os.File) FileIO {
	if f := host.file.Load(); f != nil && file != nil {
		if from, to := (*f)(file); from != nil || to != nil {
			return Standard{file, from, to}
		}
	}
	return file
}

// asIO makes a file that an interface holds one to read and write by.
func asIO(x any) any {
	if file, ok := x.(*os.File); ok {
		return File(file)
	}
	return x
}

// asFile undoes asIO, for code that uses the type.
func asFile(x any) any {
	if s, ok := x.(Standard); ok {
		return s.File
	}
	return x
}

// Inherit returns w as a program is to inherit it: a file as a file, since the end
// of any other writer would be waited for.
func Inherit(w io.Writer) io.Writer {
	file, ok := asFile(w).(*os.File)
	if !ok || file == nil {
		return w
	}
	if f := host.inherit.Load(); f != nil {
		return (*f)(file)
	}
	return file
}

// The methods of a file that read and write it from where it stands.

func ReadFile(file *os.File, p []byte) (int, error)           { return File(file).Read(p) }
func WriteFileTo(file *os.File, w io.Writer) (int64, error)   { return File(file).WriteTo(w) }
func WriteFile(file *os.File, p []byte) (int, error)          { return File(file).Write(p) }
func WriteFileString(file *os.File, text string) (int, error) { return File(file).WriteString(text) }
func ReadFileFrom(file *os.File, r io.Reader) (int64, error)  { return File(file).ReadFrom(r) }
