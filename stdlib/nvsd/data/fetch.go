package data

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data/internal/download"
)

// A Fetcher gets the data sets of the papers from the network, for [Load]. Its zero value gets
// them from where they are published.
type Fetcher struct {
	From   string // path or address of a file to take instead; "" for the published ones
	Force  bool   // get a data set that is there already
	OpenML string // address of OpenML; "" for https://www.openml.org

	Client   *http.Client            // nil for http.DefaultClient
	Say      func(line string)       // told what is done, if it is set
	Progress func(have, total int64) // told the bytes of a file, of which total is -1 if it is not known
}

// A Fetched describes a data set that was downloaded or found on the disk.
type Fetched struct {
	Name     string    `json:"name"`
	Path     string    `json:"-"`
	From     string    `json:"from"`   // address or path of the file that it was made of
	SHA256   string    `json:"sha256"` // of that file
	Verified bool      `json:"verified"`
	Digest   string    `json:"digest"` // of the canonical table
	LeftOut  []string  `json:"left_out,omitempty"`
	Time     time.Time `json:"time"`
	Already  bool      `json:"-"` // it was there before
}

// Fetch gets a data set of the papers, and returns its description.
//
// A file that it downloads is compared with what is known of the data set, whatever the order of
// its rows and columns and however it spells their names: the number of rows, the cells of each
// column to six significant digits, and which cells are together in a row (docs/datasets.md
// defines the digest). A file that is not the same table is refused. It is then kept as NAME.csv
// in the user's cache folder, or the folder data of NVSD_CACHE.
//
// A download that was interrupted is continued by the next one.
func (f Fetcher) Fetch(ctx context.Context, name string) (Fetched, error) {
	set, err := Info(name)
	if err != nil {
		return Fetched{}, err
	}
	if set.Shipped {
		return Fetched{}, fmt.Errorf("data: the data set %q comes with the program: there is nothing to fetch", name)
	}
	return f.fetch(ctx, set)
}

func (f Fetcher) fetch(ctx context.Context, set Dataset) (Fetched, error) {
	name := set.Name
	dir, err := cacheDir()
	if err != nil {
		return Fetched{}, err
	}
	got := Fetched{Name: name, Path: filepath.Join(dir, name+".csv")}
	if f.isThere(&got) {
		return got, nil
	}
	var release func()
	err = os.MkdirAll(dir, 0o777)
	if err == nil {
		release, err = download.Hold(ctx, filepath.Join(dir, name+".lock"), func() { f.say("another program is getting %s: waiting for it", name) })
	}
	switch {
	case ctx.Err() != nil:
		return Fetched{}, fmt.Errorf("data: fetch %s: %w", name, err)
	case err != nil:
		return Fetched{}, fmt.Errorf("data: fetch %s: %w: set NVSD_CACHE to a folder that can be written to", name, err)
	}
	defer release()
	if f.isThere(&got) { // by now
		return got, nil
	}
	sources := set.sources
	if f.From != "" {
		sources = given(f.From, set)
	}
	var failed []error
	for _, s := range sources {
		columns, err := f.table(ctx, s, &got, set)
		if err == nil {
			return got, got.write(columns)
		}
		failed = append(failed, fmt.Errorf("%v: %w", s, err))
		if ctx.Err() != nil {
			return Fetched{}, fmt.Errorf("data: fetch %s: %w", name, err)
		}
	}
	return Fetched{}, &FetchError{Name: name, Failed: failed}
}

// isThere reports whether the data set was got before, and nothing asks to get it again. It then
// sets what is known of it.
func (f Fetcher) isThere(got *Fetched) bool {
	if _, err := os.Stat(got.Path); err != nil || f.Force || f.From != "" {
		return false
	}
	if text, err := os.ReadFile(got.about()); err == nil {
		json.Unmarshal(text, got) // what it says is not needed to use the data set
	}
	got.Already = true
	return true
}

// A FetchError lists the sources of a data set, none of which had it, with the reason of
// each.
type FetchError struct {
	Name   string
	Failed []error // one for each source
}

func (e *FetchError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "data: the data set %q could not be had", e.Name)
	for _, err := range e.Failed {
		fmt.Fprintf(&b, "\n  %v", err)
	}
	fmt.Fprintf(&b, "\nIf you have a file of it, from another computer or another source, give it by: nvsd-kernel data fetch %s --from FILE", e.Name)
	return b.String()
}

func (e *FetchError) Unwrap() []error { return e.Failed }

// given returns the ways to read a file that the user has named: with a header, and as the
// published files of the data set that have none.
func given(file string, set Dataset) []source {
	ways := []source{{url: file}}
	for _, s := range set.sources {
		if s.options != nil {
			ways = append(ways, source{url: file, options: s.options})
		}
	}
	return ways
}

