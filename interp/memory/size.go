// Package memory reads and writes sizes of memory, and reports how much memory this
// machine gives to a program.
package memory

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Size is a number of bytes. As a limit, 0 means no limit.
type Size int64

// The units that a size may be written in.
var units = []struct {
	name  string
	bytes float64
}{
	// Longer names come first, because a short name is the end of a longer one.
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
	{"k", 1 << 10}, {"m", 1 << 20}, {"g", 1 << 30}, {"t", 1 << 40},
	{"b", 1}, {"", 1},
}

const forms = "a limit of memory is a size as 4GiB or 500MB, a share of the machine's memory as 80%, or off"

// Parse parses a limit: a size, a percentage of all, or off. If all is not known it is
// 0, and a percentage is an error.
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

// String returns the size in readable form, as in 4.0 GiB.
func (s Size) String() string {
	const step, letters = 1 << 10, "KMGTPE"
	if s < step {
		return fmt.Sprintf("%d B", int64(s))
	}
	n, i := float64(s)/step, 0
	for n >= step-0.05 { // 1024.0 of a unit is written as 1.0 of the next
		n /= step
		i++
	}
	return fmt.Sprintf("%.1f %ciB", n, letters[i])
}
