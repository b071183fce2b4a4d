package history

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// keptSessions and keptBytes bound the earlier sessions that are kept. A person's work of
// a year is some megabytes.
const (
	keptSessions = 1000
	keptBytes    = 32 << 20
)

const suffix = ".jsonl"

func fileName(session int) string { return fmt.Sprintf("%06d%s", session, suffix) }

// sessionNumber returns the number of the session with the name of a file. It returns 0 for
// the name of another file.
func sessionNumber(name string) int {
	digits, ok := strings.CutSuffix(name, suffix)
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n < 1 || fileName(n) != name {
		return 0
	}
	return n
}

// sessions returns the numbers of the sessions that have a file, in order. A folder that
// does not exist has none.
func sessions(folder string) ([]int, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var numbers []int
	for _, e := range entries {
		if n := sessionNumber(e.Name()); n > 0 {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers) // by names, a millionth session would come first
	return numbers, err
}

// create makes the file of a new session. The session gets the next number that no other
// kernel takes at the same time.
func create(folder string) (*sessionFile, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	old, err := sessions(folder)
	if err != nil {
		return nil, err
	}
	number := 1
	if len(old) > 0 {
		number = old[len(old)-1] + 1
	}
	for {
		name := filepath.Join(folder, fileName(number))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			number++
			continue
		}
		if err != nil {
			return nil, err
		}
		hold(f)
		return &sessionFile{file: f, number: number}, nil
	}
}

// prune removes the oldest sessions until at most most sessions of room bytes are left.
// It keeps the sessions of kernels that are running.
func prune(folder string, most int, room int64, log *slog.Logger) {
	all, err := sessions(folder)
	if err != nil {
		log.Info("old sessions of the history cannot be listed", "error", err)
	}
	for i, session := range slices.Backward(all) {
		name := filepath.Join(folder, fileName(session))
		info, err := os.Stat(name)
		if err != nil {
			continue // another kernel has removed it
		}
		room -= info.Size()
		if (len(all)-i <= most && room >= 0) || held(name) {
			continue
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			log.Info("an old session of the history cannot be removed", "error", err)
		}
	}
}
