package commands

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestSelectInShards: a table that needs no sums has its answer by shards too.
func TestSelectInShards(t *testing.T) {
	file, dir := write(t, "t.csv", "a,b,y\n"+strings.Repeat("1,2,3\n2,1,4\n", 10)), filepath.Join(t.TempDir(), "sums")
	args := []string{"select", file, "--target", "y", "--dir", dir}
	if got := command(append(args, "--shard", "2/2")...); got.status != 0 || !strings.Contains(got.out, "shard 2/2: nothing is found in 20 rows") {
		t.Errorf("a shard: status %d\n%s%s", got.status, got.out, got.err)
	}
	want, got := command(args[:4]...), command(append(args, "--merge")...)
	answer, _, _ := strings.Cut(got.out, "How it was found")
	if got.status != 0 || !strings.HasPrefix(want.out, answer) || !strings.Contains(answer, "20 observations") || !strings.Contains(got.out, "nvsd.FindIn(train)") {
		t.Errorf("the merge: status %d\n%s%s\nwant\n%s", got.status, got.out, got.err, want.out)
	}
}

// TestShardMistakes: a wrong flag of shards is refused in terms of the flags.
func TestShardMistakes(t *testing.T) {
	good := write(t, "t.csv", "a,b,y\n"+strings.Repeat("1,2,3\n2,1,4\n", 10))
	for _, c := range []struct {
		args []string
		say  string
	}{
		{[]string{"--shard", "1/2"}, "--dir"},
		{[]string{"--shard", "half", "--dir", "d"}, "K/N"},
		{[]string{"--shard", "3/2", "--dir", "d"}, "from 1/N to N/N"},
		{[]string{"--shard", "1/65", "--dir", "d"}, "at most 64"},
		{[]string{"--shard", "1/2", "--dir", "d", "--merge"}, "exclude"},
		{[]string{"--shard", "1/2", "--dir", "d", "--out", "a.json"}, "--out is for --merge"},
		{[]string{"--shard", "1/2", "--dir", "d", "--sample", "20"}, "--sample"},
		{[]string{"--shard", "1/2", "--dir", "d", "--group", "a"}, "--group"},
		{[]string{"--merge"}, "--dir"},
		{[]string{"--dir", "d"}, "--shard"},
		{[]string{"--merge", "--dir", "nosuch"}, "there are no shards"},
	} {
		got := command(append([]string{"select", good, "--target", "y"}, c.args...)...)
		if got.status != exitUsage || !strings.Contains(got.err, c.say) || cellName.MatchString(got.err) {
			t.Errorf("%v: status %d, %q, want %q", c.args, got.status, got.err, c.say)
		}
	}
}
