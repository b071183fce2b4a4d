package wheel

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func example() *Wheel {
	return &Wheel{
		Name: "nvsd_kernel", Version: "1.2.0", Tags: []string{"manylinux_2_17_x86_64", "musllinux_1_1_x86_64"},
		Files: []File{
			{"nvsd_kernel/__init__.py", 0o644, []byte("pass\n")},
			{"nvsd_kernel-1.2.0.data/scripts/nvsd-kernel", 0o755, bytes.Repeat([]byte{0, 1, 2, 255}, 1000)},
		},
		DistInfo: []File{{"METADATA", 0o644, []byte("Metadata-Version: 2.4\n")}},
		Time:     time.Date(2026, 1, 2, 3, 4, 6, 0, time.FixedZone("", 3600)),
	}
}

func written(t *testing.T, w *Wheel) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := w.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestWheel: RECORD is the last member, and has the digest and the size of every other one as
// they are read again; modes and times are those that were given.
func TestWheel(t *testing.T) {
	w := example()
	if got, want := w.Filename(), "nvsd_kernel-1.2.0-py3-none-manylinux_2_17_x86_64.musllinux_1_1_x86_64.whl"; got != want {
		t.Errorf("the name is %s, expected %s", got, want)
	}
	raw := written(t, w)
	archive, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	contents := map[string][]byte{}
	for _, member := range archive.File {
		r, err := member.Open()
		if err != nil {
			t.Fatal(err)
		}
		contents[member.Name], err = io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if !member.Modified.Equal(w.Time) {
			t.Errorf("%s is of %v, expected %v", member.Name, member.Modified, w.Time)
		}
		if executable := member.Mode()&0o111 != 0; executable != strings.Contains(member.Name, "/scripts/") {
			t.Errorf("%s has the mode %v", member.Name, member.Mode())
		}
	}
	const info = "nvsd_kernel-1.2.0.dist-info/"
	if last := archive.File[len(archive.File)-1].Name; last != info+"RECORD" {
		t.Errorf("the last member is %s", last)
	}
	rows, err := csv.NewReader(bytes.NewReader(contents[info+"RECORD"])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(contents) {
		t.Errorf("RECORD has %d files of %d", len(rows), len(contents))
	}
	for _, row := range rows {
		if row[0] == info+"RECORD" {
			continue
		}
		text, there := contents[row[0]]
		sum := sha256.Sum256(text)
		if want := "sha256=" + base64.RawURLEncoding.EncodeToString(sum[:]); !there || row[1] != want || row[2] != strconv.Itoa(len(text)) {
			t.Errorf("RECORD has %v, expected %s and %d", row, want, len(text))
		}
	}
	for _, line := range []string{"Root-Is-Purelib: false\n", "Tag: py3-none-manylinux_2_17_x86_64\n", "Tag: py3-none-musllinux_1_1_x86_64\n"} {
		if !strings.Contains(string(contents[info+"WHEEL"]), line) {
			t.Errorf("WHEEL lacks %q:\n%s", line, contents[info+"WHEEL"])
		}
	}
}

// TestTheSameBytes: neither the order in which files are given nor the zone of the time matters.
func TestTheSameBytes(t *testing.T) {
	w := example()
	first := written(t, w)
	slices.Reverse(w.Files)
	w.Time = w.Time.UTC()
	if !bytes.Equal(first, written(t, w)) {
		t.Error("two wheels of the same files differ")
	}
}
