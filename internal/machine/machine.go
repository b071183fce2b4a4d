// Package machine says how much memory there is for this process.
package machine

import (
	"bufio"
	"bytes"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// ofSystem returns the memory that this process may use on Linux: that of the machine, or
// less if a control group, such as that of a container, has a limit. It returns 0 if the
// files of the system do not say.
func ofSystem(root fs.FS) int64 {
	all := total(root)
	for _, limit := range groupLimits(root) {
		if limit > 0 && (all == 0 || limit < all) {
			all = limit
		}
	}
	return all
}

// total returns the memory of the machine, or 0 if it is not known.
func total(root fs.FS) int64 {
	text, err := fs.ReadFile(root, "proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "MemTotal:" && f[2] == "kB" {
			n, _ := strconv.ParseInt(f[1], 10, 64) // digits, as the kernel writes them
			return int64(n) << 10
		}
	}
	return 0
}

// groupLimits returns the limits of the control groups of this process, of either
// version: those of its group and of the groups above, which apply to it too. Within a
// container the path of the group may be one outside, which is not mounted. Then the
// root of the mount is the group of the process.
func groupLimits(root fs.FS) []int64 {
	text, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return nil
	}
	var limits []int64
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

// readLimit returns the limit in a file, or 0 for "max" and if there is no file.
func readLimit(root fs.FS, name string) int64 {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0
	}
	return int64(n)
}
