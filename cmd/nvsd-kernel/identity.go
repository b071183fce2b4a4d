package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

// identity begins to read this program, and returns a function that waits for what it is. The
// checksum is empty if the file cannot be read.
func identity() func() repl.Program {
	var (
		p  = unsummed()
		wg sync.WaitGroup
	)
	wg.Go(func() {
		if self, err := itself(); err == nil {
			p.SHA256 = checksum(self[len(self)-1])
		}
	})
	return func() repl.Program {
		wg.Wait()
		return p
	}
}

// unsummed returns what this program is, without the checksum, which takes a while.
func unsummed() repl.Program {
	return repl.Program{Version: version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Arithmetic: arithmetic}
}

// otherProgram says that a notebook was last run by another version than this one, or by one that rounds
// otherwise. It is "" if it was not, or does not say by which.
func otherProgram(nb *notebooks.Notebook) string {
	last, this := nb.Program(), unsummed()
	switch {
	case last.Version == "":
		return ""
	case last.Version != this.Version:
		return fmt.Sprintf("was last run by %v; this is %v", last, this)
	case last.RoundsOtherwise(this):
		return fmt.Sprintf("was last run by %v; this is %v: last digits may differ, and what hangs on them", last, this)
	}
	return ""
}

func checksum(file string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
