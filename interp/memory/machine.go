package memory

import (
	"bufio"
	"bytes"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// machine is how much memory the files of a Linux system give to this process:
// that of the machine, or less where a control group, as that of a container,
// says so. It is 0 where they do not say.
func machine(root fs.FS) Size {
	all := total(root)
	for _, limit := range groupLimits(root) {
		if limit > 0 && (all == 0 || limit < all) {
			all = limit
		}
	}
	return all
}

// total is the memory of the machine.
func total(root fs.FS) Size {
	text, err := fs.ReadFile(root, "proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "MemTotal:" && f[2] == "kB" {
			n, _ := strconv.ParseInt(f[1], 10, 64) // digits, as the kernel writes them
			return Size(n) << 10
		}
	}
	return 0
}

// groupLimits are the limits of the control groups that this process is in, of
// either version: each of the group itself and of those above it, which hold
// for it too. Within a container the path of the group may be one outside, of
// which nothing is mounted; then that of the mount is its own.
func groupLimits(root fs.FS) []Size {
	text, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return nil
	}
	var limits []Size
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		// hierarchy:controllers:path
		parts := strings.SplitN(lines.Text(), ":", 3)
		if len(parts) != 3 {
			continue
		}
		mounts, name := []string{"sys/fs/cgroup", "sys/fs/cgroup/unified"}, "memory.max"
		if parts[1] != "" {
			mounts, name = []string{"sys/fs/cgroup/memory"}, "memory.limit_in_bytes"
			if !strings.Contains(","+parts[1]+",", ",memory,") {
				continue
			}
		}
		for _, mount := range mounts {
			for dir := path.Join("/", parts[2]); ; dir = path.Dir(dir) {
				limits = append(limits, readLimit(root, path.Join(mount, dir, name)))
				if dir == "/" {
					break
				}
			}
		}
	}
	return limits
}

// readLimit is what a file says, and 0 for "max" and where there is none.
func readLimit(root fs.FS, name string) Size {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0
	}
	return Size(n)
}
