package data

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// text returns columns as a file of comma-separated values.
func text(t *testing.T, columns []column) []byte {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	record := make([]string, len(columns))
	for j, c := range columns {
		record[j] = c.name
	}
	w.Write(record)
	for i := range columns[0].values {
		for j, c := range columns {
			record[j] = c.text(i)
		}
		w.Write(record)
	}
	w.Flush()
	return b.Bytes()
}

// An archive is a server of data sets, with the interface of OpenML.
type archive struct {
	*httptest.Server
	file   []byte
	md5    string // that it promises
	breaks int    // first answers that are broken off in the middle
	asked  []string
}

func newArchive(t *testing.T, file []byte) *archive {
	sum := md5.Sum(file)
	a := &archive{file: file, md5: hex.EncodeToString(sum[:])}
	mux := http.NewServeMux()
	mux.HandleFunc("/api/v1/json/data/77", func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(map[string]any{"data_set_description": map[string]any{
			"id": "77", "name": "orchard", "url": a.URL + "/moved/orchard.csv", "md5_checksum": a.md5,
		}})
	})
	mux.Handle("/moved/", http.RedirectHandler("/files/orchard.csv", http.StatusFound))
	mux.HandleFunc("/files/orchard.csv", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"1"`)
		if a.breaks > 0 {
			a.breaks--
			w.Header().Set("Content-Length", fmt.Sprint(len(a.file)))
			w.Write(a.file[:len(a.file)/2])
			http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.file))
	})
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.asked = append(a.asked, strings.TrimSpace(r.URL.Path+" "+r.Header.Get("Range")))
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(a.Close)
	return a
}

// set is the data set that the archive has, in an empty cache.
func set(t *testing.T) Dataset {
	t.Helper()
	t.Setenv("NVSD_CACHE", t.TempDir())
	known := newReference(orchard(t))
	return Dataset{Name: "orchard", sources: []source{{openML: 77}}, known: &known}
}

// holds checks that the cache has the data set and what is said of it, and nothing else.
func holds(t *testing.T, got Fetched) {
	t.Helper()
	f, err := CSV(got.Path, AllowMissing())
	if err != nil {
		t.Fatal(err)
	}
	want := newReference(orchard(t))
	if found := newReference(f.columns); found.Digest != want.Digest || f.Target() != "yield" {
		t.Errorf("%v has the digest %s, want %s", f, found.Digest, want.Digest)
	}
	entries, err := os.ReadDir(filepath.Dir(got.Path))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 2 || entries[0].Name() != "orchard.csv" || entries[1].Name() != "orchard.json" {
		t.Errorf("the cache has %v", entries)
	}
}

// The data set comes from OpenML, over a redirect, and is the same table whatever the order of
// its rows and columns. It is got once.
func TestFetch(t *testing.T) {
	s := set(t)
	a := newArchive(t, text(t, mirrored(orchard(t), 5)))
	f := Fetcher{OpenML: a.URL}
	got, err := f.fetch(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, got)
	if !got.Verified || got.Already || got.From != a.URL+"/files/orchard.csv" || !slices.Equal(got.LeftOut, []string{"id"}) || got.Digest != s.known.Digest {
		t.Errorf("%+v", got)
	}
	asked := len(a.asked)
	again, err := f.fetch(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if !again.Already || len(a.asked) != asked || again.SHA256 != got.SHA256 || !again.Verified {
		t.Errorf("%+v, asked %v", again, a.asked[asked:])
	}
	f.Force = true
	again, err = f.fetch(t.Context(), s)
	if err != nil || again.Already || len(a.asked) == asked {
		t.Errorf("%+v, %v", again, err)
	}
	holds(t, again)
}

// A data set of which nothing is known is kept, and said to be unverified.
func TestFetchUnverified(t *testing.T) {
	s := set(t)
	s.known = nil
	a := newArchive(t, text(t, orchard(t)))
	got, err := Fetcher{OpenML: a.URL}.fetch(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, got)
	if got.Verified {
		t.Errorf("%+v", got)
	}
}

// What a broken connection leaves is continued.
func TestFetchIsContinued(t *testing.T) {
	s := set(t)
	a := newArchive(t, text(t, orchard(t)))
	a.breaks = 1
	got, err := Fetcher{OpenML: a.URL}.fetch(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, got)
	if last := a.asked[len(a.asked)-1]; last != fmt.Sprintf("/files/orchard.csv bytes=%d-", len(a.file)/2) {
		t.Errorf("asked for %v", a.asked)
	}
}

// What cannot be the data set is told, and nothing of it is kept; what was there before stays.
func TestFetchRefuses(t *testing.T) {
	good := text(t, orchard(t))
	changed := orchard(t)
	changed[5].values[0] = 99
	for name, c := range map[string]struct {
		change func(a *archive)
		want   string
	}{
		"damaged on its way": {func(a *archive) {
			a.file = bytes.Clone(a.file)
			a.file[len(a.file)/2] ^= 1
		}, "was promised: it was damaged on its way, or has changed since"},
		"another version": {func(a *archive) {
			a.file, a.md5 = text(t, changed), ""
		}, `it has 40 rows as the data set does, and no column with the cells of "yield": it is another version of it, or damaged`},
		"no table": {func(a *archive) {
			a.file, a.md5 = []byte("<html>\nPlease sign in, or else\n</html>"), ""
		}, "could not be had"},
		"fewer rows": {func(a *archive) {
			a.file, a.md5 = a.file[:bytes.LastIndexByte(a.file[:len(a.file)-1], '\n')+1], ""
		}, "it has 39 rows, and the data set has 40"},
	} {
		t.Run(name, func(t *testing.T) {
			s := set(t)
			a := newArchive(t, good)
			first, err := Fetcher{OpenML: a.URL}.fetch(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			c.change(a)
			_, err = Fetcher{OpenML: a.URL, Force: true}.fetch(t.Context(), s)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("%v\nwant %s", err, c.want)
			}
			if !strings.HasPrefix(err.Error(), "data: the data set \"orchard\" could not be had\n  OpenML, data set 77: ") ||
				!strings.HasSuffix(err.Error(), "give it by: nvsd-kernel data fetch orchard --from FILE") {
				t.Errorf("%v", err)
			}
			holds(t, first)
		})
	}
}

// A source that fails is followed by the next one, and each is told if all fail.
func TestFetchTriesEachSource(t *testing.T) {
	s := set(t)
	a := newArchive(t, text(t, orchard(t)))
	s.sources = []source{{openML: 78}, {url: a.URL + "/files/orchard.csv"}}
	var said []string
	got, err := Fetcher{OpenML: a.URL, Say: func(line string) { said = append(said, line) }}.fetch(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, got)
	if !slices.Equal(said, []string{"getting " + a.URL + "/files/orchard.csv"}) {
		t.Errorf("said %q", said)
	}
	s.sources = []source{{openML: 78}, {url: a.URL + "/nowhere.csv"}}
	_, err = Fetcher{OpenML: a.URL, Force: true}.fetch(t.Context(), s)
	failed, ok := errors.AsType[*FetchError](err)
	if !ok || len(failed.Failed) != 2 || strings.Count(err.Error(), "the server answers 404 Not Found") != 2 {
		t.Errorf("%v", err)
	}
	holds(t, got)
}

// Of several that want a data set at once one gets it, and the others find it.
func TestFetchAtOnce(t *testing.T) {
	s := set(t)
	a := newArchive(t, text(t, orchard(t)))
	got := make([]Fetched, 4)
	var all sync.WaitGroup
	for k := range got {
		all.Go(func() {
			var err error
			got[k], err = (Fetcher{OpenML: a.URL}).fetch(t.Context(), s)
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait() // another one may still have the lock of the cache before
	already := 0
	for _, g := range got {
		holds(t, g)
		if g.Already {
			already++
		}
	}
	if already != 3 {
		t.Errorf("%d of 4 found it there", already)
	}
}

// Without a network the message says so, and what to do.
func TestFetchWithoutNetwork(t *testing.T) {
	s := set(t)
	s.sources = []source{{url: "http://127.0.0.1:1/orchard.csv"}}
	_, err := Fetcher{Client: &http.Client{Transport: &http.Transport{}}}.fetch(t.Context(), s)
	if err == nil || !strings.Contains(err.Error(), "127.0.0.1:1 cannot be reached: is there a network, and does it want a proxy (HTTPS_PROXY)?") ||
		!strings.HasSuffix(err.Error(), "If you have a file of it, from another computer or another source, give it by: nvsd-kernel data fetch orchard --from FILE") {
		t.Errorf("%v", err)
	}
}

// An interrupt ends the search for sources, and what was got is continued later.
func TestFetchIsInterrupted(t *testing.T) {
	s := set(t)
	a := newArchive(t, text(t, orchard(t)))
	s.sources = append(s.sources, s.sources...)
	ctx, cancel := context.WithCancel(t.Context())
	a.breaks = 1
	_, err := Fetcher{OpenML: a.URL, Progress: func(have, total int64) {
		if have < total {
			cancel()
		}
	}}.fetch(ctx, s)
	if err == nil || !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "was stopped") {
		t.Fatalf("%v", err)
	}
	got, err := Fetcher{OpenML: a.URL}.fetch(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, got)
}

// A file of the user's is taken by its cells too, and stays where it is.
func TestFetchFromFile(t *testing.T) {
	s := set(t)
	file := filepath.Join(t.TempDir(), "mine.csv")
	if err := os.WriteFile(file, text(t, mirrored(orchard(t), 3)), 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := Fetcher{From: file}.fetch(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, got)
	if _, err := os.Stat(file); err != nil || got.From != file {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := (Fetcher{From: file + "x"}).fetch(t.Context(), s); err == nil {
		t.Error("no error for a file that is not there")
	}
}

func TestFetchWhatNeedsNoFetching(t *testing.T) {
	for name, want := range map[string]string{
		"diabetes": `data: the data set "diabetes" comes with the program: there is nothing to fetch`,
		"stocks":   `data: there is no data set "stocks": is it "stock"? there are "diabetes"`,
	} {
		if _, err := (Fetcher{}).Fetch(t.Context(), name); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
}
