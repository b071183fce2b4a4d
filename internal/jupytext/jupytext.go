// Package jupytext reads the parts of a script in which jupytext differs from people: the header, and magics,
// which it makes comments so that the script is Go.
package jupytext

import (
	"regexp"
	"strings"
)

var (
	// magic is a line that jupytext takes for a magic of Go, once or more often a comment.
	magic = regexp.MustCompile(`^(?:// ?)+(?:!|%{1,3})[a-zA-Z]`)
	// kept matches the comment behind a magic that jupytext shall leave alone.
	kept = regexp.MustCompile(`//\s*noescape`)
	// marker begins a cell, and says in brackets that it is no code.
	marker = regexp.MustCompile(`^// ?%%(?:\s.*?(\[(?:markdown|md|raw)\]).*|\s.*)?$`)
	// uncommented matches the line of the header that leaves magics as they are.
	uncommented = regexp.MustCompile(`^// +comment_magics: false\b`)
)

// Plain returns a script as people write it: without the header, and with magics that are no comments. Its lines
// have the same numbers. A script without jupytext's header is returned unchanged.
func Plain(text string) string {
	lines := strings.Split(text, "\n")
	behind := header(lines)
	commented, isText := true, false
	for i := range lines {
		line := lines[i]
		if m := marker.FindStringSubmatch(line); m != nil {
			isText = m[1] != ""
		}
		switch {
		case i < behind:
			commented = commented && !uncommented.MatchString(line)
			lines[i] = ""
		case behind > 0 && commented && !isText && magic.MatchString(line) && !kept.MatchString(line):
			lines[i] = strings.TrimPrefix(line[len("//"):], " ")
		}
	}
	return strings.Join(lines, "\n")
}

// header returns the number of lines of the header, which stands at the top, between two lines of dashes: 0 without
// one that names jupytext.
func header(lines []string) int {
	named := false
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		switch {
		case i == 0 && line != "// ---", !strings.HasPrefix(line, "//"):
			return 0
		case i > 0 && line == "// ---" && named:
			return i + 1
		case strings.HasPrefix(line, "//   jupytext:"):
			named = true
		}
	}
	return 0
}

// Commented returns the numbers of the lines, from 1, of a script without jupytext's header that jupytext would take
// for magics and that are comments here. names are those of magics, such as %time; a command of the shell has none.
func Commented(text string, names []string) (numbers []int) {
	lines := strings.Split(text, "\n")
	if header(lines) > 0 {
		return nil
	}
	for i, line := range lines {
		if !magic.MatchString(line) {
			continue
		}
		word, _, _ := strings.Cut(strings.TrimLeft(line, "/ "), " ")
		for _, name := range names {
			if strings.TrimSuffix(word, "\r") == name || name == "!" && word[0] == '!' {
				numbers = append(numbers, i+1)
				break
			}
		}
	}
	return numbers
}
