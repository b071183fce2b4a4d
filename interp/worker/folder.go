package worker

import (
	"errors"
	"fmt"
	"os"
)

// makeFolder makes a folder that only this user can enter: where temporary files
// are, or else in the folder for caches. TMPDIR may name one that has been
// removed, or is full, and cells are to run all the same.
func makeFolder() (string, error) {
	const name = "nvsd-worker-"
	dir, err := os.MkdirTemp("", name)
	if err == nil {
		return dir, nil
	}
	cache, other := os.UserCacheDir()
	if other == nil {
		other = os.MkdirAll(cache, 0o700)
	}
	if other == nil {
		dir, other = os.MkdirTemp(cache, name)
	}
	if other != nil {
		return "", fmt.Errorf("no folder for temporary files, set TMPDIR to one: %w", errors.Join(err, other))
	}
	return dir, nil
}
