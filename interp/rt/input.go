package rt

import (
	"io"
	"os"
	"sync/atomic"
)

var onRead atomic.Pointer[func(*os.File) io.Reader]

// OnRead makes what a session's programs read from a file come from the reader
// that f gives for it; from the file itself where that is nil. So os.Stdin of a
// cell asks the user.
func OnRead(f func(*os.File) io.Reader) { onRead.Store(&f) }

// An Input is a file in an interface with a method Read, which reads from
// elsewhere.
type Input struct {
	*os.File
	from io.Reader
}

// Read reads from elsewhere.
func (in Input) Read(p []byte) (int, error) { return in.from.Read(p) }

// WriteTo writes to w what Read reads, up to its end.
func (in Input) WriteTo(w io.Writer) (int64, error) { return io.Copy(w, in.from) }

// A FileReader is what a program can read from a file by.
type FileReader interface {
	io.Reader
	io.WriterTo
}

// Reader returns what to read from in order to read from a file: an Input, or
// the file. It has all methods of the file.
func Reader(file *os.File) FileReader {
	if f := onRead.Load(); f != nil && file != nil {
		if from := (*f)(file); from != nil {
			return Input{file, from}
		}
	}
	return file
}

// asReader makes a file that an interface holds one to read from.
func asReader(x any) any {
	if file, ok := x.(*os.File); ok {
		return Reader(file)
	}
	return x
}

// asFile undoes asReader, for who looks at the type.
func asFile(x any) any {
	if in, ok := x.(Input); ok {
		return in.File
	}
	return x
}

// ReadFile and WriteFileTo are the methods Read and WriteTo of a file.
func ReadFile(file *os.File, p []byte) (int, error)         { return Reader(file).Read(p) }
func WriteFileTo(file *os.File, w io.Writer) (int64, error) { return Reader(file).WriteTo(w) }