// String returns the address of the source, or its number at OpenML.
func (s source) String() string {
	if s.openML != 0 {
		return fmt.Sprintf("OpenML, data set %d", s.openML)
	}
	return s.url
}

// table returns the columns of the data set, as numbers, from one source.
func (f Fetcher) table(ctx context.Context, s source, got *Fetched, set Dataset) ([]column, error) {
	file, err := f.file(ctx, s, got)
	if err != nil {
		return nil, err
	}
	if isAddress(got.From) {
		defer os.Remove(file)
	}
	frame, err := open(file, s)
	if err != nil {
		return nil, err
	}
	columns := frame.columns
	got.Verified = set.known != nil
	if got.Verified {
		columns, got.LeftOut, err = set.known.match(columns)
		if err != nil {
			return nil, err
		}
	} else {
		columns = slices.Clone(columns)
		for j, c := range columns {
			columns[j] = c.numbers()
		}
	}
	got.Digest = canonicalDigest(columns)
	return columns, nil
}

// file returns the path of the file of a source, which is downloaded unless it is one.
func (f Fetcher) file(ctx context.Context, s source, got *Fetched) (string, error) {
	if s.openML == 0 && !isAddress(s.url) {
		content, err := os.Open(s.url)
		if err != nil {
			return "", err
		}
		defer content.Close()
		digest := sha256.New()
		_, err = io.Copy(digest, content)
		got.From, got.SHA256 = s.url, hex.EncodeToString(digest.Sum(nil))
		return s.url, err
	}
	address, md5 := s.url, ""
	if s.openML != 0 {
		var err error
		address, md5, err = f.ask(ctx, s.openML, got)
		if err != nil {
			return "", err
		}
	}
	f.say("getting %s", address)
	there, err := download.Get(ctx, download.Request{
		URL: address, Path: got.raw(address), MD5: md5, Client: f.Client, Progress: f.Progress,
	})
	got.From, got.SHA256 = there.URL, there.SHA256
	return got.raw(address), err
}

// ask asks OpenML for the address and the MD5 of the file of a data set.
func (f Fetcher) ask(ctx context.Context, number int, got *Fetched) (address, md5 string, err error) {
	server := f.OpenML
	if server == "" {
		server = "https://www.openml.org"
	}
	description := got.Path + ".openml"
	defer os.Remove(description)
	_, err = download.Get(ctx, download.Request{
		URL: fmt.Sprintf("%s/api/v1/json/data/%d", server, number), Path: description, Client: f.Client, Limit: 1 << 20,
	})
	if err != nil {
		return "", "", err
	}
	text, err := os.ReadFile(description)
	if err != nil {
		return "", "", err
	}
	var answer struct {
		Set struct {
			URL    string `json:"url"`
			MD5    string `json:"md5_checksum"`
			Format string `json:"format"`
		} `json:"data_set_description"`
	}
	if err := json.Unmarshal(text, &answer); err != nil || answer.Set.URL == "" {
		return "", "", errors.New("the server's description of it names no file")
	}
	return answer.Set.URL, answer.Set.MD5, nil
}

// open reads every column of a file.
func open(file string, s source) (*Frame, error) {
	return Open(file, append([]ReadOption{NoTarget(), AllowMissing()}, s.options...)...)
}

func (f Fetcher) say(format string, args ...any) {
	if f.Say != nil {
		f.Say(fmt.Sprintf(format, args...))
	}
}

// raw returns the path of the file that is downloaded from an address. It ends as the address
// does, which says of what format it is.
func (got Fetched) raw(address string) string {
	ending := ".arff"
	if u, err := url.Parse(address); err == nil && path.Ext(u.Path) != "" {
		ending = path.Ext(u.Path)
	}
	return strings.TrimSuffix(got.Path, ".csv") + ".download" + ending
}

// about returns the path of the description of the file.
func (got Fetched) about() string { return strings.TrimSuffix(got.Path, ".csv") + ".json" }

// write writes the data set as a file of comma-separated values, and its description beside
// it.
func (got *Fetched) write(columns []column) error {
	got.Time = time.Now().UTC().Truncate(time.Second)
	table := &Frame{n: len(columns[0].values), columns: columns}
	err := writeWhole(got.Path, table.writeCSV)
	if err == nil {
		err = writeWhole(got.about(), func(w io.Writer) error {
			text := json.NewEncoder(w)
			text.SetIndent("", "  ")
			return text.Encode(got)
		})
	}
	if err != nil {
		return fmt.Errorf("data: fetch %s: %w", got.Name, err)
	}
	return nil
}
