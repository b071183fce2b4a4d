package magic

import (
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

// nearest proposes the magic that was probably meant, or nothing.
func nearest(name string) string {
	best, least := "", 3 // as many letters may be wrong, less one
	for _, known := range Names() {
		d := spelling.Distance(strings.ToLower(name), known)
		if strings.TrimLeft(name, "%") == strings.TrimLeft(known, "%") {
			d = 0
		}
		if d < least && d < len(known)-1 {
			best, least = known, d
		}
	}
	if best == "" {
		return ""
	}
	return ": did you mean " + best + "?"
}
