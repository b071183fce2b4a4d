package history

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestOtherFilesAreNotSessions(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"000002.jsonl", "1000000.jsonl", "999999.jsonl", "1.jsonl", "000000.jsonl", "-00001.jsonl", "000003.json", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := sessions(folder); err != nil || !slices.Equal(got, []int{2, 999999, 1000000}) {
		t.Errorf("%v, %v", got, err)
	}
	h := opened(t, folder)
	h.Add(1, "a")
	expect(t, "the next", h.Tail(All), "1000001/1:a")
}

func TestPruneRemovesTheOldest(t *testing.T) {
	for name, tt := range map[string]struct {
		most int
		room int64
		want []int
	}{
		"all may stay": {10, 1 << 20, []int{1, 2, 3, 4, 5}},
		"by number":    {3, 1 << 20, []int{3, 4, 5}},
		"by size":      {10, 70, []int{4, 5}},
		"by both":      {1, 70, []int{5}},
		"nothing fits": {10, 0, nil},
	} {
		folder := t.TempDir()
		for range 5 {
			ran(t, folder, "0123456789") // 31 bytes
		}
		prune(folder, tt.most, tt.room, New("", nil).log)
		if got, err := sessions(folder); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v are left, %v", name, got, err)
		}
	}
}

func TestPruneLeavesThoseWhoLive(t *testing.T) {
	folder := t.TempDir()
	ran(t, folder, "a")
	lives := opened(t, folder)
	lives.Add(1, "b")
	ran(t, folder, "c")
	prune(folder, 1, 1<<20, lives.log)
	if got, err := sessions(folder); err != nil || !slices.Equal(got, []int{2, 3}) {
		t.Errorf("%v, %v", got, err)
	}
	lives.Close()
	prune(folder, 1, 1<<20, lives.log)
	if got, err := sessions(folder); err != nil || !slices.Equal(got, []int{3}) {
		t.Errorf("after it has ended: %v, %v", got, err)
	}
}

func TestANewSessionPrunes(t *testing.T) {
	folder := t.TempDir()
	for n := range keptSessions {
		if err := os.WriteFile(filepath.Join(folder, fileName(n+1)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	opened(t, folder).Add(1, "a")
	got, err := sessions(folder)
	if err != nil || len(got) != keptSessions || got[0] != 2 {
		t.Errorf("%d are left, the first %d, %v", len(got), got[0], err)
	}
}
