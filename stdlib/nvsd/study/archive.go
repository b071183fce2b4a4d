package study

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/wholefile"
)

// archiveHead is the first line of the results of a study in one file, which is lines of JSON, compressed by gzip. Each of the others
// is a result with a name that follows from the name of its file in a folder.
type archiveHead struct {
	Format   string    `json:"format"`
	Design   string    `json:"design"`
	Written  time.Time `json:"written"`
	Programs []string  `json:"programs"` // that have computed the results
	Results  int       `json:"results"`
}

// archiveLine is a result in an archive. Its name is short, since hashes are what a file cannot compress; and it has no checksum
// of its own, since the compression has one.
type archiveLine struct {
	Key string `json:"key"`
	*Result
}

const archiveFormat = "nvsd study 2"

// inArchive returns the name of a result in an archive: 64 bits of its hash.
func inArchive(key string) string { return key[:16] }

// Save writes the results that there are to one file, to be kept beside a notebook. [Read] and [Run] take it in the place of a folder;
// Run computes nothing then. The results must be of a folder, or of another such file.
func (r *Results) Save(path string) error {
	if r.blueprint == nil {
		return errors.New("study: Save: these results have no names for their units: they were computed without a folder, or are joined from parts, which can be saved")
	}
	err := wholefile.Write(path, wholefile.ModeOf(path), func(w io.Writer) error {
		zipped := gzip.NewWriter(w)
		return errors.Join(r.writeLines(zipped), zipped.Close())
	})
	if err != nil {
		return fmt.Errorf("study: Save: %w", err)
	}
	return nil
}

func (r *Results) writeLines(w io.Writer) error {
	head := archiveHead{Format: archiveFormat, Design: r.design.Name, Written: time.Now().UTC().Truncate(time.Second), Results: len(r.all)}
	for _, own := range r.all {
		if !slices.Contains(head.Programs, own.Program) {
			head.Programs = append(head.Programs, own.Program)
		}
	}
	slices.Sort(head.Programs)
	to := json.NewEncoder(w)
	if err := to.Encode(head); err != nil {
		return err
	}
	for _, u := range r.units {
		own := r.all[u]
		if own == nil {
			continue
		}
		key, err := r.blueprint.key(u)
		if err != nil {
			return err
		}
		if err := to.Encode(archiveLine{inArchive(key), own}); err != nil {
			return err
		}
	}
	return nil
}

// readArchive reads the results of a file that Save has written, by their keys.
func readArchive(path string) (map[string]*Result, *archiveHead, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	zipped, err := gzip.NewReader(f)
	if err != nil {
		return nil, nil, fmt.Errorf("%s is no file of results: %w", path, err)
	}
	lines := bufio.NewReader(zipped)
	text, err := lines.ReadBytes('\n')
	var head archiveHead
	if err != nil || json.Unmarshal(text, &head) != nil || head.Format != archiveFormat {
		return nil, nil, fmt.Errorf("%s is no file of results of a study", path)
	}
	results := map[string]*Result{}
	for range head.Results {
		text, err := lines.ReadBytes('\n')
		if err != nil {
			return nil, nil, fmt.Errorf("%s ends after %d of %d results: %w", path, len(results), head.Results, err)
		}
		var line archiveLine
		if json.Unmarshal(text, &line) != nil || line.Result == nil {
			return nil, nil, fmt.Errorf("%s: result %d: %w", path, len(results)+1, errBroken)
		}
		results[line.Key] = line.Result
	}
	if _, err := lines.ReadByte(); !errors.Is(err, io.EOF) { // the checksum of the whole is at its end
		return nil, nil, fmt.Errorf("%s: %w", path, errBroken)
	}
	return results, &head, nil
}
