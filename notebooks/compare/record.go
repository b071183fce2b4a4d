package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

// records returns notes on the records of two runs: outputs that are no longer those of the stored
// run, and files that have changed since. It is empty without a stored record.
func records(old, now *notebooks.Notebook) (notes []string) {
	was, ok := old.Record()
	if !ok {
		return nil
	}
	digests := old.Digests()
	var changed []string
	for i, key := range old.Keys() {
		if was.Outputs[key] != digests[key] {
			changed = append(changed, fmt.Sprint(i+1))
		}
	}
	if len(changed) > 0 {
		notes = append(notes, fmt.Sprintf("the stored outputs of %s are not those of the run that the notebook records: they were changed, or run again elsewhere",
			plural(len(changed), "cell", "cells")+" ("+strings.Join(changed, ", ")+")"))
	}
	is, _ := now.Record()
	for _, f := range was.Files {
		i := slices.IndexFunc(is.Files, func(g notebooks.File) bool { return g.Path == f.Path })
		if i >= 0 && is.Files[i].SHA256 != f.SHA256 {
			notes = append(notes, fmt.Sprintf("%s is another file than that of the stored run: %d bytes with SHA-256 %.12s…, it had %d with %.12s…",
				f.Path, is.Files[i].Bytes, is.Files[i].SHA256, f.Bytes, f.SHA256))
		}
	}
	return notes
}
