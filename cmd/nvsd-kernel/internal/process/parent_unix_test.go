//go:build unix

package process

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

func TestClientGone(t *testing.T) {
	type world struct {
		parent int
		alive  map[int]bool
	}
	for _, tt := range []struct {
		name          string
		client, self  int
		before, after world
		watched, gone bool
	}{
		{"the client lives", 10, 20, world{10, nil}, world{10, nil}, true, false},
		{"the client has ended", 10, 20, world{10, nil}, world{1, nil}, true, true},
		{"another process takes in orphans", 10, 20, world{10, nil}, world{9, nil}, true, true},
		{"the client is the first process", 1, 20, world{1, nil}, world{1, nil}, true, false},
		{"a shell stands between", 10, 20, world{15, nil}, world{15, map[int]bool{10: true}}, true, false},
		{"the client behind the shell has ended", 10, 20, world{15, nil}, world{15, nil}, true, true},
		{"the shell has ended", 10, 20, world{15, nil}, world{1, map[int]bool{10: true}}, true, true},
		{"the first process behind a shell", 1, 20, world{15, nil}, world{15, map[int]bool{1: true}}, true, false},
		{"the shell of the first process has ended", 1, 20, world{15, nil}, world{1, map[int]bool{1: true}}, true, true},
		{"the client had ended before", 10, 20, world{1, nil}, world{1, nil}, true, true},
		{"the kernel is the first process", 10, 1, world{0, nil}, world{0, nil}, false, false},
		{"the kernel was put into a container", 10, 20, world{0, nil}, world{0, nil}, false, false},
	} {
		now := tt.before
		gone := clientGone(tt.client, tt.self, func() int { return now.parent }, func(pid int) bool { return now.alive[pid] })
		now = tt.after
		if (gone != nil) != tt.watched || gone != nil && gone() != tt.gone {
			t.Errorf("%s: watched %t, expected %t; or gone is not %t", tt.name, gone != nil, tt.watched, tt.gone)
		}
	}
}

func TestParentGone(t *testing.T) {
	for value, watched := range map[string]bool{"": false, "x": false, "0": false, "-5": false, "1": true, "4194304": true} {
		if gone := parentGone(value); (gone != nil) != watched && os.Getppid() != 0 {
			t.Errorf("%q is watched: %t, expected %t", value, gone != nil, watched)
		}
	}
}

func TestAlive(t *testing.T) {
	if !alive(os.Getpid()) || !alive(os.Getppid()) {
		t.Error("this process or its parent does not live")
	}
	child := exec.Command(os.Args[0], "-test.run=^$")
	pipe, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	// Its output ends with it; it is not waited for yet.
	for buf := make([]byte, 1<<10); err == nil; _, err = pipe.Read(buf) {
	}
	if _, err := os.Stat("/proc/self/stat"); err == nil {
		for end := time.Now().Add(20 * time.Second); alive(child.Process.Pid); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("a process that has ended and was not waited for lives")
			}
		}
	}
	child.Wait()
	if alive(child.Process.Pid) {
		t.Error("a process that is not there lives")
	}
}
