// Package memory knows sizes of memory as people write them, and how much of it
// this machine gives to a program.
package memory

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Size is a number of bytes. 0 is no limit where a limit is meant.
type Size int64

// The units that a size may be written in.
var units = []struct {
	name  string
	bytes float64
}{
	// The longer names come first, because one is the end of another.
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
	{"k", 1 << 10}, {"m", 1 << 20}, {"g", 1 << 30}, {"t", 1 << 40},
	{"b", 1}, {"", 1},
}

const forms = "a limit of memory is a size as 4GiB or 500MB, a share of the machine's memory as 80%, or off"

// Parse reads a limit: a size, a share of all, or off. All may be 0 where it is
// not known; then there are no shares.
func Parse(text string, all Size) (Size, error) {
	s := strings.ToLower(strings.TrimSpace(text))
	if s == "off" {
		return 0, nil
	}
	number, share := strings.CutSuffix(s, "%")
	factor := float64(all) / 100
	if !share {
		for _, u := range units {
			if rest, ok := strings.CutSuffix(s, u.name); ok {
				number, factor = rest, u.bytes
				break
			}
		}
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	switch {
	case err != nil, math.IsNaN(n), n < 0, n*factor > math.MaxInt64/2:
		return 0, fmt.Errorf("%q is no limit of memory: %s", text, forms)
	case share && n > 0 && all == 0:
		return 0, fmt.Errorf("%q: how much memory this machine has is not known here; give a size, as 4GiB", text)
	case n > 0 && n*factor < 1:
		return 0, fmt.Errorf("%q is less than a byte: %s", text, forms)
	}
	return Size(n * factor), nil
}

// String writes a size as a person reads it, as 4.0 GiB.
func (s Size) String() string {
	const step, letters = 1 << 10, "KMGTPE"
	if s < step {
		return fmt.Sprintf("%d B", int64(s))
	}
	n, i := float64(s)/step, 0
	for n >= step-0.05 { // what would be written as 1024.0 is 1.0 of the next
		n /= step
		i++
	}
	return fmt.Sprintf("%.1f %ciB", n, letters[i])
}
