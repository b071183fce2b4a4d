package procedure

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// flags lists the flags of the command that correspond to options of package data.
var flags = map[string]string{
	"Class": "--class", "Classes": "--classes", "Comma": "--comma", "Comments": "--comments", "Currency": "--currency", "DateLayout": "--date-layout", "Dates": "--dates", "DecimalComma": "--decimal-comma",
	"Drop": "--drop", "DropMissing": "--drop-missing", "Encoding": "--encoding", "Factor": "--factor", "Group": "--group", "Header": "--header", "Impute": "--impute", "Keep": "--keep",
	"Key": "--key", "NA": "--na", "NoHeader": "--no-header", "Percent": "--percent", "Target": "--target", "Thousands": "--thousands", "Time": "--time", "UniqueNames": "--unique-names", "Weight": "--weight",
}

// ways are the words of --impute.
var ways = map[string]data.Filling{"mean": data.Mean, "median": data.Median, "mostfrequent": data.MostFrequent, "level": data.MissingLevel}

// Filling returns the rule that a word of --impute names.
func Filling(word string) (data.Filling, error) {
	how, known := ways[word]
	if !known {
		return "", fmt.Errorf("--impute %q: it must be mean or median, for numbers, or mostfrequent or level, for categories", word)
	}
	return how, nil
}

// Flag returns an option as flags, "" if there are none for it.
func Flag(c data.Call) string {
	name := flags[c.Option]
	if name == "" || len(c.Args) == 0 {
		return name
	}
	switch c.Option {
	case "NoHeader":
		return "" // the flag gives no names
	case "Impute":
		for word, how := range ways {
			if len(c.Args) == 1 && string(how) == c.Args[0] {
				return name + " " + word
			}
		}
		return ""
	case "DateLayout":
		texts := make([]string, len(c.Args)-1)
		for k, column := range c.Args[1:] {
			texts[k] = name + " " + inShell(column+"="+c.Args[0])
		}
		return strings.Join(texts, " ")
	case "Comma":
		if c.Args[0] == "\t" {
			return name + ` '\t'`
		}
		return name + " " + inShell(c.Args[0])
	case "Class", "Comments", "Encoding", "Group", "Target", "Thousands", "Time", "Weight":
		return name + " " + inShell(c.Args[0])
	}
	return name + " " + inShell(list(c.Args))
}

// list returns texts as a flag takes them, with commas between them.
func list(texts []string) string {
	if len(texts) == 1 && texts[0] == "" {
		return ""
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(texts) // a strings.Builder takes everything
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

// inShell returns an argument in quotes, as shells take it.
func inShell(arg string) string {
	if strings.ContainsAny(arg, "\"$`\\!'") {
		return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
	}
	return `"` + arg + `"`
}

// Command returns the command line that reads a file with the options. It is an error if there is no flag for
// one of them.
func Command(file string, calls []data.Call) (string, error) {
	if slices.ContainsFunc([]rune(file), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-/:", r))
	}) {
		file = inShell(file)
	}
	line := "nvsd-kernel select " + file
	for _, c := range calls {
		text := Flag(c)
		switch {
		case text == "":
			return "", fmt.Errorf("%v has no flag", c)
		case (c.Option == "Keep" || c.Option == "DropMissing") && len(c.Args) == 0:
			text += ` ""`
		}
		line += " " + text
	}
	return line, nil
}

// inCommand writes flags in place of the functions of cells that messages name.
var inCommand = strings.NewReplacer("by data.Group or by data.Time", "by --group or by --time", "by Sample(600, 1)", "by --sample 600", "by Sample(1000, 1)", "by --sample 1000")

// withFlags returns an error with flags in place of functions of cells.
func withFlags(err error) error {
	if text := inCommand.Replace(err.Error()); text != err.Error() {
		return errors.New(text)
	}
	return err
}

// inFlags returns warnings with flags in place of options in the remarks, and without the advice that
// needs functions of cells.
func inFlags(remarks []data.Remark, warnings []string) []string {
	texts := make(map[string]string)
	for _, r := range remarks {
		texts[r.String()] = r.Text(Flag)
	}
	told := make([]string, len(warnings))
	for i, w := range warnings {
		w = inCommand.Replace(cmp.Or(texts[w], w))
		told[i], _, _ = strings.Cut(w, "; nvsd.")
	}
	return told
}
