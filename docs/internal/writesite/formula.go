package main

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"unicode"

	"github.com/nvsd-kernel/nvsd-kernel/notebooks/mathml"
)

// Formulas of TeX, as GitHub reads them: on lines of their own, and in a line.
var (
	formulaBlock = regexp.MustCompile("(?ms)^```math\n(.*?)^```$")
	formulaWord  = regexp.MustCompile("(^|[\\s(|])\\$`([^`]+)`\\$")
)

// layOut writes the formulas of a document as MathML, which browsers lay out without a script.
func layOut(text string) (string, error) {
	var failed error
	write := func(tex string, display bool) string {
		markup, err := mathml.Write(tex, display)
		if err != nil && failed == nil {
			failed = fmt.Errorf("the formula %s: %w", strings.TrimSpace(tex), err)
		}
		return markup
	}
	text = formulaBlock.ReplaceAllStringFunc(text, func(found string) string {
		return `<div class="formula">` + write(formulaBlock.FindStringSubmatch(found)[1], true) + "</div>"
	})
	text = formulaWord.ReplaceAllStringFunc(text, func(found string) string {
		part := formulaWord.FindStringSubmatch(found)
		// At the beginning of a line the site's Markdown takes <math> for a block.
		return part[1] + "<span>" + unmarked(write(part[2], false)) + "</span>"
	})
	return text, failed
}

// between is a text between two tags.
var between = regexp.MustCompile(`>[^<]+<`)

// unmarked returns HTML in which no character between the tags is a mark of Markdown.
func unmarked(markup string) string {
	return between.ReplaceAllStringFunc(markup, func(found string) string {
		var b strings.Builder
		for _, r := range html.UnescapeString(found[1 : len(found)-1]) {
			if unicode.IsLetter(r) || unicode.IsDigit(r) || r > unicode.MaxASCII {
				b.WriteRune(r)
			} else {
				fmt.Fprintf(&b, "&#%d;", r)
			}
		}
		return ">" + b.String() + "<"
	})
}
