package report

import (
	"fmt"
	"strings"
)

// Listed returns the first dozen of some texts with commas between them, and the number of the
// others.
func Listed(texts []string) string {
	const most = 12
	if more := len(texts) - most; more > 0 {
		return strings.Join(texts[:most], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(texts, ", ")
}
