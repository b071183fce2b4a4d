package compare

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// EvidenceKey is the member of an output's metadata that holds the evidence of its value.
const EvidenceKey = "nvsd"

// A selection is the verdict of a model on its inputs, as its metadata has it.
type selection struct {
	Selected []string `json:"selected"`
	In       []string `json:"certainlyIn"`
	Out      []string `json:"certainlyOut"`
	Open     []string `json:"undecided"`
	Gap      *float64 `json:"relativeGap"` // nil without a certificate
}

func selectionOf(b repl.Bundle) (s selection) {
	if json.Unmarshal(b.Metadata[EvidenceKey], &s) != nil {
		return selection{}
	}
	return s
}

// selections compares the sets of selected inputs of two models. contradicted tells the inputs that
// differ although the old certificate says "certainly", and undecided the others. Both are empty if
// the sets are the same, or the old value has no certificate.
func selections(old, now repl.Bundle) (undecided, contradicted string) {
	was, is := selectionOf(old), selectionOf(now)
	if was.Gap == nil {
		return "", ""
	}
	var open, against []string
	for _, name := range slices.Concat(was.In, was.Out, was.Open) {
		before, after := slices.Contains(was.Selected, name), slices.Contains(is.Selected, name)
		if before == after {
			continue
		}
		change := name + " is selected now"
		if before {
			change = name + " is not selected any more"
		}
		switch {
		case slices.Contains(was.In, name):
			against = append(against, change+", and was certainly in")
		case slices.Contains(was.Out, name):
			against = append(against, change+", and was certainly out")
		default:
			open = append(open, change)
		}
	}
	if len(open) > 0 {
		undecided = fmt.Sprintf("%s; the stored certificate leaves that undecided", strings.Join(open, "; "))
	}
	return undecided, strings.Join(against, "; ")
}
