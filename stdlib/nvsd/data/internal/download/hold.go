package download

import (
	"context"
	"os"
	"time"
)

// Hold waits until nobody else holds the path, in this process or another one, and holds it until
// release is called or the process ends. A file is there as long. waiting is called once if
// somebody holds it.
func Hold(ctx context.Context, path string, waiting func()) (release func(), err error) {
	for first := true; ; first = false {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		// Whoever held the file has removed it, so that the one that is locked may be another.
		if tryLock(f) && isAt(f, path) {
			return func() { releaseLock(f, path) }, nil
		}
		f.Close()
		if first {
			waiting()
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// isAt reports whether an open file is the one that the path names.
func isAt(f *os.File, path string) bool {
	open, errOpen := f.Stat()
	there, errThere := os.Stat(path)
	return errOpen == nil && errThere == nil && os.SameFile(open, there)
}
