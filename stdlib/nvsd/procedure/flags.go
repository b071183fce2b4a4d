package procedure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// flags are the flags of the command that say the same as options of package data.
var flags = map[string]string{
	"Currency": "--currency", "DecimalComma": "--decimal-comma", "Drop": "--drop", "Factor": "--factor", "Keep": "--keep", "NoHeader": "--no-header", "Percent": "--percent", "Thousands": "--thousands",
}

// flag returns an option as a flag, "" if there is none for it.
func flag(c data.Call) string {
	text := flags[c.Option]
	if text == "" || len(c.Args) == 0 {
		return text
	}
	args := make([]string, len(c.Args))
	for i, arg := range c.Args {
		args[i] = fmt.Sprintf("%q", arg)
	}
	return text + " " + strings.Join(args, ",")
}

// advised returns what options can be said of a cell, as flags; "" if there are none.
func advised(cell *data.CellError) string {
	var texts []string
	for _, a := range cell.Advice {
		if !slices.ContainsFunc(a.Calls, func(c data.Call) bool { return flag(c) == "" }) {
			texts = append(texts, a.Text(flag))
		}
	}
	return strings.Join(texts, "; ")
}

// inFlags returns warnings, in which the remarks say flags.
func inFlags(remarks []data.Remark, warnings []string) []string {
	texts := make(map[string]string)
	for _, r := range remarks {
		texts[r.String()] = r.Text(flag)
	}
	told := make([]string, len(warnings))
	for i, w := range warnings {
		told[i] = cmp.Or(texts[w], w)
	}
	return told
}
