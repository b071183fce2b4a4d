package main

import (
	"strings"
	"testing"
)

func TestFormulasAreLaidOut(t *testing.T) {
	got, err := layOut("The norm $`u_a`$ of\n\n```math\n\\sum_a u_a^2\n```\n\n| P($`u^*`$) | costs `$HOME` and `$`, `$` |")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"The norm <span><math><semantics><msub><mi>u</mi><mi>a</mi></msub><annotation encoding=\"application/x-tex\">u&#95;a</annotation></semantics></math></span> of\n\n",
		"<div class=\"formula\"><math display=\"block\">", "u_a^2</annotation></semantics></math></div>\n\n",
		"u&#94;&#42;</annotation>", "costs `$HOME` and `$`, `$` |",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s in %s", want, got)
		}
	}
	if _, err := layOut("$`\\unheard x`$"); err == nil || !strings.Contains(err.Error(), `\unheard`) {
		t.Errorf("a formula that cannot be laid out: %v", err)
	}
}

// TestNoMarkOfMarkdownIsLeft: what stands between the tags of a formula in a line is text.
func TestNoMarkOfMarkdownIsLeft(t *testing.T) {
	const want = "<mi>a&#42;&#95;&#124;&#96;&#60;</mi><mo>∂</mo>"
	if got := unmarked("<mi>a*_|`&lt;</mi><mo>∂</mo>"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
